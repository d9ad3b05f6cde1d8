//! Use Item (CR-188, CR-189, CR-D35).

use super::prelude::*;
use crate::{
    conditions::{self, Cause, ConditionKind},
    sheet::{Effect, ItemEffect, Lasts},
};

act! {
    /// CR-188: uses an item, on somebody if it is for that.
    pub struct UseItem for Crisis, by ActorId {
        item: ItemAt = "What";
        on: ActorId = "On whom";
    }
}

/// An item that may be used.
pub struct Using {
    used: UsesItem,
    ap: u8,
    effect: ItemEffect,
    one_use: bool,
}

told! {
    /// CR-188: somebody uses an item.
    #[derive(Copy)]
    pub struct UsesItem for Crisis { who: ActorId, item: u8, target: Option<ActorId> }
    |table| "CR-188" by who => {
        let what = &table.setup.items[usize::from(item)].name;
        let on = target.map_or(String::new(), |target| format!(" on {}", table.name(target)));
        format!("{} uses {what}{on}", table.name(who))
    };
}

/// CR-188, CR-D35: may this be done to somebody?
fn fits<'t>(book: &Crisis, table: &'t Table, used: UsesItem, effect: ItemEffect) -> Result<(), Why<'t>> {
    let UsesItem { who, item, target: Some(target) } = used else { return Ok(()) };
    table.known(target)?;
    let there = table.actor(target);
    if target == who || !there.is_here() || table.actor(who).unaware_of.contains(target) {
        return Err(bar!("CR-188", "no-use", "it needs somebody in a neighbouring square").moot());
    }
    if table.distance(&book.house, table.actor(who).place.cell, there.place.cell) > 1 {
        return Err(bar!("CR-188", "no-use", "it needs somebody in a neighbouring square"));
    }
    let has = |cause: Cause| there.causes().any(|known| known == cause);
    let fits = match effect {
        ItemEffect::Rouse => table.has(target, ConditionKind::Stunned) || has(Cause::Asleep),
        ItemEffect::Bind => table.is_helpless(target) && !has(Cause::Bound),
        ItemEffect::OnSelf(_) => false,
    };
    let name = &table.setup.items[usize::from(item)].name;
    if fits { Ok(()) } else { Err(bar!("CR-188", "no-use", "{} does nothing to {}", name, table.name(target))) }
}

impl Act<Crisis> for UseItem {
    type By = ActorId;
    type Ready = Using;
    const CARD: Card = card!("use", "Use an item", "Combat", "", "CR-188");
    const NOTHING: Why<'static> = bar!("CR-188", "no-item", "there is nothing to use now");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Using, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        let is_useful = |item: &u8| table.setup.items[usize::from(*item)].effect.is_some();
        if !table.actor(who).items.iter().any(|(item, _)| is_useful(item)) {
            return Err(Self::NOTHING.into());
        }
        let ItemAt(item) = self.item()?;
        let Some(known) = table.setup.items.get(usize::from(item)).filter(|_| table.actor(who).item(item) > 0) else {
            return Err(bar!("CR-188", "no-item", "{} has no such item", table.name(who)).into());
        };
        let Some(effect) = known.effect else {
            return Err(bar!("CR-188", "no-use", "{} is not used like that", &known.name).moot().into());
        };
        turn::afford(table, who, known.use_ap)?;
        let target = match effect {
            ItemEffect::OnSelf(_) => None,
            ItemEffect::Rouse | ItemEffect::Bind => Some(self.on()?),
        };
        let used = UsesItem { who, item, target };
        fits(book, table, used, effect)?;
        Ok(Using { used, ap: known.use_ap, effect, one_use: known.one_use })
    }

    /// CR-188, CR-189: the item says what happens.
    fn resolve<O: Oracle<Crisis>>(ready: Using, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Using { used, ap, effect, one_use } = ready;
        let UsesItem { who, item, target } = used;
        turn::spend(book, table, who, ap, false, oracle);
        oracle.tell(Audience::All, || Event::UsesItem(used));
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        if one_use {
            table.actor_mut(who).spend_item(item);
        }
        let target = target.unwrap_or(who);
        match effect {
            ItemEffect::OnSelf(effect) => conditions::inflict(book, table, who, effect, oracle),
            ItemEffect::Rouse => {
                conditions::remove(table, target, ConditionKind::Stunned, oracle);
                conditions::remove(table, target, ConditionKind::Helpless(Cause::Asleep), oracle);
            }
            ItemEffect::Bind => {
                let bound = Effect { kind: ConditionKind::Helpless(Cause::Bound), lasts: Lasts::Open };
                conditions::inflict(book, table, target, bound, oracle);
            }
        }
        overwatch::after(book, table, who, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || {
            let usable = |item: &ItemAt| {
                let item = || Open::with(*item);
                let on_self = UseItem { item: item(), ..UseItem::default() };
                let on = |on: ActorId| UseItem { item: item(), on: on.into() };
                on_self.ready(see, who).is_ok() || see.actors().iter().any(|id| on(id).ready(see, who).is_ok())
            };
            let items = ItemAt::all(see, Some(who)).into_iter().filter(usable);
            items.map(|ItemAt(item)| see.setup.items[usize::from(item)].use_ap).min()
        });
    }
}
