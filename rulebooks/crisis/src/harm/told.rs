//! What is told about wounds and conditions.

use crate::{Crisis, conditions::ConditionKind, table::Table, words::line};
use referee_engine::{ActorId, Line, Mark, RuleId, act::Tells, rule};
use serde::{Deserialize, Serialize};

/// Wounds, conditions and what comes of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmEvent {
    /// CR-116: wounds.
    Wounded {
        who: ActorId,
        wounds: u8,
        /// CR-117.
        lethal: bool,
        /// CR-107: defences left no more than this.
        minimum: bool,
    },
    /// CR-111: Armour takes so much off the damage of a hit.
    Blocked {
        who: ActorId,
        damage: u8,
    },
    /// CR-R42: a hit on somebody who is dead changes nothing.
    Unaffected {
        who: ActorId,
    },
    /// CR-194.
    Bleeds {
        who: ActorId,
    },
    /// CR-118.
    Dying {
        who: ActorId,
    },
    /// CR-R93.
    Incapacitated {
        who: ActorId,
    },
    /// It is no longer incapacitated.
    Recovers {
        who: ActorId,
    },
    /// CR-119, CR-120, CR-181.
    Died {
        who: ActorId,
    },
    /// CR-115.
    KnockedOut {
        who: ActorId,
    },
    /// CR-R87: it wakes.
    Wakes {
        who: ActorId,
    },
    /// A condition begins.
    Condition {
        who: ActorId,
        kind: ConditionKind,
    },
    ConditionEnds {
        who: ActorId,
        kind: ConditionKind,
    },
    /// CR-133: it is no longer Dying.
    Stabilised {
        who: ActorId,
    },
    /// CR-132, CR-137, CR-139: wounds are gone.
    Healed {
        who: ActorId,
        wounds: u16,
        lethal: bool,
    },
}

/// The rule by which somebody is dead: its wounds, or else the survival roll of an Execute.
fn death(table: &Table, who: ActorId) -> RuleId {
    let (hp, actor) = (u16::from(table.sheet(who).hp), table.actor(who));
    match actor.lethal.count() {
        count if count >= 2 * hp => rule!("CR-119"),
        count if count >= hp && actor.dies_at_zero => rule!("CR-120"),
        _ => rule!("CR-181"),
    }
}

impl Tells<Crisis> for HarmEvent {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let kind = |lethal: bool| if lethal { "lethal" } else { "non-lethal" };
        let plural = |count: u16| if count == 1 { "wound" } else { "wounds" };
        let (who, text, rule) = match self {
            HarmEvent::Wounded { who, wounds, lethal, minimum } => {
                let text = format!("takes {wounds} {} {}", kind(*lethal), plural((*wounds).into()));
                (who, text, if *minimum { rule!("CR-107") } else { rule!("CR-116") })
            }
            HarmEvent::Blocked { who, damage } => (who, format!("has Armour that blocks {damage}"), rule!("CR-111")),
            HarmEvent::Unaffected { who } => (who, "is dead already".into(), rule!("CR-R42")),
            HarmEvent::Bleeds { who } => (who, "bleeds: 1 lethal wound".into(), rule!("CR-194")),
            HarmEvent::Dying { who } => (who, "is Dying".into(), rule!("CR-118")),
            HarmEvent::Incapacitated { who } => (who, "is incapacitated".into(), rule!("CR-R93")),
            HarmEvent::Recovers { who } => (who, "is no longer incapacitated".into(), rule!("CR-R107")),
            HarmEvent::Died { who } => (who, "dies".into(), death(table, *who)),
            HarmEvent::KnockedOut { who } => (who, "is knocked out".into(), rule!("CR-115")),
            HarmEvent::Wakes { who } => (who, "wakes".into(), rule!("CR-R87")),
            HarmEvent::Condition { who, kind } => (who, format!("is {}", kind.word()), kind.rule()),
            HarmEvent::ConditionEnds { who, kind } => (who, format!("is no longer {}", kind.word()), kind.rule()),
            HarmEvent::Stabilised { who } => (who, "is no longer Dying".into(), rule!("CR-133")),
            HarmEvent::Healed { who, wounds, lethal } => {
                (who, format!("is rid of {wounds} {} {}", kind(*lethal), plural(*wounds)), rule!("CR-132"))
            }
        };
        line(1, format!("{} {text}", table.name(*who)), [rule], *who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        let fate = |who: &ActorId, value, word| Mark::word("fate", Some(*who), value, word);
        match self {
            HarmEvent::Wounded { who, wounds, lethal, .. } => {
                let measure = if *lethal { "lethal wounds" } else { "non-lethal wounds" };
                to.push(Mark::count(measure, Some(*who), (*wounds).into()));
            }
            HarmEvent::Bleeds { who } => to.push(Mark::count("lethal wounds", Some(*who), 1)),
            HarmEvent::Incapacitated { who } => to.push(fate(who, 1, "incapacitated")),
            HarmEvent::KnockedOut { who } => to.push(fate(who, 2, "knocked out")),
            HarmEvent::Dying { who } => to.push(fate(who, 3, "dying")),
            HarmEvent::Died { who } => to.push(fate(who, 4, "dead")),
            HarmEvent::Stabilised { who } => to.push(Mark::word("stabilised", Some(*who), 1, "yes")),
            HarmEvent::Healed { who, wounds, .. } => {
                to.push(Mark::count("wounds healed", Some(*who), (*wounds).into()));
            }
            HarmEvent::Blocked { .. }
            | HarmEvent::Unaffected { .. }
            | HarmEvent::Recovers { .. }
            | HarmEvent::Wakes { .. }
            | HarmEvent::Condition { .. }
            | HarmEvent::ConditionEnds { .. } => {}
        }
    }
}
