//! Dice as people write them.
//!
//! `docs/notation.md` has every form with its meaning, beside what Roll20, Foundry, rpg-dice-roller and Avrae make of it; a test
//! runs each row of its table. In short:
//!
//! | written | means |
//! |---|---|
//! | `4d6`, `d20`, `d%`, `4dF`, `(2+1)d6`, `d{1,2,3,5}` | the sum of dice |
//! | `kh3` `k3` `kl1` `dh2` `dl1` `d1` | keep or drop the highest or lowest; drops come first |
//! | `!` `!!` `!p` `!>4` `!5` `!x6` | explode: compounding, penetrating, on these faces, at most 6 more |
//! | `r1` `r<3` `r2..4` `ro1` `u` | throw again until another face falls, once, or until no two are alike |
//! | `min2` `max5` | what a die is worth at least and at most |
//! | `>=5` `<3` `=6` `>7f1` | count dice instead of adding them, less failures |
//! | `{4d4+5d8+3d6}dh2kh4` | one pool of several sizes |
//! | `{2d6, d10+1}kh1` | sub-rolls, each by its total |
//! | `+ - * / % ^ ( )`, `floor` `ceil` `round` `abs` `sign` `max` `min` `pow` | arithmetic |
//! | `d20+5 >= 15`, `d6 > d8` | a question: 1 for yes, 0 for no |
//! | `[fire]` `# why` `// why` `/* why */` | labels and comments |
//!
//! The modifiers are read in `parse/modifiers.rs`, each in one function; what they do is in `pool.rs`.

mod error;
mod expr;
mod fraction;
mod parse;
mod print;
mod spread;
mod words;

pub use error::ParseError;
pub use expr::{Expr, ShownExpr, Sign};
