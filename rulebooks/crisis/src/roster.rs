//! The creatures in roster order, with what rules ask about all of them at once: who is still up, who watches, who hides,
//! who is on whose side, who is in the turn order, where everybody is. All of it follows from the lists, so it is neither written nor compared,
//! but made anew with them.

use crate::{
    sheet::Sheet,
    table::{Actor, Flag},
};
use referee_engine::{ActorId, ActorSet, Shares, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;
use std::{
    fmt,
    ops::Deref,
    sync::{Arc, OnceLock},
};

/// How the creatures are.
#[derive(Default)]
pub struct Roster {
    all: Vec<Actor>,
    kept: Kept,
    /// Of the one half, and of the other.
    spots: [Shares; 2],
    /// What [`Actor::lair`] says of those who are out of action, in the same way.
    lairs: [Shares; 2],
    /// Those of the other half: the second of two sides, or nobody.
    second: ActorSet,
}

/// What is kept beside the list. Whatever changes one of these goes through [`Roster::change`] or [`Roster::change_all`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Kept {
    up: ActorSet,
    watching: ActorSet,
    dying: ActorSet,
    afflicted: ActorSet,
    /// What [`signs_of`] says of anybody: nearly always nothing of nobody, and asked for at every act. Of whom it says something
    /// is looked for where it does. And whether anybody is afflicted.
    signs: u8,
}

const HIDING: u8 = 1;
const AFFLICTED: u8 = 1 << 1;
const UNAWARE: u8 = 1 << 2;
const TREATING: u8 = 1 << 3;
const AFAR: u8 = 1 << 4;

/// What is unusual about somebody, one bit each.
#[inline]
fn signs_of(actor: &Actor) -> u8 {
    let sign = |sign: u8, so: bool| if so { sign } else { 0 };
    sign(HIDING, actor.is_out_of_sight())
        | sign(UNAWARE, !actor.unaware_of.is_empty())
        | sign(TREATING, actor.treating.is_some())
        | sign(AFAR, actor.spot().is_none())
}

fn signs_of_all(all: &[Actor]) -> u8 {
    all.iter().fold(0, |signs, actor| signs | signs_of(actor))
}

impl Kept {
    fn of(all: &[Actor]) -> Kept {
        let mut kept = Kept::default();
        for at in 0..all.len() {
            kept.look_at(ActorId::at(at), all);
        }
        kept
    }

    #[inline(never)] // a blow seldom changes any of it
    fn look_at(&mut self, who: ActorId, all: &[Actor]) {
        let (one, actor) = (ActorSet::EMPTY.with(who), &all[who.index()]);
        let keep = |set: &mut ActorSet, so: bool| {
            *set = set.except(one).union(if so { one } else { ActorSet::EMPTY });
        };
        keep(&mut self.up, actor.is_here() && !actor.is_incapacitated());
        keep(&mut self.watching, actor.is(Flag::Overwatch));
        keep(&mut self.dying, actor.is_dying());
        keep(&mut self.afflicted, actor.bits != 0);
        let (signs, before) = (signs_of(actor), self.signs & !AFFLICTED);
        // What it does not show may be gone, if nobody else shows it.
        self.signs = if before & !signs == 0 { signs } else { signs_of_all(all) };
        if !self.afflicted.is_empty() {
            self.signs |= AFFLICTED;
        }
    }
}

/// What [`Actor::spot`] says of one of them, and whose that is.
#[inline]
fn spot_of(who: ActorId, actor: &Actor) -> u64 {
    u64::from(who.0) << 32 | u64::from(actor.spot().unwrap_or(0))
}

/// What [`Actor::lair`] says of one of them, and whose that is.
#[inline]
fn lair_of(who: ActorId, actor: &Actor) -> Option<u64> {
    actor.lair().map(|lair| u64::from(who.0) << 48 | lair)
}

/// The spots of all, those of the second half apart.
fn spots_of(all: &[Actor], second: ActorSet) -> [Shares; 2] {
    shares_of(all, second, |who, actor| Some(spot_of(who, actor)))
}

/// The same of those who are out of action.
fn lairs_of(all: &[Actor], second: ActorSet) -> [Shares; 2] {
    shares_of(all, second, lair_of)
}

fn shares_of(all: &[Actor], second: ActorSet, part: impl Fn(ActorId, &Actor) -> Option<u64>) -> [Shares; 2] {
    let mut shares = [Shares::default(); 2];
    for (at, actor) in all.iter().enumerate() {
        let (who, half) = (ActorId::at(at), usize::from(second.contains(ActorId::at(at))));
        shares[half] = part(who, actor).map_or(shares[half], |part| shares[half].with(part));
    }
    shares
}

impl Roster {
    /// These, in their order.
    pub fn new(all: Vec<Actor>) -> Roster {
        let (kept, nobody) = (Kept::of(&all), ActorSet::EMPTY);
        let (spots, lairs) = (spots_of(&all, nobody), lairs_of(&all, nobody));
        Roster { all, kept, spots, lairs, second: ActorSet::EMPTY }
    }

    /// Counts the spots of two sides apart, if there are no more than two.
    pub fn halve(&mut self, sheets: &Sheets) {
        let Some(first) = (!self.all.is_empty()).then(|| sheets.friends_of(ActorId(0))) else { return };
        let second: ActorSet = (0..self.all.len()).map(ActorId::at).filter(|&who| !first.contains(who)).collect();
        let are_two = second.first().is_some_and(|one| sheets.friends_of(one) == second);
        self.second = if are_two { second } else { ActorSet::EMPTY };
        self.look_around();
    }

    fn look_around(&mut self) {
        (self.spots, self.lairs) = (self.look_at_spots(), lairs_of(&self.all, self.second));
    }

    /// In which half somebody is.
    #[inline]
    fn half_of(&self, who: ActorId) -> usize {
        usize::from(self.second.contains(who))
    }

    /// Does nobody treat anybody (CR-R101)?
    #[inline]
    pub fn is_untreated(&self) -> bool {
        self.kept().signs & TREATING == 0
    }

    /// Has nobody a condition (CR-191)?
    #[inline]
    pub fn is_unafflicted(&self) -> bool {
        self.kept().signs & AFFLICTED == 0
    }

    /// Is everybody so near that a spot can say where?
    #[inline]
    pub fn is_near(&self) -> bool {
        self.kept().signs & AFAR == 0
    }

    /// Does nobody watch (CR-182)?
    #[inline]
    pub fn is_unwatched(&self) -> bool {
        self.kept().watching.is_empty()
    }

    /// Does nobody hide, and has everybody noticed everybody (CR-041, CR-165)?
    #[inline]
    pub fn is_open(&self) -> bool {
        self.kept().signs & (HIDING | UNAWARE) == 0
    }

    /// The same, and has nobody a condition, and is nobody farther away than a spot can say?
    #[inline]
    pub fn is_plain(&self) -> bool {
        self.kept().signs & (HIDING | UNAWARE | AFFLICTED | AFAR) == 0
    }

    #[inline]
    fn kept(&self) -> &Kept {
        debug_assert_eq!(self.kept, Kept::of(&self.all), "what is kept changes through `change` alone");
        &self.kept
    }

    /// CR-R93: those who are on the map, alive and not out of action.
    #[inline]
    pub fn up(&self) -> ActorSet {
        self.kept().up
    }

    /// CR-182: those on Overwatch.
    #[inline]
    pub fn watching(&self) -> ActorSet {
        self.kept().watching
    }

    /// CR-165, CR-170: those who are Hidden or Sneaking.
    #[inline]
    pub fn hiding(&self) -> ActorSet {
        self.those_with(HIDING)
    }

    /// CR-194: those who are Dying.
    #[inline]
    pub fn dying(&self) -> ActorSet {
        self.kept().dying
    }

    /// CR-191: those who have a condition.
    #[inline]
    pub fn afflicted(&self) -> ActorSet {
        self.kept().afflicted
    }

    /// CR-041: those who have not noticed somebody.
    #[inline]
    pub fn unaware(&self) -> ActorSet {
        self.those_with(UNAWARE)
    }

    /// CR-R101: those who are treating somebody.
    #[inline]
    pub fn treating(&self) -> ActorSet {
        self.those_with(TREATING)
    }

    #[inline]
    fn those_with(&self, sign: u8) -> ActorSet {
        if self.kept().signs & sign == 0 { ActorSet::EMPTY } else { self.look_for(sign) }
    }

    #[inline(never)]
    fn look_for(&self, sign: u8) -> ActorSet {
        let all = self.all.iter().enumerate();
        all.filter(|(_, actor)| signs_of(actor) & sign != 0).map(|(at, _)| ActorId::at(at)).collect()
    }

    /// What [`Actor::spot`] says of everybody in one's own half and in the other; nothing of those who are
    /// [farther away](Roster::is_near) than it can say.
    #[inline]
    pub fn spots_around(&self, who: ActorId) -> (Shares, Shares) {
        debug_assert_eq!(self.spots, self.look_at_spots(), "spots change through `change` and `shift` alone");
        let half = self.half_of(who);
        (self.spots[half], self.spots[half ^ 1])
    }

    /// What [`Actor::lair`] says of those in one's own half who are out of action.
    #[inline]
    pub fn lairs_around(&self, who: ActorId) -> Shares {
        debug_assert_eq!(self.lairs, lairs_of(&self.all, self.second), "lairs change through `change` alone");
        self.lairs[self.half_of(who)]
    }

    /// Are the halves two sides ([`halve`](Roster::halve))? Then one's foes are in the other one.
    #[inline]
    pub fn is_halved(&self) -> bool {
        !self.second.is_empty()
    }

    fn look_at_spots(&self) -> [Shares; 2] {
        spots_of(&self.all, self.second)
    }

    /// One of them, to change anything of which nothing is kept.
    #[inline]
    pub fn get_mut(&mut self, who: ActorId) -> &mut Actor {
        &mut self.all[who.index()]
    }

    /// All of them, to change anything of which nothing is kept.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Actor> {
        self.all.iter_mut()
    }

    /// Changes anything about one of them.
    #[inline]
    pub fn change<T>(&mut self, who: ActorId, change: impl FnOnce(&mut Actor) -> T) -> T {
        let half = self.half_of(who);
        let actor = &mut self.all[who.index()];
        let (before, lay) = (spot_of(who, actor), lair_of(who, actor));
        let changed = change(actor);
        self.kept.look_at(who, &self.all);
        let actor = &self.all[who.index()];
        let (after, lies) = (spot_of(who, actor), lair_of(who, actor));
        if lay != lies {
            let up = lay.map_or(self.lairs[half], |lay| self.lairs[half].without(lay));
            self.lairs[half] = lies.map_or(up, |lies| up.with(lies));
        }
        if before != after {
            self.spots[half] = self.spots[half].changed(before, after);
        }
        changed
    }

    /// Changes where one of them is and how it holds itself.
    #[inline]
    pub fn shift(&mut self, who: ActorId, change: impl FnOnce(&mut Actor)) {
        if self.all[who.index()].is_incapacitated() {
            return self.change(who, change); // where somebody lies is kept too
        }
        let half = self.half_of(who);
        let actor = &mut self.all[who.index()];
        let before = spot_of(who, actor);
        change(actor);
        self.spots[half] = self.spots[half].changed(before, spot_of(who, actor));
        if self.kept.signs & AFAR != 0 || actor.spot().is_none() {
            self.kept.look_at(who, &self.all); // on maps that are larger than any in the book
        }
    }

    /// CR-R109, CR-R135: nobody watches or treats anybody any more. Also changes anything about everybody of which nothing is kept.
    pub fn stand_by(&mut self, mut change: impl FnMut(&mut Actor)) {
        for actor in &mut self.all {
            actor.set_overwatch(false);
            actor.stop_treating();
            change(actor);
        }
        self.kept.watching = ActorSet::EMPTY;
        self.kept.signs &= !TREATING;
    }

    /// Changes anything about everybody.
    pub fn change_all(&mut self, change: impl FnMut(&mut Actor)) {
        self.all.iter_mut().for_each(change);
        self.kept = Kept::of(&self.all);
        self.look_around();
    }
}

referee_engine::listed!(Roster of Actor);

impl Clone for Roster {
    fn clone(&self) -> Roster {
        Roster { all: self.all.clone(), ..*self }
    }

    fn clone_from(&mut self, source: &Roster) {
        self.all.clone_from(&source.all);
        (self.kept, self.spots, self.lairs, self.second) = (source.kept, source.spots, source.lairs, source.second);
    }
}

impl PartialEq for Roster {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Roster {}

impl fmt::Debug for Roster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.fmt(f)
    }
}

/// What the creatures are.
pub struct Sheets {
    all: Vec<Sheet>,
    friends: Vec<ActorSet>,
    /// For each side what is said when it alone can still act, once that was said: every fight of a run ends with it.
    last_words: Vec<OnceLock<Arc<str>>>,
}

/// Each copy has words of its own: threads that count who holds them would wait for one another.
impl Clone for Sheets {
    fn clone(&self) -> Sheets {
        Sheets::new(self.all.clone())
    }
}

impl PartialEq for Sheets {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl Eq for Sheets {}

impl Sheets {
    /// These, in their order.
    pub fn new(all: Vec<Sheet>) -> Sheets {
        let of_side = |side| {
            let members = all.iter().enumerate().filter(|(_, sheet)| sheet.side == side);
            members.map(|(at, _)| ActorId::at(at)).collect()
        };
        let friends = all.iter().map(|sheet| of_side(sheet.side)).collect();
        let sides = all.iter().map(|sheet| usize::from(sheet.side.0) + 1).max().unwrap_or(0);
        Sheets { all, friends, last_words: vec![OnceLock::new(); sides] }
    }

    /// CR-R156: what is said when only this one of the sides, by these names, can still act.
    pub fn last_words(&self, names: &[String], side: Side) -> Arc<str> {
        let at = usize::from(side.0);
        self.last_words[at].get_or_init(|| format!("only {} can still act", names[at]).into()).clone()
    }

    /// Everybody on the side of a creature, itself included.
    #[inline]
    pub fn friends_of(&self, who: ActorId) -> ActorSet {
        self.friends[who.index()]
    }

    /// A sheet, to change anything but its side.
    pub fn get_mut(&mut self, who: ActorId) -> &mut Sheet {
        &mut self.all[who.index()]
    }
}

referee_engine::listed!(Sheets of Sheet);

impl fmt::Debug for Sheets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.fmt(f)
    }
}

/// CR-031: the turn order of a crisis, and who is in it.
#[derive(PartialEq, Eq, Default)]
pub struct Order {
    places: SmallVec<[ActorId; 8]>,
    members: ActorSet,
}

impl Order {
    /// Those who are in it.
    #[inline]
    pub fn members(&self) -> ActorSet {
        debug_assert_eq!(self.members, self.places.iter().copied().collect(), "the order is of its members");
        self.members
    }

    /// Somebody is put into it before this place.
    pub fn insert(&mut self, place: usize, who: ActorId) {
        self.places.insert(place, who);
        self.members = self.members.with(who);
    }

    /// All members take their places anew.
    pub fn arrange(&mut self, places: &[ActorId]) {
        debug_assert_eq!(self.members(), places.iter().copied().collect(), "the same members");
        self.places.copy_from_slice(places);
    }

    /// The places, for the same members to change theirs.
    pub fn places_mut(&mut self) -> &mut [ActorId] {
        &mut self.places
    }
}

impl Clone for Order {
    fn clone(&self) -> Order {
        Order { places: SmallVec::from_slice(&self.places), members: self.members }
    }
}

impl FromIterator<ActorId> for Order {
    fn from_iter<I: IntoIterator<Item = ActorId>>(all: I) -> Order {
        let places: SmallVec<[ActorId; 8]> = all.into_iter().collect();
        let members = places.iter().copied().collect();
        Order { places, members }
    }
}

impl Deref for Order {
    type Target = [ActorId];

    #[inline]
    fn deref(&self) -> &[ActorId] {
        &self.places
    }
}

impl fmt::Debug for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.places.fmt(f)
    }
}

impl Serialize for Order {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.places.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Order {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Order, D::Error> {
        SmallVec::<[ActorId; 8]>::deserialize(deserializer).map(Order::from_iter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Intent,
        gm::GmIntent,
        table::Table,
        testing::{scene, who},
    };
    use referee_engine::{Seat, Simulate, System};

    /// What is kept beside the lists is what one finds by walking through them, also after the table was written and read.
    fn check(table: &Table) {
        let those = |is: &dyn Fn(&Actor) -> bool| table.ids().filter(|&id| is(table.actor(id))).collect::<ActorSet>();
        let actors = &table.actors;
        assert_eq!(actors.up(), those(&|actor| actor.is_here() && !actor.is_incapacitated()));
        assert_eq!(actors.watching(), those(&|actor| actor.is(Flag::Overwatch)));
        assert_eq!(actors.hiding(), those(&Actor::is_out_of_sight));
        assert_eq!(actors.dying(), those(&Actor::is_dying));
        assert_eq!(actors.afflicted(), those(&|actor| !actor.conditions.is_empty()));
        assert_eq!(actors.unaware(), those(&|actor| !actor.unaware_of.is_empty()));
        assert_eq!(actors.treating(), those(&|actor| actor.treating.is_some()));
        assert_eq!(table.order.members(), table.order.iter().copied().collect());
        for who in table.ids() {
            let friends = table.ids().filter(|&other| !table.hostile(who, other));
            assert_eq!(table.setup.sheets.friends_of(who), friends.collect());
        }
        let written = serde_json::to_string(table).unwrap();
        let read: Table = serde_json::from_str(&written).unwrap();
        assert_eq!(actors.spots, actors.look_at_spots());
        assert_eq!((&read, read.actors.kept), (table, actors.kept));
        let afflicted = if actors.afflicted().is_empty() { 0 } else { AFFLICTED };
        assert_eq!(actors.kept.signs, signs_of_all(actors) | afflicted);
        let mut copy = read.clone();
        copy.actors.change_all(|actor| actor.set(Flag::Overwatch, true));
        copy.clone_from(table);
        assert_eq!((&copy, copy.actors.kept, copy.actors.spots), (table, actors.kept, actors.spots));
        assert_eq!((copy.actors.lairs, actors.lairs), (actors.lairs, lairs_of(actors, actors.second)));
        let who = table.ids().next().unwrap();
        let friends = table.setup.sheets.friends_of(who);
        let others = table.ids().filter(|&id| !friends.contains(id)).map(|id| spot_of(id, table.actor(id)));
        let others = others.fold(Shares::default(), Shares::with);
        assert_eq!((actors.spots_around(who).1, actors.is_halved()), (others, true));
        assert!(!read.actors.is_halved(), "nobody has looked at its sides");
    }

    #[test]
    fn what_is_kept_beside_the_lists_follows_from_them() {
        let (book, mut table) = scene(
            r#"
            book = "crisis"
            map = { grid = "square", columns = 12, rows = 8, cell = 1, unit = "square" }
            characters = [
                { from = "marksman", name = "Ann", at = [1, 4] },
                { from = "brawler", name = "Bors", at = [3, 6], unaware_of = ["cid"] },
                { from = "raider", name = "Cid", at = [9, 3] },
                { from = "guard", name = "Dan", at = [9, 6], absent = true },
            ]
            "#,
        );
        check(&table);
        let policies = [crate::Policy::Random];
        let arrives = Intent::Gm(GmIntent::Arrive { who: who(&table, "dan") });
        let mut oracle = Simulate::new(&book, &policies, 5);
        book.resolve(&mut table, Seat::Gm, &arrives, &mut oracle).unwrap();
        for _ in 0..200 {
            check(&table);
            let Some(actor) = table.acting().or_else(|| table.actors.up().first()) else { break };
            let intent = oracle.choose(&table, referee_engine::Who::Actor(actor));
            book.resolve(&mut table, Seat::Gm, &intent, &mut oracle).unwrap();
        }
    }
}
