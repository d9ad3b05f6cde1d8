//! What the file of an act needs: `use referee_engine::act::prelude::*;`

pub use super::{Act, Acts, Answers, Asks, Bar, Book, Card, Gm, Seen, Several, Shape, Tells, Text, Value, Why, Within};
pub use crate::{
    ActorId, ActorSet, Audience, Choice, Face, Flow, Line, Mark, Oracle, Refusal, RuleId, Seat, Throw, Who, act,
    answers, ask, bar, card, indexed_values, named, named_values, rule, told,
};
pub use referee_dice::{FastRng, Roll};
pub use serde::{Deserialize, Serialize};
