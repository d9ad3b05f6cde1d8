//! No Reaction (CW-089).

use super::{Holds, Incoming, Respond};
use crate::{Clockworld, sheet::Skill, table::Table};
use referee_engine::{ActorId, RuleId, rule};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// CW-089: nobody has to react.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Decline;

impl Respond for Decline {
    fn all(_: &Clockworld, _: &Table, _: ActorId, _: &Incoming) -> SmallVec<[Self; 2]> {
        smallvec![Decline]
    }

    fn option(self, _: &Table, _: ActorId) -> (String, String) {
        ("decline".into(), "No Reaction".into())
    }

    fn check(self, _: &Table) -> Option<(Skill, &'static str)> {
        None
    }

    fn holds(self) -> Holds {
        Holds::Nothing
    }

    fn told(self, _: &Table, _: ActorId) -> (String, RuleId) {
        ("does not defend".into(), rule!("CW-089"))
    }
}
