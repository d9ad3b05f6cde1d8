//! Roll, ask, tell.
//!
//! A rule is a plain function over the table's state. It touches the world through the three verbs of an [`Oracle`] and
//! nothing else: it lets fate [`roll`](Oracle::roll), it [`ask`](Oracle::ask)s people, and it [`tell`](Oracle::tell)s
//! everyone what happened. What answers those verbs is the product: [`Live`] play, [`Simulate`], [`explore`] for exact
//! odds, [`Script`] for worked examples.
//!
//! This crate knows no game, does no I/O and reads no wall clock. A rulebook implements [`System`]; everything else
//! here works for every rulebook alike.

pub mod act;
pub mod case;
pub mod clock;
pub mod conformance;
pub mod door;
pub mod duel;
pub mod fact;
pub mod fight;
pub mod handlers;
pub mod odds;
pub mod search;
pub mod space;
pub mod verify;

mod derived;
mod digest;
mod drawn;
mod house;
mod ids;
mod journal;
mod known;
mod listed;
mod marks;
mod mentions;
mod names;
mod offer;
mod oracle;
mod roster;
mod rule;
mod seldom;
mod session;
mod system;
mod text;
mod view;
mod walk;

pub use derived::Derived;
pub use digest::Setup;
pub use drawn::{Drawn, DrawnKind};
pub use handlers::{
    Asked, Chosen, Deciding, Effort, Exact, Exhausted, ExploreError, Explored, Exploring, Given, Input, Inputs, Live,
    Met, Reactions, Record, Script, ScriptError, Simulate, Standing, StandingAnswers, Told, Waiting, Way, explore,
    explore_from,
};
pub use ids::{ActorId, ActorSet, Audience, MAX_ACTORS, Seat, Secrecy, Side, Who};
pub use journal::{
    About, After, Again, DICE_ALGORITHM, Entry, FORMAT, Header, Journal, JournalError, JournalFault, SeedPolicy, What,
};
pub use known::{known_table, unknown_to, without_unknown};
pub use marks::{Fold, Mark, Marks};
pub use mentions::mentioned;
pub use names::{Kind, fingerprint_of, kind_of};
pub use odds::{Odds, OddsError, OptionOdds, odds_of, odds_of_options};
pub use offer::{Barred, CellChoice, Choice, Domain, Filled, Offer, Slot, key_of};
pub use oracle::{Face, Flow, Handler, Here, Oracle, Question, Rolled, Stop, Through, Throw};
pub use roster::Roster;
pub use rule::{NotARuleId, Refusal, RuleId};
pub use seldom::{Nothing, Seldom};
pub use session::{Logged, Session, SessionError, SnapshotError, hears};
pub use system::{Acting, ActorCard, Gauge, Next, Status, System};
pub use text::{LONGEST_NAME, is_name, is_one_line};
pub use view::{
    ActorView, ClockView, ConditionView, Factor, Line, MapView, ObjectView, Prompt, Section, SideView, Track, View,
    hundredths,
};
