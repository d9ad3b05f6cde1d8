//! Readying weapons (ST-127, ST-128).

use super::*;

act! {
    /// ST-128, ST-D27: weapons come into hand.
    pub struct Ready for Stamina, by ActorId {
        item among near: ItemId = "Which";
        grip among grips: Grip = "In which hand", usual;
        second among seconds: Option<ItemId> = "And which in the off hand", usual;
        lowered: Lowered = "Lowered to zero, for penalty dice", usual;
    }
}

/// Weapons that may be readied, and how each is held.
pub struct Readying {
    who: ActorId,
    items: SmallVec<[Held; 2]>,
    cost: Cost,
}

/// As few hands as the item needs, the dominant one first; then both.
fn grips(act: &Ready, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Grip> {
    let item = act.item.value().filter(|item| see.has_item(**item));
    of(see, whose, |who| match item {
        Some(item) if see.item_sheet(*item).hands() == 2 => vec![Grip::Both],
        _ => vec![if see.has_main(who) { Grip::Off } else { Grip::Main }, Grip::Both],
    })
}

fn seconds(act: &Ready, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Option<ItemId>> {
    let others = near(act, see, whose).into_iter().filter(|other| act.item.value() != Some(other));
    std::iter::once(None).chain(others.map(Some)).collect()
}

impl Act<Stamina> for Ready {
    type By = ActorId;
    type Ready = Readying;
    const CARD: Card = card!("ready", "Ready weapons", "Gear", "", "ST-128");
    const NOTHING: Why<'static> = bar!("ST-128", "nothing", "there is nothing at hand for that");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Readying, Bar<'t>> {
        turn::may_in_form(see, who, Action::ReadyStow, &self.lowered)?;
        let first = Held { item: self.item()?, grip: self.grip()? };
        may_hold(see, who, &[], first)?;
        let mut items: SmallVec<[Held; 2]> = smallvec![first];
        // With both hands on the first there is no off hand for a second.
        let second = if first.grip == Grip::Both && self.second.is_open() { None } else { self.second()? };
        if let Some(item) = second {
            let held = Held { item, grip: Grip::Off };
            may_hold(see, who, &items, held).map_err(Why::moot)?;
            items.push(held);
        }
        let Declared { cost, .. } = turn::in_form(see, who, Action::ReadyStow, self.lowered()?)?;
        Ok(Readying { who, items, cost })
    }

    fn resolve<O: Oracle>(ready: Readying, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Readying { who, items, cost } = ready;
        if !turn::declare(table, who, &cost, oracle)? {
            return Ok(());
        }
        for held in items {
            take(table, who, held, oracle);
        }
        part(table, who);
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
        turn::try_in_vain(table, who, &Cost::lowered(Action::ReadyStow, lowered), oracle)
    }
}

/// ST-128: may this come into hand, besides what is taken with it?
fn may_hold(table: &Table, who: ActorId, taken: &[Held], held: Held) -> Result<(), Why<'static>> {
    if !at_hand(table, who, held.item) || taken.iter().any(|other| other.item == held.item) {
        return Err(bar!("ST-128", "not-at-hand", "this is not within easy reach"));
    }
    let hands = |grip: Grip| if grip == Grip::Both { 2 } else { 1 };
    let used: u8 = taken.iter().map(|held| hands(held.grip)).sum();
    let free = table.free_hands(who).saturating_sub(used);
    if hands(held.grip) < table.item_sheet(held.item).hands() || hands(held.grip) > free {
        return Err(bar!("ST-128", "no-hand", "there is no hand free for that"));
    }
    let is_taken = table.has_main(who) || taken.iter().any(|held| held.grip == Grip::Main);
    if held.grip == Grip::Main && is_taken {
        return Err(bar!("ST-128", "no-hand", "the dominant hand is not free"));
    }
    Ok(())
}

impl Ready {
    /// An item into an empty hand: as few hands as it needs, the dominant one first.
    pub fn empty_handed(table: &Table, item: ItemId) -> Ready {
        let grip = if table.item_sheet(item).hands() == 2 { Grip::Both } else { Grip::Main };
        Ready { item: item.into(), grip: grip.into(), second: None.into(), lowered: Lowered(false).into() }
    }
}
