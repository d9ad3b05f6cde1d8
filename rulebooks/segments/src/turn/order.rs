//! The order of segments (SE-039 to SE-048).

use super::{Intention, Place, declare::Declaration};
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

/// That of a declaration; whoever has no place (SE-050) comes last.
#[inline]
pub fn of(table: &Table, declaration: &Declaration) -> i16 {
    let Declaration { who, intention, slow_ready, .. } = *declaration;
    value(table, who, intention, slow_ready).unwrap_or(i16::MIN)
}

/// SE-040, SE-045, SE-046, SE-047, SE-R29: what is compared, the highest first: the order value, then Quick itself as it
/// stands on the sheet, then Vigilant, then Discrete; the four of them as one number, as they are compared all the time.
#[inline]
pub fn rank(table: &Table, who: ActorId) -> u64 {
    !(key(table, who) >> 16)
}

#[inline]
fn key(table: &Table, who: ActorId) -> u64 {
    key_of(table.actor(who), table.setup.sheets.tie_breaks()[who.index()])
}

/// The same the other way round, so that the first is the least, with the place in the roster behind it.
#[inline]
fn key_of(actor: &Actor, tie_break: u64) -> u64 {
    let order = i32::from(i16::MAX) - i32::from(actor.part.order);
    (order as u64) << 40 | tie_break
}

/// SE-R29: what is compared where order values are alike, as one number: Quick, Vigilant, Discrete, the highest as the least,
/// and then the place in the roster.
pub fn tie_break(sheet: &Sheet, who: ActorId) -> u64 {
    let all = [Attribute::Quick, Attribute::Vigilant, Attribute::Discrete];
    let highest = |attribute: Attribute| u64::from(u8::MAX - sheet.attributes[attribute as usize]);
    all.into_iter().fold(0, |all, attribute| all << 8 | highest(attribute)) << 16 | u64::from(who.0)
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
        *key = key_of(actor, *tie_break) | if has_place { 0 } else { NO_PLACE };
        count += usize::from(has_place);
    }
    sort_eight(&mut keys);
    let mut sorted = keys.map(|key| ActorId(key as u16));
    // A bit for each who is tied with the next.
    let is_tied = |at: usize| u32::from(keys[at] ^ keys[at + 1] < 1 << 16) << at;
    let mut ties = (0..7).fold(0, |ties, at| ties | is_tied(at)) & ((1 << count.max(1) >> 1) - 1);
    while ties != 0 {
        let begins = ties.trailing_zeros();
        let ends = begins + (ties >> begins).trailing_ones();
        draw(book, table, &mut sorted[begins as usize..=ends as usize], oracle)?;
        ties &= u32::MAX << ends;
    }
    Ok(SmallVec::from_buf_and_len(sorted, count))
}

/// The same in a large scene.
#[inline(never)]
fn sort_many<O: Oracle<Segments>>(book: &Segments, table: &Table, oracle: &mut O) -> Flow<SmallVec<[ActorId; 8]>> {
    let declared = table.ids().filter(|&who| table.actor(who).part.place == Place::Declared);
    let mut keys: Vec<u64> = declared.map(|who| key(table, who)).collect();
    keys.sort_unstable();
    let mut sorted: SmallVec<[ActorId; 8]> = keys.iter().map(|&key| ActorId(key as u16)).collect();
    let mut begins = 0;
    for tied in keys.chunk_by(|one, other| one >> 16 == other >> 16) {
        draw(book, table, &mut sorted[begins..begins + tied.len()], oracle)?;
        begins += tied.len();
    }
    Ok(sorted)
}

/// What nobody with a place has, but for the lowest 16 bits: it comes after all of them.
const NO_PLACE: u64 = u64::MAX << 16;

/// SE-048: draws the order of those who are tied.
#[inline]
fn draw<O: Oracle<Segments>>(book: &Segments, table: &Table, tied: &mut [ActorId], oracle: &mut O) -> Flow<()> {
    if book.house.group_creatures { shuffle_groups(table, tied, oracle) } else { shuffle(tied, oracle) }
}

/// Sorts without a branch: how eight stand to each other cannot be foreseen.
#[inline]
fn sort_eight(keys: &mut [u64; 8]) {
    let mut order = |low: usize, high: usize| {
        (keys[low], keys[high]) = (keys[low].min(keys[high]), keys[low].max(keys[high]));
    };
    // Between two empty lines nobody is met twice.
    order(0, 2);
    order(1, 3);
    order(4, 6);
    order(5, 7);

    order(0, 4);
    order(1, 5);
    order(2, 6);
    order(3, 7);

    order(0, 1);
    order(2, 3);
    order(4, 5);
    order(6, 7);

    order(2, 4);
    order(3, 5);

    order(1, 4);
    order(3, 6);

    order(1, 2);
    order(3, 4);
    order(5, 6);
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

/// In how many orders so many can stand.
const ORDERS: [u16; MOST + 1] = [1, 1, 2, 6, 24, 120, 720, 5040];

/// The most that one die can put in order.
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
        let die = Roll::die(ORDERS[left.len()]);
        let mut index = oracle.roll(throw, die, |face| face - 1)?.value as u16;
        for at in 0..left.len() - 1 {
            let alike = ORDERS[left.len() - 1 - at]; // as many begin alike
            bring_forward(&mut left[at..], usize::from(index / alike));
            index %= alike;
        }
    }
    Ok(())
}

/// Brings one of them to the front; the others stay in their order.
#[inline]
fn bring_forward(some: &mut [ActorId], index: usize) {
    // One by one: they are few, and a call that moves them takes longer.
    (1..=index).rev().for_each(|at| some.swap(at - 1, at));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Part;
    use referee_dice::FastRng;
    use referee_engine::{Script, Simulate, System, Through, door::Source};
    use std::{cmp::Reverse, collections::BTreeSet};

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

    /// SE-043, SE-048: eight are put in order as many are: by their ranks, those who are tied by the same dice.
    #[test]
    fn se_043_eight_are_put_in_order_as_many_are() {
        let kinds = ["shieldbearer", "halberdier", "scout", "cutthroat", "shieldbearer", "ogre", "scout", "cutthroat"];
        let one = |at: usize| format!("{{ from = \"{}\", key = \"c{at}\", at = [{at}, 0] }}", kinds[at]);
        let characters = (0..8).map(one).collect::<Vec<_>>().join(", ");
        let scene = format!(
            "book = \"segments\"\nspeed = \"segmented\"\n\
             map = {{ grid = \"square\", columns = 12, rows = 7, cell = 5, unit = \"feet\" }}\n\
             characters = [{characters}]"
        );
        let (mut book, mut table) = Segments::open(&Source::new("order.toml", scene)).unwrap();
        let policies = [Segments::policies()[1].1];
        let mut rng = FastRng::seed_from_u64(1);
        for seed in 0..500 {
            book.house.group_creatures = seed % 5 == 0;
            for who in table.ids() {
                let place = if rng.below(4) == 0 { Place::Done } else { Place::Declared };
                let part = Part { place, order: rng.below(4) as i16 - 1, ..Part::default() };
                table.actors.set_part(who, part);
            }
            let few = sort(&book, &table, &mut Simulate::new(&book, &policies, seed)).unwrap();
            let many = sort_many(&book, &table, &mut Simulate::new(&book, &policies, seed)).unwrap();
            assert_eq!(few, many, "seed {seed}");
            let compared = |who: ActorId| {
                let ties = [Attribute::Quick, Attribute::Vigilant, Attribute::Discrete];
                (table.actor(who).part.order, ties.map(|attribute| table.sheet(who).attributes[attribute as usize]))
            };
            assert!(few.is_sorted_by_key(|&who| Reverse(compared(who))), "seed {seed}");
            for (&one, &other) in few.iter().zip(&few[1..]) {
                assert_eq!(rank(&table, one).cmp(&rank(&table, other)), compared(one).cmp(&compared(other)));
            }
            assert_eq!(few.len(), table.actors.iter().filter(|actor| actor.part.place == Place::Declared).count());
        }
    }

    /// SE-048: every face of the one die is another order, and each of them comes once.
    #[test]
    fn se_048_one_die_gives_every_order_once() {
        let book = Segments::default();
        for (count, orders) in ORDERS.into_iter().enumerate().skip(2) {
            let mut seen = BTreeSet::new();
            for face in 1..=i32::from(orders) {
                let mut tied: Vec<ActorId> = (0..count as u16).map(ActorId).collect();
                let mut script = Script::new(&book).dice([face]);
                shuffle(&mut tied, &mut Through(&mut script)).unwrap();
                seen.insert(tied);
            }
            assert_eq!(seen.len(), (1..=count).product::<usize>(), "{count} of them");
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
