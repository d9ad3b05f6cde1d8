//! Food and water (SE-011, SE-014, SE-016, SE-126, SE-R08 to SE-R10).

use super::{Halt, TimeEvent, Told};
use crate::{
    Event, Segments, conditions, harm,
    house::SupplyMode,
    table::{Stock, Table},
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Flow, Oracle, Throw, Who, act::Asks, ask, rule};
use smallvec::SmallVec;

ask! {
    /// SE-D28, to the GM: supplies are missing.
    pub struct Soften for Segments: "soften", "SE-R10" {
        who: ActorId,
        /// Water, or food.
        water: bool,
    }
    |self, table| {
        let what = if self.water { "water" } else { "food" };
        format!("{} has no {what}. The usual harm?", table.name(self.who))
    };
    /// SE-D28.
    pub enum Softened {
        No = "harm", "Weary, then a point of Health a day";
        Yes = "soften", "Not this time";
    }
}

/// SE-R08: hours after which a need falls due.
const DUE: u16 = 24;

/// SE-R08, SE-R09, SE-R10: an hour has passed: each counter goes up, what is due is met or missing; food before water,
/// characters in the order of their sheets. As Journeying passes the most time it uses the most (SE-011).
pub(super) fn hour<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    told: Told,
    halts: &mut SmallVec<[Halt; 2]>,
    oracle: &mut O,
) -> Flow<()> {
    for who in table.ids() {
        if !table.sheet(who).needs_food || !table.is_here(who) {
            continue;
        }
        let actor = table.actor_mut(who);
        actor.food_hours = actor.food_hours.saturating_add(1);
        actor.water_hours = actor.water_hours.saturating_add(1);
        let mut missing = false;
        for water in [false, true] {
            missing |= meet(book, table, who, water, told, oracle)?;
        }
        if missing {
            halts.push(Halt::Missing(who));
        }
        starve(book, table, who, oracle)?;
    }
    Ok(())
}

/// The stock of one need, and the hours without it.
fn need(table: &mut Table, who: ActorId, water: bool) -> (&mut Stock, &mut u16) {
    let actor = table.actor_mut(who);
    if water { (&mut actor.water, &mut actor.water_hours) } else { (&mut actor.food, &mut actor.food_hours) }
}

fn has_stock(book: &Segments, stock: Stock) -> bool {
    match book.house.supply_mode {
        SupplyMode::UsageDie => stock.die > 0,
        SupplyMode::Count => stock.units > 0,
    }
}

/// Is it due? Then the stock is used, or the need is missing. True if it fell due now and is missing.
fn meet<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    water: bool,
    told: Told,
    oracle: &mut O,
) -> Flow<bool> {
    let (stock, hours) = need(table, who, water);
    let (stock, hours) = (*stock, *hours);
    if hours < DUE {
        return Ok(false);
    }
    if has_stock(book, stock) {
        consume(book, table, who, water, told, oracle)?;
        return Ok(false);
    }
    if !hours.is_multiple_of(DUE) {
        return Ok(false);
    }
    // SE-D28: the GM may soften it.
    let softened = table.ask_gm && Soften { who, water }.ask(Who::Gm, table, oracle)? == Softened::Yes;
    oracle.tell(Audience::All, || Event::Time(TimeEvent::Missing { who, water, hours, softened }));
    if let Some(weary) = table.weary().filter(|_| !softened) {
        conditions::gain(table, who, weary, None, rule!("SE-R10"), oracle);
    }
    Ok(true)
}

/// SE-R09: the stock is used: a roll of its die for each ration (1 or 2 makes it one size smaller, a d4 is gone then), or with
/// `count` a unit each. That meets the need. SE-016: this is the roll for supplies that the text asks for.
pub(crate) fn consume<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    water: bool,
    told: Told,
    oracle: &mut O,
) -> Flow<()> {
    let times = if water { book.house.water_per_day } else { book.house.rations_per_day };
    for _ in 0..times {
        let stock = *need(table, who, water).0;
        if !has_stock(book, stock) {
            break;
        }
        let mut left = stock;
        match book.house.supply_mode {
            SupplyMode::Count => left.units -= 1,
            SupplyMode::UsageDie => {
                let name = if water { "water" } else { "food" };
                let to = told.audience();
                let throw = Throw { who: Who::Actor(who), name, to };
                let shrinks = oracle.roll(throw, Roll::die(u16::from(stock.die)), |face| face <= 2)?.value;
                if shrinks {
                    left.die = smaller(stock.die);
                }
            }
        }
        let gone = !has_stock(book, left);
        let die = book.house.supply_mode == SupplyMode::UsageDie;
        let shown = if die { left.die } else { left.units };
        let to = if gone { Audience::All } else { told.audience() };
        oracle.tell(to, || Event::Time(TimeEvent::Used { who, water, left: shown, die, gone }));
        *need(table, who, water).0 = left;
    }
    *need(table, who, water).1 = 0;
    Ok(())
}

/// SE-R09: one size smaller; a d4 that steps down is gone.
pub fn smaller(die: u8) -> u8 {
    if die <= 4 { 0 } else { die - 2 }
}

/// SE-R09: the die of supplies that would last so many days.
pub fn die_for(days: u8) -> u8 {
    match days {
        0 => 0,
        1..=2 => 4,
        3..=5 => 6,
        6..=9 => 8,
        10..=14 => 10,
        _ => 12,
    }
}

/// SE-R10: each further 24 hours without cost 1 Health, once a day, by the longer of the two wants. It is no strike.
fn starve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let actor = table.actor(who);
    let longer = actor.food_hours.max(actor.water_hours);
    let softened = table.weary().is_some_and(|weary| !actor.statuses.has(weary));
    if longer >= 2 * DUE && longer.is_multiple_of(DUE) && !softened {
        harm::hurt(book, table, who, 1, oracle)?;
    }
    Ok(())
}

/// SE-R09, SE-R10: supplies are bought or found for so many days: the die is set, or units are added. What is wanting is used
/// at once.
pub fn restock<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    water: bool,
    days: u8,
    oracle: &mut O,
) -> Flow<()> {
    let (stock, hours) = need(table, who, water);
    let each = if water { book.house.water_per_day } else { book.house.rations_per_day };
    match book.house.supply_mode {
        SupplyMode::UsageDie => stock.die = stock.die.max(die_for(days)),
        SupplyMode::Count => stock.units = stock.units.saturating_add(days.saturating_mul(each)),
    }
    let (stock, hours) = (*stock, *hours);
    if hours >= DUE && has_stock(book, stock) {
        consume(book, table, who, water, Told::Everything, oracle)?;
    }
    Ok(())
}
