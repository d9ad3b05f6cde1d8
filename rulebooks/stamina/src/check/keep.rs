//! Which dice are kept where a lower result can help (ST-012, ST-R04).

use super::{Named, Pool};
use crate::{Stamina, table::Table};
use referee_dice::Roll;
use referee_engine::{
    ActorId, Choice, Flow, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks},
    ask, rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The result of an arcane check, in which the caster may keep lower dice (ST-012, ST-R04, ST-D05).
///
/// The caster says first whether the greatest or the least dice are kept, which is one throw, or that it wants to see
/// them: then each die falls by itself and every sum of as many dice as the attribute is offered.
pub fn arcane_result<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    name: Named,
    pool: &Pool,
    oracle: &mut O,
) -> Flow<i32> {
    let house = &book.house;
    let throw = Throw::open(Who::Actor(who), name.word());
    let (bonus, penalty) = pool.dice(house);
    let has_choice = pool.rank + bonus > 0;
    let keep = if has_choice { (WhichDice {}).ask(Who::Actor(who), table, oracle)? } else { Keep::Greatest };
    let at_once = match keep {
        Keep::Greatest => Some(pool.roll(house)),
        Keep::Least => Some(pool.roll(house).keep_lowest(u16::from(pool.attribute))),
        Keep::See => None,
    };
    if let Some(roll) = at_once {
        return Ok(oracle.roll(throw, roll, |total| total)?.value);
    }
    let sizes = [(pool.attribute, 4), (pool.rank, 8), (bonus.saturating_add(penalty), 6)];
    let mut dice: SmallVec<[u8; 24]> = SmallVec::new();
    for (count, sides) in sizes {
        for _ in 0..count {
            dice.push(oracle.roll(throw, Roll::die(sides), |face| face)?.value as u8);
        }
    }
    dice.sort_unstable();
    dice.truncate(dice.len() - usize::from(penalty)); // ST-011
    let results = sums(&dice, pool.attribute);
    Ok(i32::from((WhichResult { results }).ask(Who::Actor(who), table, oracle)?))
}

ask! {
    /// ST-D05, to a caster before an arcane check.
    pub struct WhichDice for Stamina: "keep", "ST-D05" {}
    |self, _| "Keep the greatest dice, the least, or see them first?".into();
    pub enum Keep {
        Greatest = "greatest", "greatest";
        Least = "least", "least";
        See = "see", "see";
    }
}

/// ST-D05, to a caster who has seen the dice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhichResult {
    /// What can be made of them, the greatest first.
    pub results: SmallVec<[u8; 16]>,
}

impl Asks<Stamina> for WhichResult {
    type Answer = u8;
    const KIND: &'static str = "result";
    const RULE: RuleId = rule!("ST-D05");

    fn answers(&self) -> Answers<u8> {
        self.results.iter().copied().collect()
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        "Which result?".into()
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, result: &u8) -> Choice {
        Choice::plain(result.to_string())
    }
}

/// ST-012: every sum of exactly `keep` of these dice, the greatest first.
pub fn sums(dice: &[u8], keep: u8) -> SmallVec<[u8; 16]> {
    let mut reached = vec![[false; 256]; usize::from(keep) + 1];
    reached[0][0] = true;
    for &die in dice {
        for count in (0..usize::from(keep)).rev() {
            for sum in 0..256 - usize::from(die) {
                if reached[count][sum] {
                    reached[count + 1][sum + usize::from(die)] = true;
                }
            }
        }
    }
    (0..256).rev().filter(|&sum| reached[usize::from(keep)][sum]).map(|sum| sum as u8).collect()
}
