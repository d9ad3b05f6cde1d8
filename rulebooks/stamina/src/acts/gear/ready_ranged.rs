//! Readying a ranged weapon (ST-157).

use super::*;

act! {
    /// ST-157: a ranged weapon.
    pub struct ReadyRanged for Stamina, by ActorId {
        item among items: ItemId = "Which";
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    }
}

/// A ranged weapon that may be readied.
pub struct ReadyingRanged {
    who: ActorId,
    item: ItemId,
    cost: Cost,
}

fn items(_: &ReadyRanged, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ItemId> {
    near(see, whose)
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &ReadyRanged, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

impl Act<Stamina> for ReadyRanged {
    type By = ActorId;
    type Ready = ReadyingRanged;
    const CARD: Card = card!("ready-ranged", "Ready a ranged weapon", "Gear", "", "ST-157");
    const NOTHING: Why<'static> = bar!("ST-157", "nothing", "there is nothing at hand for that");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ReadyingRanged, Bar<'t>> {
        turn::may_in_form(see.book, see.table, who, Action::ReadyAmmo, self.lowered.value().copied())?;
        let item = self.item()?;
        let no_such = bar!("ST-157", "not-at-hand", "there is no such ranged weapon at hand, or no hand free");
        if !at_hand(see, who, item) {
            return Err(no_such.into());
        }
        if see.item_sheet(item).ranged.is_none() {
            return Err(no_such.moot().into());
        }
        if free_grip(see, who, item).is_none() {
            return Err(no_such.into());
        }
        let cost = Cost::lowered(Action::ReadyAmmo, self.lowered()?);
        turn::may(see.book, see.table, who, &cost)?;
        Ok(ReadyingRanged { who, item, cost })
    }

    fn resolve<O: Oracle<Stamina>>(
        ReadyingRanged { who, item, cost }: ReadyingRanged,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost, oracle)?;
        if table.is_active(who) {
            let grip = free_grip(table, who, item).unwrap_or(Grip::Main);
            take(table, who, Held { item, grip }, oracle);
        }
        Ok(())
    }

    fn meet_the_unknown<O: Oracle<Stamina>>(
        &self,
        who: ActorId,
        _: Refusal,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let is_lowered = self.lowered.value() == Some(&true);
        reach_in_vain(table, who, &Cost::lowered(Action::ReadyAmmo, is_lowered), oracle)
    }
}
