//! What additional successes go into (ST-R45, ST-D19).

use super::{Attack, AttackEvent, Technique};
use crate::{Event, Question, Stamina, table::Table};
use referee_engine::{Audience, Flow, Oracle, Who};
use serde::{Deserialize, Serialize};

/// Successes by their use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    pub damage: u8,
    pub apv: u8,
    /// ST-100: on the target's defense.
    pub defense: u8,
}

/// The ways to spend so many: everything on damage first, then on APV, and what is left on defense where the technique
/// allows it.
pub fn options(more: u8, with_defense: bool) -> impl Iterator<Item = Spent> {
    (0..=more).rev().flat_map(move |damage| {
        let rest = more - damage;
        let least = if with_defense { 0 } else { rest };
        (least..=rest).rev().map(move |apv| Spent { damage, apv, defense: rest - apv })
    })
}

/// How many ways there are.
pub fn count(more: u8, with_defense: bool) -> usize {
    let more = usize::from(more);
    if with_defense { (more + 1) * (more + 2) / 2 } else { more + 1 }
}

/// ST-025, ST-R45: the attacker spends its additional successes. A Disarm has its own use for them (ST-092).
pub(super) fn spend<O: Oracle<Stamina>>(table: &Table, attack: &Attack, more: u8, oracle: &mut O) -> Flow<Spent> {
    if attack.technique == Technique::Disarm {
        return Ok(Spent::default());
    }
    let defense = attack.technique == Technique::Distracting;
    let answer = oracle.ask(table, Who::Actor(attack.actor), &Question::Spend { more, defense })?;
    let spent = options(more, defense).nth(answer).unwrap_or_default();
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Spent { by: attack.actor, spent }));
    Ok(spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_r45_there_are_as_many_ways_to_spend_as_are_counted() {
        for (more, with_defense) in [(0, false), (1, false), (4, false), (0, true), (3, true)] {
            assert_eq!(options(more, with_defense).count(), count(more, with_defense));
        }
    }
}
