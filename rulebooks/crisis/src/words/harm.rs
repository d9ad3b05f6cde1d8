//! Wounds and conditions in words.

use super::line;
use crate::{harm::HarmEvent, table::Table};
use referee_engine::{ActorId, Line, RuleId, rule};

/// The rule by which somebody is dead: its wounds, or else the survival roll of an Execute.
fn death(table: &Table, who: ActorId) -> RuleId {
    let (hp, actor) = (u16::from(table.sheet(who).hp), table.actor(who));
    match actor.lethal.count() {
        count if count >= 2 * hp => rule!("CR-119"),
        count if count >= hp && actor.dies_at_zero => rule!("CR-120"),
        _ => rule!("CR-181"),
    }
}

pub fn narrate(table: &Table, event: &HarmEvent) -> Line {
    let kind = |lethal: bool| if lethal { "lethal" } else { "non-lethal" };
    let plural = |count: u16| if count == 1 { "wound" } else { "wounds" };
    let (who, text, rule) = match event {
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
