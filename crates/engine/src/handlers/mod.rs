//! The handlers of roll, ask and tell. Each is one use of the same rules.

mod advise;
mod closed;
mod exact;
mod explore;
mod live;
mod met;
mod record;
mod resume;
mod script;
mod simulate;

pub(crate) use advise::Advise;
pub use closed::{Chains, Cut};
pub(crate) use closed::{Rounds, Series};
pub(crate) use exact::DRAWS_LOTS;
pub use exact::{Chosen, Deciding, Exact, Exploring, Given, Reactions};
pub use explore::{Effort, Exhausted, ExploreError, Explored, Way, explore, explore_from};
pub(crate) use live::other_option;
pub use live::{Input, Inputs, Live, Standing, StandingAnswers, Told, Waiting};
pub use met::Met;
pub use record::Record;
pub(crate) use resume::Resume;
pub use script::{Asked, Script, ScriptError};
pub use simulate::Simulate;
