//! The handlers of roll, ask and tell. Each is one use of the same rules.

mod advise;
mod exact;
mod explore;
mod live;
mod script;
mod simulate;

pub(crate) use advise::Advise;
pub use exact::{Chosen, Deciding, Exact, Reactions};
pub use explore::{Exhausted, ExploreError, Explored, Way, explore, explore_after};
pub use live::{Input, Live, Standing, StandingAnswers, Told, Waiting};
pub use script::{Asked, Script, ScriptError};
pub use simulate::Simulate;
