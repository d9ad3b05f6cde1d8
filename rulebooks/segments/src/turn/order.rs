//! The order of segments (SE-039 to SE-048).

use super::{Intention, Place};
use crate::{Segments, sheet::Attribute, table::Table};
use referee_dice::Roll;
use referee_engine::{ActorId, Flow, Oracle, Throw, Who};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// SE-042, SE-R24: this round's order value: Quick and the Mod, and what weighs on it (Dazed). Nothing else changes.
/// `slow_ready` (SE-R115): a Ready with a slow object has Mod -3.
pub fn value(table: &Table, who: ActorId, intention: Intention, slow_ready: bool) -> Option<i16> {
    let modifier = if slow_ready && intention == Intention::Ready { -3 } else { intention.modifier()? };
    Some(table.sheet(who).attribute(Attribute::Quick) + modifier + table.slowness(who))
}

/// SE-040, SE-045, SE-046, SE-047, SE-R29: what is compared, the highest first: the order value, then Quick itself as it
/// stands on the sheet, then Vigilant, then Discrete.
pub fn rank(table: &Table, who: ActorId) -> [i16; 4] {
    let sheet = table.sheet(who);
    let [quick, vigilant, discrete] =
        [Attribute::Quick, Attribute::Vigilant, Attribute::Discrete].map(|attribute| sheet.attribute(attribute));
    [table.actor(who).part.order, quick, vigilant, discrete]
}

/// SE-039, SE-043, SE-044: sorts those who have a place, as they have declared. SE-048, SE-R30: who is tied to the end stands in
/// one uniformly random order, drawn anew each round. `group_creatures` (SE-R23): like creatures with one intention share one
/// place.
pub fn sort<O: Oracle<Segments>>(book: &Segments, table: &Table, oracle: &mut O) -> Flow<SmallVec<[ActorId; 8]>> {
    let declared = table.ids().filter(|&who| table.actor(who).part.place == Place::Declared);
    let mut all: SmallVec<[_; 8]> = declared.map(|who| (Reverse(rank(table, who)), who)).collect();
    all.sort_unstable();
    let mut sorted = SmallVec::new();
    for tied in all.chunk_by(|(one, _), (other, _)| one == other) {
        if let [(_, alone)] = tied {
            sorted.push(*alone);
            continue;
        }
        let tied = || tied.iter().map(|(_, who)| *who);
        let mut heads: SmallVec<[ActorId; 8]> = SmallVec::new();
        for who in tied() {
            if !heads.iter().any(|&head| shares(book, table, head, who)) {
                heads.push(who);
            }
        }
        for head in shuffled(heads, oracle)? {
            sorted.extend(tied().filter(|&who| who == head || shares(book, table, head, who)));
        }
    }
    Ok(sorted)
}

/// SE-R23: do these two stand in one place of the order?
fn shares(book: &Segments, table: &Table, head: ActorId, who: ActorId) -> bool {
    let (a, b) = (table.sheet(head), table.sheet(who));
    book.house.group_creatures
        && table.is_gms(head)
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
        let mut alike = usize::from(orders); // so many orders begin alike
        while left.len() > 1 {
            alike /= left.len();
            sorted.push(left.remove(index / alike));
            index %= alike;
        }
    }
    sorted.extend(left);
    Ok(sorted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn::Part;
    use referee_dice::FastRng;
    use referee_engine::{Script, Simulate, System, Through, door::Source};
    use std::collections::BTreeSet;

    /// SE-043, SE-044: those with a place stand by order value, Quick, Vigilant and Discrete, and nobody else has a place.
    #[test]
    fn se_043_those_who_have_declared_stand_by_their_ranks() {
        let kinds = ["shieldbearer", "halberdier", "scout", "cutthroat", "shieldbearer", "ogre", "scout", "cutthroat"];
        let one = |at: usize| format!("{{ from = \"{}\", key = \"c{at}\", at = [{at}, 0] }}", kinds[at % 8]);
        for count in [8, 10] {
            let characters = (0..count).map(one).collect::<Vec<_>>().join(", ");
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
                    table.actor_mut(who).part = Part { place, order: rng.below(4) as i16 - 1, ..Part::default() };
                }
                let sorted = sort(&book, &table, &mut Simulate::new(&book, &policies, seed)).unwrap();
                let compared = |who: ActorId| {
                    let ties = [Attribute::Quick, Attribute::Vigilant, Attribute::Discrete];
                    (table.actor(who).part.order, ties.map(|attribute| table.sheet(who).attributes[attribute as usize]))
                };
                assert!(sorted.is_sorted_by_key(|&who| Reverse(compared(who))), "seed {seed}");
                let placed: BTreeSet<ActorId> = sorted.iter().copied().collect();
                let declared = table.ids().filter(|&who| table.actor(who).part.place == Place::Declared);
                assert_eq!((placed.len(), placed), (sorted.len(), declared.collect()), "seed {seed}");
            }
        }
    }

    /// SE-048: every face of the one die is another order, and each of them comes once.
    #[test]
    fn se_048_one_die_gives_every_order_once() {
        let book = Segments::default();
        for count in 2..=MOST {
            let orders = (1..=count).product::<usize>();
            let mut seen = BTreeSet::new();
            for face in 1..=orders as i32 {
                let tied = (0..count as u16).map(ActorId).collect();
                let mut script = Script::new(&book).dice([face]);
                seen.insert(shuffled(tied, &mut Through(&mut script)).unwrap());
            }
            assert_eq!(seen.len(), orders, "{count} of them");
        }
    }
}
