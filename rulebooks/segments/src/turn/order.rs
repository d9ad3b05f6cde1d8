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
    if table.actors.len() > 8 {
        return sort_many(book, table, oracle);
    }
    let mut keys = [NO_PLACE; 8];
    let mut count = 0;
    for (key, (actor, tie_break)) in keys.iter_mut().zip(table.actors.iter().zip(table.setup.sheets.tie_breaks())) {
        let has_place = actor.part.place == Place::Declared;
        *key = if has_place { !rank_of(actor, *tie_break) << 16 } else { NO_PLACE };
        count += usize::from(has_place);
    }
    keys.iter_mut().zip(0..).for_each(|(key, at)| *key |= at);
    sort_eight(&mut keys);
    let mut sorted = keys.map(|key| ActorId(key as u16));
    draw_ties(book, table, &keys[..count], &mut sorted[..count], oracle)?;
    Ok(SmallVec::from_buf_and_len(sorted, count))
}

/// The same in a large scene.
#[inline(never)]
fn sort_many<O: Oracle<Segments>>(book: &Segments, table: &Table, oracle: &mut O) -> Flow<SmallVec<[ActorId; 8]>> {
    let declared = table.ids().filter(|&who| table.actor(who).part.place == Place::Declared);
    let mut keys: Vec<u64> = declared.map(|who| !rank(table, who) << 16 | u64::from(who.0)).collect();
    keys.sort_unstable();
    let mut sorted: SmallVec<[ActorId; 8]> = keys.iter().map(|&key| ActorId(key as u16)).collect();
    draw_ties(book, table, &keys, &mut sorted, oracle)?;
    Ok(sorted)
}

/// What nobody with a place has, but for the lowest 16 bits: it comes after all of them.
const NO_PLACE: u64 = u64::MAX << 16;

/// SE-048: draws the order of those who are tied. A key is the rank, and below it, in 16 bits, who has it, in the order of the roster.
fn draw_ties<O: Oracle<Segments>>(
    book: &Segments,
    table: &Table,
    keys: &[u64],
    sorted: &mut [ActorId],
    oracle: &mut O,
) -> Flow<()> {
    let mut begins = 0;
    for at in 1..=keys.len() {
        if keys.get(at).is_some_and(|key| key >> 16 == keys[begins] >> 16) {
            continue;
        }
        if at - begins > 1 {
            let tied = &mut sorted[begins..at];
            if book.house.group_creatures {
                shuffle_groups(table, tied, oracle)?;
            } else {
                shuffle(tied, oracle)?;
            }
        }
        begins = at;
    }
    Ok(())
}

/// Sorts without a branch: how eight stand to each other cannot be foreseen.
#[inline]
fn sort_eight(keys: &mut [u64; 8]) {
    #[rustfmt::skip]
    const PAIRS: [(usize, usize); 19] = [
        (0, 2),
        (1, 3),
        (4, 6),
        (5, 7),
        (0, 4),
        (1, 5),
        (2, 6),
        (3, 7),
        (0, 1),
        (2, 3),
        (4, 5),
        (6, 7),
        (2, 4),
        (3, 5),
        (1, 4),
        (3, 6),
        (1, 2),
        (3, 4),
        (5, 6),
    ];
    for (low, high) in PAIRS {
        (keys[low], keys[high]) = (keys[low].min(keys[high]), keys[low].max(keys[high]));
    }
}

/// SE-R23, `group_creatures`: those who share a place stay together.
#[cold]
fn shuffle_groups<O: Oracle<Segments>>(table: &Table, tied: &mut [ActorId], oracle: &mut O) -> Flow<()> {
    let mut heads: SmallVec<[ActorId; 8]> = SmallVec::new();
    for &who in &*tied {
        if !heads.iter().any(|&head| shares(table, head, who)) {
            heads.push(who);
        }
    }
    shuffle(&mut heads, oracle)?;
    let mut sorted: SmallVec<[ActorId; 8]> = SmallVec::new();
    for head in heads {
        sorted.extend(tied.iter().copied().filter(|&who| who == head || shares(table, head, who)));
    }
    tied.copy_from_slice(&sorted);
    Ok(())
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
fn shuffle<O: Oracle<Segments>>(tied: &mut [ActorId], oracle: &mut O) -> Flow<()> {
    let throw = Throw::open(Who::Gm, "order");
    let mut begins = 0;
    while tied.len() - begins > MOST {
        let die = Roll::die((tied.len() - begins) as u16);
        let index = oracle.roll(throw, die, |face| face - 1)?.value;
        bring_forward(&mut tied[begins..], index as usize);
        begins += 1;
    }
    let left = &mut tied[begins..];
    if left.len() > 1 {
        let orders: u16 = (1..=left.len() as u16).product();
        let mut index = oracle.roll(throw, Roll::die(orders), |face| face - 1)?.value as u16;
        let mut block = orders;
        for at in 0..left.len() - 1 {
            block /= (left.len() - at) as u16;
            bring_forward(&mut left[at..], usize::from(index / block));
            index %= block;
        }
    }
    Ok(())
}

/// Brings one of them to the front; the others stay in their order.
#[inline]
fn bring_forward(some: &mut [ActorId], index: usize) {
    let front = some[index];
    some.copy_within(..index, 1);
    some[0] = front;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a sorting network puts in order when every key is 0 or 1 it puts in order always.
    #[test]
    fn eight_are_sorted_whatever_they_are() {
        for bits in 0..1_u64 << 8 {
            let mut keys = std::array::from_fn(|at| bits >> at & 1);
            sort_eight(&mut keys);
            assert!(keys.is_sorted(), "{bits:b}: {keys:?}");
            assert_eq!(keys.iter().sum::<u64>(), u64::from(bits.count_ones()));
        }
    }

    #[test]
    fn whoever_is_brought_forward_leaves_the_others_in_their_order() {
        for (index, expected) in [(0, [4, 5, 6, 7]), (1, [5, 4, 6, 7]), (3, [7, 4, 5, 6])] {
            let mut some = [4, 5, 6, 7].map(ActorId);
            bring_forward(&mut some, index);
            assert_eq!(some, expected.map(ActorId));
        }
    }
}
