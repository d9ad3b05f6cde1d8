//! Readying a ranged weapon (ST-157).

use super::*;

act! {
    /// ST-157: a ranged weapon.
    pub struct ReadyRanged for Stamina, by ActorId {
        item among near: ItemId = "Which";
        lowered: Lowered = "Lowered to zero, for penalty dice", usual;
    }
}

/// A ranged weapon that may be readied.
pub struct ReadyingRanged {
    who: ActorId,
    item: ItemId,
    cost: Cost,
}

impl Act<Stamina> for ReadyRanged {
    type By = ActorId;
    type Ready = ReadyingRanged;
    const CARD: Card = card!("ready-ranged", "Ready a ranged weapon", "Gear", "", "ST-157");
    const NOTHING: Why<'static> = bar!("ST-157", "nothing", "there is nothing at hand for that");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<ReadyingRanged, Bar<'t>> {
        turn::may_in_form(see, who, Action::ReadyAmmo, &self.lowered)?;
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
        let Declared { cost, .. } = turn::in_form(see, who, Action::ReadyAmmo, self.lowered()?)?;
        Ok(ReadyingRanged { who, item, cost })
    }

    fn resolve<O: Oracle>(ready: ReadyingRanged, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let ReadyingRanged { who, item, cost } = ready;
        if turn::declare(table, who, &cost, oracle)? {
            let grip = free_grip(table, who, item).unwrap_or(Grip::Main);
            take(table, who, Held { item, grip }, oracle);
        }
        Ok(())
    }

    fn meet_the_unknown<O: Oracle>(
        &self,
        who: ActorId,
        _: Refusal,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let Lowered(lowered) = self.lowered.value().copied().unwrap_or_default();
        turn::try_in_vain(table, who, &Cost::lowered(Action::ReadyAmmo, lowered), oracle)
    }
}
