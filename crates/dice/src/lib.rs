//! Dice, described once.
//!
//! A [`Roll`] is one small description of dice. From it come the exact [`Distribution`], a [`Shown`] sample with every
//! die that fell, and a fast sample ([`FastDice`]) for simulations; all three follow the same odds.
//!
//! ```
//! use referee_dice::{Chance, DiceRng, FastDice, Roll};
//!
//! const CHECK: Roll = Roll::highest_of(2, 10).plus(3);
//!
//! // Exact odds, as fractions.
//! assert_eq!(CHECK.distribution().chance_of(|total| total > 7), Chance::new(21, 25));
//!
//! // Every die shown; a seed gives the same dice for ever.
//! let shown = CHECK.show(&mut DiceRng::from_number(1));
//! assert_eq!(shown.dice.len(), 2);
//!
//! // One draw from the exact odds, without throwing dice.
//! let total = FastDice::new(1).roll(&CHECK);
//! assert!((4..=13).contains(&total));
//! ```
mod chance;
mod die;
mod distribution;
mod explode;
mod faces;
mod fast;
mod limits;
pub mod notation;
mod odds;
mod pool;
mod quick;
mod rng;
mod roll;
mod select;
mod shown;
mod sum;
mod unique;
mod weight;

pub use chance::{Chance, NoFraction};
pub use die::Die;
pub use distribution::{Distribution, Mean};
pub use fast::{Dice, FastDice, Packed, Ready};
pub use limits::{MAX_CHAIN, MAX_DEPTH, MAX_DICE, MAX_LENGTH, MAX_OUTCOMES, MAX_SIDES, MAX_TOTAL, MAX_WORK, TooLarge};
pub use notation::{Expr, ParseError, ShownExpr};
pub use rng::{DiceRng, FastRng, Position};
pub use roll::{MAX_GROUPS, Roll};
pub use shown::{Fallen, Look, Shown};
pub use weight::Weight;
