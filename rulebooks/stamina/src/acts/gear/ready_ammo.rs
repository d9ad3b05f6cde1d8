//! Readying ammunition (ST-157).

use super::*;
use crate::words::count;

act! {
    /// ST-157: pieces of ammunition.
    pub struct ReadyAmmo for Stamina, by ActorId {
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    }
}

/// Ammunition that may be readied.
pub struct ReadyingAmmo {
    who: ActorId,
    cost: Cost,
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &ReadyAmmo, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

impl Act<Stamina> for ReadyAmmo {
    type By = ActorId;
    type Ready = ReadyingAmmo;
    const CARD: Card = card!("ready-ammo", "Ready ammunition", "Gear", "", "ST-157");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ReadyingAmmo, Bar<'t>> {
        turn::may_in_form(see.book, see.table, who, Action::ReadyAmmo, self.lowered.value().copied())?;
        if see.actor(who).ammo == 0 {
            return Err(bar!("ST-157", "no-ammo", "there is no ammunition left").into());
        }
        let cost = Cost::lowered(Action::ReadyAmmo, self.lowered()?);
        turn::may(see.book, see.table, who, &cost)?;
        Ok(ReadyingAmmo { who, cost })
    }

    fn resolve<O: Oracle<Stamina>>(
        ReadyingAmmo { who, cost }: ReadyingAmmo,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost, oracle)?;
        if !table.is_active(who) {
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

/// ST-157: so many pieces are at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AmmoReadied {
    pub who: ActorId,
    pub pieces: u8,
}

impl Tells<Stamina> for AmmoReadied {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let pieces = count(self.pieces.into(), "piece");
        let text = format!("{} readies {pieces} of ammunition", table.name(self.who));
        Line::new(1, text, [rule!("ST-157")]).by(self.who)
    }
}
