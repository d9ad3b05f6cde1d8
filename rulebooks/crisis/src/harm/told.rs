//! What is told about wounds and conditions.

use crate::{Crisis, conditions::ConditionKind, table::Table, words::count};
use referee_engine::{ActorId, Mark, RuleId, rule, told};

told! {
    /// Wounds, conditions and what comes of them.
    pub enum HarmEvent for Crisis, |table| {
        /// CR-107: defences left no more than `minimum`.
        Wounded { who: ActorId, wounds: u8, lethal: bool, minimum: bool }
            under [if minimum { rule!("CR-107") } else { rule!("CR-116") }] by who
            => format!("{} takes {}", table.name(who), counted(wounds.into(), lethal));
        /// Armour takes so much off the damage of a hit.
        Blocked { who: ActorId, damage: u8 } under "CR-111" by who
            => format!("{} has Armour that blocks {damage}", table.name(who));
        /// A hit on somebody who is dead changes nothing.
        Unaffected { who: ActorId } under "CR-R42" by who => format!("{} is dead already", table.name(who));
        Bleeds { who: ActorId } under "CR-194" by who => format!("{} bleeds: 1 lethal wound", table.name(who));
        Dying { who: ActorId } under "CR-118" by who => format!("{} is Dying", table.name(who));
        Incapacitated { who: ActorId } under "CR-R93" by who => format!("{} is incapacitated", table.name(who));
        Recovers { who: ActorId } under "CR-R107" by who
            => format!("{} is no longer incapacitated", table.name(who));
        /// CR-119, CR-120, CR-181.
        Died { who: ActorId } under [death(table, who)] by who => format!("{} dies", table.name(who));
        KnockedOut { who: ActorId } under "CR-115" by who => format!("{} is knocked out", table.name(who));
        Wakes { who: ActorId } under "CR-R87" by who => format!("{} wakes", table.name(who));
        Condition { who: ActorId, kind: ConditionKind } under [kind.rule()] by who
            => format!("{} is {}", table.name(who), kind.word());
        ConditionEnds { who: ActorId, kind: ConditionKind } under [kind.rule()] by who
            => format!("{} is no longer {}", table.name(who), kind.word());
        Stabilised { who: ActorId } under "CR-133" by who => format!("{} is no longer Dying", table.name(who));
        /// CR-132, CR-137, CR-139: wounds are gone.
        Healed { who: ActorId, wounds: u16, lethal: bool } under "CR-132" by who
            => format!("{} is rid of {}", table.name(who), counted(wounds, lethal));
    }
    marks |self, to| to.extend(mark(self));
}

/// `2 lethal wounds`.
fn counted(wounds: u16, lethal: bool) -> String {
    let kind = if lethal { "lethal" } else { "non-lethal" };
    count(wounds.into(), &format!("{kind} wound"))
}

/// What is counted of it.
fn mark(event: &HarmEvent) -> Option<Mark> {
    let fate = |who, value, word| Some(Mark::word("fate", Some(who), value, word));
    match *event {
        HarmEvent::Wounded { who, wounds, lethal, .. } => {
            let measure = if lethal { "lethal wounds" } else { "non-lethal wounds" };
            Some(Mark::count(measure, Some(who), wounds.into()))
        }
        HarmEvent::Bleeds { who } => Some(Mark::count("lethal wounds", Some(who), 1)),
        HarmEvent::Incapacitated { who } => fate(who, 1, "incapacitated"),
        HarmEvent::KnockedOut { who } => fate(who, 2, "knocked out"),
        HarmEvent::Dying { who } => fate(who, 3, "dying"),
        HarmEvent::Died { who } => fate(who, 4, "dead"),
        HarmEvent::Stabilised { who } => Some(Mark::word("stabilised", Some(who), 1, "yes")),
        HarmEvent::Healed { who, wounds, .. } => Some(Mark::count("wounds healed", Some(who), wounds.into())),
        HarmEvent::Blocked { .. }
        | HarmEvent::Unaffected { .. }
        | HarmEvent::Recovers { .. }
        | HarmEvent::Wakes { .. }
        | HarmEvent::Condition { .. }
        | HarmEvent::ConditionEnds { .. } => None,
    }
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
