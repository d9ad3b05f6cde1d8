//! Checking arcane energy (ST-179 to ST-183).

use super::*;
use crate::{
    check::{Checked, Counts, Named, arcane_result, open_successes, pool_of, roll_less},
    sheet::Attribute,
};

act! {
    /// ST-179.
    pub struct Gather for Stamina, by ActorId {
        how: How = "How", usual;
    }
}

impl Act<Stamina> for Gather {
    type By = ActorId;
    type Ready = Checking;
    const CARD: Card = card!("gather", "Gather arcane energy", "Magic", "", "ST-179");

    /// ST-183, ST-R79: a rank is needed, and no more turns in a row than there are ranks.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Checking, Bar<'t>> {
        may_work(see.table, who)?;
        turn::may(see.book, see.table, who, &cost(Action::Gather))?;
        let aptitude = see.sheet(who).skill(Primary::ArcaneAptitude);
        if aptitude == 0 {
            return Err(bar!("ST-R79", "no-aptitude", "without a rank there is nothing to gather").into());
        }
        if see.actor(who).craft.row >= aptitude {
            let words = "one gathers in as many turns in a row as there are ranks";
            return Err(bar!("ST-183", "too-many", words).into());
        }
        Ok(Checking { who, how: check::how(see, self.how())? })
    }

    /// ST-179, ST-180: successes are stored.
    fn resolve<O: Oracle>(ready: Checking, book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Checking { who, how } = ready;
        if !turn::declare(table, who, &cost(Action::Gather), oracle)? {
            return Ok(());
        }
        let successes = arcane_open(book, table, who, Action::Gather, how, oracle)?;
        let craft = &mut table.actor_mut(who).craft;
        craft.stored = craft.stored.saturating_add(successes);
        craft.actions = craft.actions.saturating_add(1);
        craft.row = craft.row.saturating_add(1); // ST-183
        craft.gathered = true;
        let stored = craft.stored;
        oracle.tell(Audience::All, || Event::Gathered(Gathered { who, successes, stored }));
        Ok(())
    }
}

/// ST-R10: the successes of an arcane check without a difficulty, in which lower dice may be kept.
pub fn arcane_open<O: Oracle>(
    book: &Stamina,
    table: &Table,
    who: ActorId,
    action: Action,
    how: How,
    oracle: &mut O,
) -> Flow<u8> {
    let pool = pool_of(table, who, Attribute::Mind, Primary::ArcaneAptitude); // ST-166
    let name = Named::Action(action);
    let (successes, face) = match how {
        How::Roll => {
            let result = arcane_result(book, table, who, name, &pool, oracle)?;
            (open_successes(&book.house, result, Counts::Successes), Some(result))
        }
        How::Standard | How::TakeTime => (roll_less(&pool, &book.house, how), None),
    };
    oracle.tell(Audience::All, || {
        Event::Checked(Checked { who, name, pool, face, how, difficulty: None, degree: None, successes })
    });
    Ok(successes)
}

told! {
    /// ST-180: energy is stored.
    pub struct Gathered for Stamina { who: ActorId, successes: u8, stored: u8 }
    |table| under "ST-180" by who => format!("{} gathers {successes}, {stored} are stored", table.name(who));
    marks |self, to| to.push(Mark::count("stored", Some(self.who), i32::from(self.successes)));
}
