//! Rest (SE-R111, SE-R10): how Health returns and weariness ends.

use crate::{Segments, conditions, harm, house::Healing, table::Table, time::passage::MOST_HOURS};
use referee_dice::Roll;
use referee_engine::{ActorId, Flow, Oracle, Throw, Who, rule};

/// Hours of rest after which one who has eaten and drunk is not Weary any more.
const REFRESHED: u16 = 8;

/// SE-R111: an hour of rest, the so-manieth without a break in this passage. A full day gives 1d3 Health; hours of separate
/// passages do not add up, and a passage that is stopped early gives nothing. `hour_1`: 1 Health an hour. Weary ends with
/// food, water and 8 hours of rest.
pub fn rest_hour<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    hours: u16,
    oracle: &mut O,
) -> Flow<()> {
    let hurt = table.actor(who).health < table.sheet(who).health_max;
    match book.house.healing {
        Healing::Hour1 if hurt => harm::heal(table, who, 1, rule!("SE-R111"), oracle),
        Healing::Day1d3 if hurt && hours == u16::from(MOST_HOURS) => {
            let throw = Throw::open(Who::Actor(who), "rest");
            let amount = oracle.roll(throw, Roll::die(3), |face| face)?.value;
            harm::heal(table, who, amount as i16, rule!("SE-R111"), oracle);
        }
        Healing::Hour1 | Healing::Day1d3 => {}
    }
    let fed = table.actor(who).food_hours < 24 && table.actor(who).water_hours < 24;
    if let Some(weary) = table.weary().filter(|_| hours >= REFRESHED && fed) {
        conditions::lose(table, who, weary, rule!("SE-R10"), oracle);
    }
    Ok(())
}
