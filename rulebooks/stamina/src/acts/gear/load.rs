//! Loading (ST-151, ST-R27, ST-R70).

use super::*;

act! {
    /// ST-151.
    pub struct Load for Stamina, by ActorId {
        item among in_hand: ItemId = "Which";
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    }
}

/// A weapon that may be loaded.
pub struct Loading {
    who: ActorId,
    item: ItemId,
    cost: Cost,
}

fn in_hand(_: &Load, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ItemId> {
    held(see, whose)
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &Load, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

/// ST-151, ST-R70: what it costs. ST-R27: the stamina is paid in the first turn.
fn cost(table: &Table, who: ActorId, item: ItemId, is_lowered: bool) -> Cost {
    let (turns, stamina) =
        table.item_sheet(item).ranged.map_or((1, 0), |ranged| (ranged.load_turns, ranged.load_stamina));
    let goes_on = table.actor(who).work.is_some_and(|work| work.item == item);
    let need = match turns {
        0 => Need::Zero,
        1 if is_lowered => Need::Lowered,
        1 => Need::One,
        turns => Need::Turns(turns),
    };
    Cost { action: Action::Load, stamina: if goes_on { 0 } else { stamina }, need, item: Some(item) }
}

impl Act<Stamina> for Load {
    type By = ActorId;
    type Ready = Loading;
    const CARD: Card = card!("load", "Load", "Gear", "", "ST-151");
    const NOTHING: Why<'static> = bar!("ST-151", "nothing", "there is nothing at hand for that");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Loading, Bar<'t>> {
        see.table.may_act(who)?;
        let item = self.item()?;
        if !see.has_item(item) || see.grip(who, item).is_none() {
            return Err(bar!("ST-151", "not-readied", "this weapon is not readied").into());
        }
        if see.item_sheet(item).ranged.is_none() {
            return Err(bar!("ST-151", "not-readied", "this weapon is not loaded").moot().into());
        }
        let is_lowered = self.lowered()?;
        let cost = cost(see, who, item, is_lowered);
        if is_lowered && cost.need != Need::Lowered {
            return Err(bar!("ST-R70", "cannot-be-lowered", "only a requirement of one can be lowered").into());
        }
        turn::may(see.book, see.table, who, &cost)?;
        if see.item(item).loaded {
            return Err(bar!("ST-151", "loaded", "it is loaded already").into());
        }
        if see.actor(who).ready_ammo == 0 {
            return Err(bar!("ST-R69", "no-ammo", "no piece of ammunition is readied").into());
        }
        Ok(Loading { who, item, cost })
    }

    fn resolve<O: Oracle<Stamina>>(
        Loading { who, item, cost }: Loading,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost, oracle)?;
        if table.is_active(who) {
            load(table, who, item, oracle);
        }
        Ok(())
    }
}

/// ST-151, ST-R27, ST-R69: one turn of loading; the last one puts a readied piece in place.
fn load<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, item: ItemId, oracle: &mut O) {
    let turns = table.item_sheet(item).ranged.map_or(0, |ranged| ranged.load_turns);
    let done = turns < 2 || turn::work(table.actor_mut(who), item, turns);
    if done {
        table.item_mut(item).loaded = true;
        let actor = table.actor_mut(who);
        actor.ready_ammo = actor.ready_ammo.saturating_sub(1);
    }
    let (what, rule) = (if done { Handling::Loaded } else { Handling::Loading }, rule!("ST-151"));
    oracle.tell(Audience::All, || Event::Gear(Handled { who, item, what, rule }));
}
