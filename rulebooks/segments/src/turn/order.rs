//! The order of segments (SE-039 to SE-048).

use super::{Intention, Place};
use crate::{
    Segments,
    sheet::{Attribute, Sheet},
    table::{Actor, Table},
};
use referee_dice::Roll;
use referee_engine::{ActorId, Flow, Oracle, Throw, Who};
use smallvec::SmallVec;

/// SE-042, SE-R24: this round's order value: Quick and the Mod, and what weighs on it (Dazed). Nothing else changes.
/// `slow_ready` (SE-R115): a Ready with a slow object has Mod -3.
#[inline]
pub fn value(table: &Table, who: ActorId, intention: Intention, slow_ready: bool) -> Option<i16> {
    let modifier = if slow_ready && intention == Intention::Ready { -3 } else { intention.modifier()? };
    Some(table.sheet(who).attribute(Attribute::Quick) + modifier + table.slowness(who))
}

/// SE-040, SE-045, SE-046, SE-047, SE-R29: what is compared, the highest first: the order value, then Quick itself as it
/// stands on the sheet, then Vigilant, then Discrete; the four of them as one number, as they are compared all the time.
#[inline]
pub fn rank(table: &Table, who: ActorId) -> u64 {
    rank_of(table.actor(who), table.setup.sheets.tie_breaks()[who.index()])
}

#[inline]
fn rank_of(actor: &Actor, tie_break: u32) -> u64 {
    u64::from(actor.part.order as u16 ^ 0x8000) << 24 | u64::from(tie_break)
}

/// SE-R29: what is compared where order values are alike, as one number: Quick, Vigilant, Discrete.
pub fn tie_break(sheet: &Sheet) -> u32 {
    let all = [Attribute::Quick, Attribute::Vigilant, Attribute::Discrete];
    all.into_iter().fold(0, |all, attribute| all << 8 | u32::from(sheet.attributes[attribute as usize]))
}

/// SE-039, SE-043, SE-044: sorts those who have a place, as they have declared. SE-048, SE-R30: who is tied to the end stands in one uniformly
/// random order, drawn anew each round. `group_creatures` (SE-R23): like creatures with one intention share one place.
pub fn sort<O: Oracle<Segments>>(book: &Segments, table: &Table, oracle: &mut O) -> Flow<SmallVec<[ActorId; 8]>> {
    // The highest rank comes first; below it is who has it, in the order of the roster.
    let mut all: SmallVec<[u64; 8]> = SmallVec::new();
    for ((at, actor), tie_break) in (0_u64..).zip(&*table.actors).zip(table.setup.sheets.tie_breaks()) {
        if actor.part.place == Place::Declared {
            all.push(!rank_of(actor, *tie_break) << 16 | at);
        }
    }
    all.sort_unstable();
    let mut sorted: SmallVec<[ActorId; 8]> = SmallVec::new();
    for tied in all.chunk_by(|one, other| one >> 16 == other >> 16) {
        if let [alone] = tied {
            sorted.push(ActorId(*alone as u16));
            continue;
        }
        let tied = || tied.iter().map(|&who| ActorId(who as u16));
        if !book.house.group_creatures {
            sorted.extend(shuffled(tied().collect(), oracle)?);
            continue;
        }
        let mut heads: SmallVec<[ActorId; 8]> = SmallVec::new();
        for who in tied() {
            if !heads.iter().any(|&head| shares(table, head, who)) {
                heads.push(who);
            }
        }
        for head in shuffled(heads, oracle)? {
            sorted.extend(tied().filter(|&who| who == head || shares(table, head, who)));
        }
    }
    Ok(sorted)
}

/// SE-R23, `group_creatures`: do these two stand in one place of the order?
fn shares(table: &Table, head: ActorId, who: ActorId) -> bool {
    let (a, b) = (table.sheet(head), table.sheet(who));
    table.is_gms(head)
        && table.is_gms(who)
        && a.kind == b.kind
        && a.side == b.side
        && table.actor(head).part.intention == table.actor(who).part.intention
}

/// The most that one die can put in order: 7! is 5040.
const MOST: usize = 7;

/// SE-048: one of all orders, each as likely as the others. Up to seven are one draw; of more, one after the other is
/// drawn until seven are left.
fn shuffled<O: Oracle<Segments>>(mut left: SmallVec<[ActorId; 8]>, oracle: &mut O) -> Flow<SmallVec<[ActorId; 8]>> {
    let mut sorted = SmallVec::new();
    let throw = Throw::open(Who::Gm, "order");
    while left.len() > MOST {
        let index = oracle.roll(throw, Roll::die(left.len() as u16), |face| face - 1)?.value;
        sorted.push(left.remove(index as usize));
    }
    if left.len() > 1 {
        let orders: u16 = (1..=left.len() as u16).product();
        let mut index = oracle.roll(throw, Roll::die(orders), |face| face - 1)?.value as usize;
        let mut block = usize::from(orders);
        while left.len() > 1 {
            block /= left.len();
            sorted.push(left.remove(index / block));
            index %= block;
        }
    }
    sorted.extend(left);
    Ok(sorted)
}
