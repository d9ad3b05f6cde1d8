//! Who acts first (ST-R25).

use crate::{
    Question, Stamina,
    check::Pool,
    house::{HouseRules, Initiative},
    table::{Facts, Table},
};
use referee_dice::Roll;
use referee_engine::{ActorId, ActorSet, Flow, Oracle, Throw, Who};
use smallvec::SmallVec;

/// ST-R25: finds the order of a round: rolled and the highest first, by reflexes, or as the GM says.
pub(crate) fn find_order<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    all: ActorSet,
    oracle: &mut O,
) -> Flow<()> {
    if book.house.initiative == Initiative::Gm {
        table.order = as_said(table, all.iter().collect(), oracle)?;
        return Ok(());
    }
    let rolls = book.house.initiative == Initiative::ReflexesAwareness;
    // The greatest first, then by the roster; both in one number, which is sorted much faster than a pair.
    let mut ranked: SmallVec<[u64; 8]> = SmallVec::new();
    for who in all.iter() {
        let facts = table.setup.sheets.facts(who);
        let rolled = if rolls { roll_initiative(facts, who, oracle)? } else { 0 };
        let [reflexes, awareness] = facts.quickness;
        table.actor_mut(who).initiative = rolled;
        let rank = u32::from_be_bytes([0, rolled, reflexes, awareness]);
        ranked.push(u64::from(u32::MAX - rank) << 16 | u64::from(who.0));
    }
    ranked.sort_unstable();
    table.order.clear();
    table.order.extend(ranked.iter().map(|&number| ActorId(number as u16)));
    // Those who are tied in everything roll again, among themselves.
    let is_tied = |pair: &[u64]| pair[0] >> 16 == pair[1] >> 16;
    if rolls && ranked.windows(2).any(is_tied) {
        break_ties(table, &ranked, oracle)?;
    }
    Ok(())
}

/// The same for all who are tied by what they are ranked by.
#[cold]
#[inline(never)]
fn break_ties<O: Oracle<Stamina>>(table: &mut Table, ranked: &[u64], oracle: &mut O) -> Flow<()> {
    let mut from = 0;
    while from < ranked.len() {
        let tied = ranked[from..].iter().take_while(|&&number| number >> 16 == ranked[from] >> 16).count();
        if tied > 1 {
            let again = break_tie(table, &table.order[from..from + tied], oracle)?;
            table.order[from..from + tied].copy_from_slice(&again);
        }
        from += tied;
    }
    Ok(())
}

/// ST-R25: as the GM says, one after the other.
#[cold]
fn as_said<O: Oracle<Stamina>>(
    table: &Table,
    mut all: SmallVec<[ActorId; 8]>,
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 8]>> {
    let mut order = SmallVec::new();
    while all.len() > 1 {
        let question = Question::Next { of: all.clone() };
        order.push(all.remove(oracle.ask(table, Who::Gm, &question)?));
    }
    order.extend(all);
    Ok(order)
}

/// ST-R25: a check of reflexes and awareness. Nothing adds to its dice, so no house rule matters.
pub(crate) fn dice([reflexes, awareness]: [u8; 2]) -> Roll {
    Pool::new(reflexes, awareness).roll(&HouseRules::default())
}

#[inline]
fn roll_initiative<O: Oracle<Stamina>>(facts: &Facts, who: ActorId, oracle: &mut O) -> Flow<u8> {
    let (throw, read) = (Throw::open(Who::Actor(who), "initiative"), |total: i32| total as u8);
    let rolled = match facts.initiative {
        Some(few) => oracle.roll(throw, few, read)?,
        None => oracle.roll(throw, dice(facts.quickness), read)?,
    };
    Ok(rolled.value)
}

/// ST-R25: the tied roll again. Whoever is still tied draws lots.
///
/// They are tied in reflexes and awareness too, so they roll the same dice, and rolling on until it is clear would bring
/// every order with the same chance. One draw is the same, and it has an end.
#[cold]
fn break_tie<O: Oracle<Stamina>>(table: &Table, tied: &[ActorId], oracle: &mut O) -> Flow<SmallVec<[ActorId; 8]>> {
    let mut results: SmallVec<[(u8, ActorId); 8]> = SmallVec::new();
    for &who in tied {
        results.push((roll_initiative(table.setup.sheets.facts(who), who, oracle)?, who));
    }
    results.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut order: SmallVec<[ActorId; 8]> = SmallVec::new();
    while order.len() < results.len() {
        let first = results[order.len()].0;
        let same = results[order.len()..].iter().take_while(|(result, _)| *result == first);
        let same = same.map(|&(_, who)| who).collect();
        draw_lots(same, &mut order, oracle)?;
    }
    Ok(order)
}

/// One after the other is drawn, each of those who are left with the same chance.
fn draw_lots<O: Oracle<Stamina>>(
    mut left: SmallVec<[ActorId; 8]>,
    order: &mut SmallVec<[ActorId; 8]>,
    oracle: &mut O,
) -> Flow<()> {
    while left.len() > 1 {
        let die = Roll::die(left.len() as u16);
        let lot = oracle.roll(Throw::open(Who::Gm, "lots"), die, |face| face as usize)?.value;
        order.push(left.remove(lot - 1));
    }
    order.extend(left);
    Ok(())
}
