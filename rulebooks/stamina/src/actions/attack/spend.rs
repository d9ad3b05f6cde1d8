//! What additional successes go into (ST-R45, ST-D19).

use super::{Attack, AttackEvent};
use crate::{Event, Question, Stamina, actions::Action, table::Table};
use referee_engine::{Audience, Flow, Oracle, Who};
use serde::{Deserialize, Serialize};
use std::mem::ManuallyDrop;

/// Successes by their use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// On damage.
    pub damage: u8,
    /// On APV.
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

/// One of them, by its place among them.
fn option(more: u8, with_defense: bool, at: usize) -> Spent {
    if with_defense {
        return options(more, true).nth(at).unwrap_or_default();
    }
    // Without defense there is one way for each number on APV.
    let apv = usize::from(more).min(at) as u8;
    Spent { damage: more - apv, apv, defense: 0 }
}

/// How many ways there are.
pub fn count(more: u8, with_defense: bool) -> usize {
    let more = usize::from(more);
    if with_defense { (more + 1) * (more + 2) / 2 } else { more + 1 }
}

/// ST-025, ST-R45: the attacker spends its additional successes. A Disarm has its own use for them (ST-092).
pub(super) fn spend<O: Oracle<Stamina>>(
    _book: &Stamina,
    table: &Table,
    attack: &Attack,
    more: u8,
    oracle: &mut O,
) -> Flow<Spent> {
    if attack.action == Action::Disarm {
        return Ok(Spent::default());
    }
    let defense = attack.action == Action::Distracting;
    let question = ManuallyDrop::new(Question::Spend { more, defense }); // which holds nothing to be dropped
    let answer = oracle.ask(table, Who::Actor(attack.actor), &question)?;
    let spent = option(more, defense, answer);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Spent { by: attack.actor, spent }));
    Ok(spent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn st_r45_each_way_to_spend_has_its_place() {
        for (more, with_defense) in [(0, false), (1, false), (4, false), (0, true), (3, true)] {
            let all: Vec<Spent> = options(more, with_defense).collect();
            assert_eq!(all.len(), count(more, with_defense));
            for (at, way) in all.into_iter().enumerate() {
                assert_eq!(option(more, with_defense, at), way, "{at} of {more}");
            }
        }
    }
}
