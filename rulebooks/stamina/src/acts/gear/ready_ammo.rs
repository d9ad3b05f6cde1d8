//! Readying ammunition (ST-157).

use super::*;
use crate::words::count;

act! {
    /// ST-157: pieces of ammunition.
    pub struct ReadyAmmo for Stamina, by ActorId {
        lowered: Lowered = "Lowered to zero, for penalty dice", usual;
    }
}

impl Act<Stamina> for ReadyAmmo {
    type By = ActorId;
    type Ready = Declared;
    const CARD: Card = card!("ready-ammo", "Ready ammunition", "Gear", "", "ST-157");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Declared, Bar<'t>> {
        turn::may_in_form(see, who, Action::ReadyAmmo, &self.lowered)?;
        if see.actor(who).ammo == 0 {
            return Err(bar!("ST-157", "no-ammo", "there is no ammunition left").into());
        }
        Ok(turn::in_form(see, who, Action::ReadyAmmo, self.lowered()?)?)
    }

    fn resolve<O: Oracle>(ready: Declared, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Declared { who, cost } = ready;
        if !turn::declare(table, who, &cost, oracle)? {
            return Ok(());
        }
        let pieces = 1 + table.sheet(who).rank(Secondary::Reload); // ST-157
        let actor = table.actor_mut(who);
        let pieces = pieces.min(actor.ammo);
        actor.ammo -= pieces;
        actor.ready_ammo = actor.ready_ammo.saturating_add(pieces);
        oracle.tell(Audience::All, || Event::Ammo(AmmoReadied { who, pieces }));
        Ok(())
    }
}

told! {
    /// ST-157: so many pieces are at hand.
    pub struct AmmoReadied for Stamina { who: ActorId, pieces: u8 }
    |table| under "ST-157" by who =>
        format!("{} readies {} of ammunition", table.name(who), count(pieces.into(), "piece"));
}
