//! Sneak (ST-R104).

use super::prelude::*;
use crate::words::dice;
use referee_engine::Throw;

act! {
    /// ST-R104: out of sight of everybody, if the stealth result is high enough.
    pub struct Sneak for Stamina, by ActorId {}
}

/// Somebody who may sneak.
pub struct Sneaking {
    who: ActorId,
}

/// The book gives it no turn requirement.
const COST: Cost = Cost::of(Action::Sneak, Need::One);

impl Act<Stamina> for Sneak {
    type By = ActorId;
    type Ready = Sneaking;
    const CARD: Card = card!("sneak", "Sneak", "Other", "", "ST-R104");

    /// ST-R18: a stealth check is opposed, so it is always rolled.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Sneaking, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        if see.clock.mode == Mode::Rounds {
            return Err(bar!("ST-R104", "in-rounds", "in the middle of a fight nobody slips away unseen").into());
        }
        Ok(Sneaking { who })
    }

    /// ST-R104: reflexes and stealth, rolled once; nobody else sees the dice.
    fn resolve<O: Oracle<Stamina>>(
        Sneaking { who }: Sneaking,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &COST, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        let mut pool = pool_of(table, who, Attribute::Reflexes, Primary::Stealth);
        pool.gain(Cause::Watch, table.actor(who).stealth_bonus); // ST-R102
        let to = Audience::only(who);
        let throw = Throw::hidden(Who::Actor(who), "stealth check", to);
        let result = oracle.roll(throw, pool.roll(&book.house), |total| total as u8)?.value;
        table.set_hidden(who, true);
        table.actor_mut(who).stealth = Some(result);
        oracle.tell(to, || Event::Sneaks(Sneaks { who, pool, result }));
        Ok(())
    }
}

/// ST-R104: a stealth result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sneaks {
    pub who: ActorId,
    pub pool: Pool,
    pub result: u8,
}

impl Tells<Stamina> for Sneaks {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} sneaks: {}", table.name(self.who), self.result);
        Line::new(1, text, [rule!("ST-R104")]).by(self.who).with(dice(&self.pool))
    }
}
