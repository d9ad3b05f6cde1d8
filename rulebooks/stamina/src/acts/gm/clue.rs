//! Clues, and things to be found (ST-242, ST-243).

use super::{LONGEST, MOST_FORMS};
use crate::acts::prelude::*;
use crate::{
    sheet::{ClueSheet, clue_without_cost},
    table::{Clue, ClueState, Goal},
};
use referee_engine::key_of;
use std::sync::Arc;

act! {
    /// ST-D33: a clue, or a thing to be found, is put in place or changed.
    pub struct PutClue for Stamina, by Gm {
        key: Text<60> = "Word for it";
        topic: Text<LONGEST> = "What it is about";
        information: Text<LONGEST> = "What it tells";
        item: bool = "A thing for a Search?", usual;
        difficulty: Within<1, 60> = "Difficulty";
        cost: Within<0, 20> = "Additional successes, if it is not the easiest", usual when free;
    }
}

/// A clue that may be put in place.
pub struct Placing {
    clue: ClueSheet,
}

impl Act<Stamina> for PutClue {
    type By = Gm;
    type Ready = Placing;
    const CARD: Card = card!("clue", "Put a clue in place", "GM", "", "ST-242");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Placing, Bar<'t>> {
        let key = key_of(&self.key()?.within()?);
        let is_known = clue_of(see, &key).is_some();
        if key.is_empty() || (!is_known && see.setup.clues.len() >= MOST_FORMS) {
            return Err(bar!(_, "no-name", "a clue needs a word of its own, and there is room for 200").into());
        }
        let (topic, item) = (self.topic()?.within()?, self.item()?);
        let (difficulty, cost) = (self.difficulty()?.number()? as u8, self.cost()?.number()? as u8);
        let clue = ClueSheet { key, topic, difficulty, cost, information: String::new(), item };
        if clue_without_cost(&clues_with(see, &clue)).is_some() {
            return Err(bar!("ST-243", "no-cost", "every clue but the easiest of a topic has a cost").into());
        }
        Ok(Placing { clue: ClueSheet { information: self.information()?.within()?, ..clue } })
    }

    fn resolve<O: Oracle<Stamina>>(
        Placing { clue }: Placing,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let at = clue_of(table, &clue.key).unwrap_or(table.setup.clues.len());
        let clues = &mut Arc::make_mut(&mut table.setup).clues;
        if at < clues.len() {
            clues[at] = clue;
            table.clues[at].state = ClueState::Whole;
            // ST-R146: whoever searched for it in vain may search again.
            table.no_retry.retain(|(_, goal)| *goal != Goal::Thing(at as u8));
        } else {
            clues.push(clue);
            table.clues.push(Clue::default());
        }
        oracle.tell(Audience::Gm, || Event::Clue(CluePut { clue: at as u8 }));
        Ok(())
    }
}

/// ST-243: a clue that needs a cost has to be given one.
fn free(act: &PutClue, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.cost.value() == Some(&Within(0))
}

/// All clues with this one put in place, or changed.
fn clues_with(table: &Table, clue: &ClueSheet) -> Vec<ClueSheet> {
    let others = table.setup.clues.iter().filter(|other| other.key != clue.key);
    others.chain([clue]).cloned().collect()
}

fn clue_of(table: &Table, key: &str) -> Option<usize> {
    table.setup.clues.iter().position(|clue| clue.key == key)
}

/// ST-242: there is something to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CluePut {
    pub clue: u8,
}

impl Tells<Stamina> for CluePut {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let clue = &table.setup.clues[usize::from(self.clue)];
        let text = format!("There is {} to find, difficulty {}", clue.key, clue.difficulty);
        Line::new(0, text, [rule!("ST-242")])
    }
}
