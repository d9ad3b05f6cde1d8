//! Dice as people write them.
//!
//! | written | means |
//! |---|---|
//! | `4d6`, `d20`, `d%`, `4dF` | the sum of dice; of a hundred; fudge dice |
//! | `kh3` `k3` `kl1` `dh2` `dl1` | keep or drop the highest or lowest; without a number, one. Drops come first |
//! | `!` `!!` | explode on the highest face without end; compounding |
//! | `!>4` `!>=5` | explode above 4; on 5 and above |
//! | `!x6` `!>=5x6` | one die brings at most 6 more |
//! | `r1` `r<3` `r<=2` `r>5` `r>=6` `r2..4` | throw these faces again, until another falls |
//! | `ro1` and so on | throw them again once |
//! | `min2` `max5` | a die is worth at least 2, at most 5 |
//! | `>=5` `>4` | count the dice worth 5 or more instead of adding them |
//! | `{4d4, 5d8, 3d6}dh2kh4` | one pool of several sizes (`+` does as well as `,`) |
//! | `+ - * / ( ) floor( )` | arithmetic |
//!
//! Case and spaces do not matter, and the order of what follows the dice does not either ([`Roll`](crate::Roll) says
//! in which order it is applied). A comparison right after `!` belongs to it: `5d10>=7!` counts, `5d10!>=7` explodes.
//!
//! `/` divides exactly, by a number without dice; `floor()` rounds down where it stands, and whatever fraction is left at
//! the end is rounded down too. So `d8/2 + d8/2` of a 3 and a 5 is 4, and `floor(d8/2) + floor(d8/2)` is 3.

mod error;
mod expr;
mod fraction;
mod parse;
mod print;
mod spread;

pub use error::ParseError;
pub use expr::{Expr, ShownExpr};
