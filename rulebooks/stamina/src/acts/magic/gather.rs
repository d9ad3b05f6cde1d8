//! Gathering arcane energy (ST-179 to ST-183).

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

/// Arcane energy, and who works with it.
pub struct Gathering {
    who: ActorId,
    how: How,
}

impl Act<Stamina> for Gather {
    type By = ActorId;
    type Ready = Gathering;
    const CARD: Card = card!("gather", "Gather arcane energy", "Magic", "", "ST-179");

    /// ST-183, ST-R79: a rank is needed, and no more turns in a row than there are ranks.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Gathering, Bar<'t>> {
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
        Ok(Gathering { who, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-179, ST-180: successes are stored.
    fn resolve<O: Oracle<Stamina>>(
        Gathering { who, how }: Gathering,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost(Action::Gather), oracle)?;
        if !table.is_active(who) {
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
pub fn arcane_open<O: Oracle<Stamina>>(
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

/// ST-180: energy is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Gathered {
    pub who: ActorId,
    pub successes: u8,
    pub stored: u8,
}

impl Tells<Stamina> for Gathered {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} gathers {}, {} are stored", table.name(self.who), self.successes, self.stored);
        Line::new(1, text, [rule!("ST-180")]).by(self.who)
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        to.push(Mark::count("stored", Some(self.who), i32::from(self.successes)));
    }
}
