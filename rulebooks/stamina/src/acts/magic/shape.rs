//! Shaping arcane energy (ST-184, ST-185, ST-R80).

use super::gather::arcane_open;
use super::*;
use crate::sheet::Power;

act! {
    /// ST-184.
    pub struct Shape for Stamina, by ActorId {
        how: How = "How", usual;
    }
}

/// Arcane energy, and who works with it.
pub struct Shaping {
    who: ActorId,
    how: How,
}

impl Act<Stamina> for Shape {
    type By = ActorId;
    type Ready = Shaping;
    const CARD: Card = card!("shape", "Shape arcane energy", "Magic", "", "ST-184");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Shaping, Bar<'t>> {
        may_work(see.table, who)?;
        turn::may(see.book, see.table, who, &cost(Action::Shape))?;
        if see.actor(who).craft.unshaped() == 0 {
            return Err(bar!("ST-184", "nothing-stored", "there is nothing to shape").into());
        }
        Ok(Shaping { who, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-184, ST-185, ST-R80: each success moves one stored success into a power (ST-D23).
    fn resolve<O: Oracle<Stamina>>(
        Shaping { who, how }: Shaping,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost(Action::Shape), oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        let successes = arcane_open(book, table, who, Action::Shape, how, oracle)?;
        let craft = &mut table.actor_mut(who).craft;
        craft.actions = craft.actions.saturating_add(1);
        let count = successes.min(craft.unshaped());
        for _ in 0..count {
            // A success allows it and does not demand it.
            let options = Power::ALL.into_iter().map(Some).chain([None]).collect();
            let Some(power) = (WhichPower { options }).ask(Who::Actor(who), table, oracle)? else { break };
            let shaped = &mut table.actor_mut(who).craft.shaped[power as usize];
            *shaped = shaped.saturating_add(1);
            oracle.tell(Audience::All, || Event::Powered(Powered { who, power, rule: rule!("ST-185") }));
        }
        Ok(())
    }
}
