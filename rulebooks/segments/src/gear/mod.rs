//! What somebody carries: hands, shields, ammunition.

mod looks;
mod outfit;

pub use looks::Looks;
pub(crate) use outfit::Arsenal;
pub use outfit::Outfit;
use outfit::{Fact, Kept, Look};

use crate::{
    house::HouseRules,
    sheet::{ArmourKind, Tag, Tags, ThingId, Weapon, WeaponRef},
    table::{Actor, Table, Thing, Whereabouts},
};
use referee_engine::{ActorId, Derived, Grounds};

/// A stretch of the list of things: whatever somebody has on them lies in it, usually between the things of their
/// neighbours. It follows from where things are ([`Table::know`]), so it is neither written nor compared; where it is not
/// known, as in a table that was just read, it is the whole list.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    first: u16,
    beyond: u16,
}

impl Default for Stretch {
    fn default() -> Self {
        Stretch { first: 0, beyond: u16::MAX }
    }
}

impl Stretch {
    /// From the first to the last of these.
    fn of(mut things: impl Iterator<Item = ThingId>) -> Stretch {
        let Some(first) = things.next().map(ThingId::place) else { return Stretch { first: 0, beyond: 0 } };
        Stretch { first, beyond: things.last().map_or(first, ThingId::place) + 1 }
    }

    /// Where this one is.
    #[inline]
    fn one(thing: ThingId) -> Stretch {
        Stretch { first: thing.place(), beyond: thing.place() + 1 }
    }

    /// Both, and what is between them.
    #[inline]
    fn with(self, other: Stretch) -> Stretch {
        match (self.first < self.beyond, other.first < other.beyond) {
            (_, false) => self,
            (false, true) => other,
            _ => Stretch { first: self.first.min(other.first), beyond: self.beyond.max(other.beyond) },
        }
    }
}

/// SE-R43: does the use of an object with these tags need a Slow Action? Bows are two-handed too, unless
/// `bows_slow` is off.
#[inline]
pub fn is_slow(house: &HouseRules, tags: Tags, weapon: Option<&Weapon>) -> bool {
    let bow = |weapon: &Weapon| weapon.reach_ft == 0 && weapon.ammo.is_some() && !weapon.tags.has(Tag::Reload);
    if !house.bows_slow && weapon.is_some_and(bow) {
        return Tags(tags.0 & !(Tag::TwoHanded as u8)).is_slow();
    }
    tags.is_slow()
}

/// The feet within which somebody could strike at all with what is in hand, ready or not. It follows from the gear
/// ([`Table::know`]) like a [`Stretch`]; where it is not known, or very far, it is every distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strikes(i16);

impl Default for Strikes {
    fn default() -> Self {
        Strikes::EVERYWHERE
    }
}

impl Strikes {
    /// Read as a number without a sign it is the greatest of all.
    const EVERYWHERE: Strikes = Strikes(-1);

    /// As far as this weapon goes as well: SE-R69 lets one shoot at twice the range.
    fn add(&mut self, weapon: &Weapon) {
        let feet = self.feet().max(weapon.reach_ft.into()).max(2 * u32::from(weapon.range_ft));
        *self = i16::try_from(feet).map_or(Strikes::EVERYWHERE, Strikes);
    }

    #[inline]
    fn feet(self) -> u32 {
        self.0 as u32
    }

    /// Does nothing strike farther than this?
    #[inline]
    pub(crate) fn are_within(self, feet: u16) -> bool {
        self.feet() <= feet.into()
    }

    /// Could it strike at this distance?
    #[inline]
    pub fn reach(self, feet: u32) -> bool {
        feet <= self.feet()
    }
}

/// What somebody shoots with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bow {
    /// It itself.
    pub bow: ThingId,
    /// SE-R08: the first ammunition for it.
    pub arrows: ThingId,
    /// How far it shoots without leave of SE-R69.
    pub range: u16,
    /// The weapons in hand, as one number.
    pub arms: u64,
}

impl Table {
    /// Reads what is kept of somebody's outfit.
    #[inline(always)] // mostly it is known
    fn outfit<T>(&self, who: ActorId, read: impl FnOnce(&Kept) -> T) -> T {
        match self.actor(who).outfit.known() {
            Some(kept) => {
                debug_assert_eq!(*kept, self.look_at(who, Stretch::default()).kept, "gear is moved by `put` alone");
                read(kept)
            }
            None => read(&self.look_anew(who)),
        }
    }

    #[cold]
    #[inline(never)]
    fn look_anew(&self, who: ActorId) -> Kept {
        self.look_at(who, Stretch::default()).kept
    }

    /// What follows from somebody's gear as the things say, where all of it is known to be in a stretch of the list.
    fn look_at(&self, who: ActorId, stretch: Stretch) -> Look {
        let sheet = self.sheet(who);
        let mut look = Look {
            kept: Kept::NOTHING,
            defense: sheet.hide,
            ward: sheet.ward.saturating_add(self.actor(who).warded),
            shield: None,
            helmet: None,
        };
        for natural in &sheet.natural {
            look.kept.arm(&natural.weapon);
        }
        for (id, thing) in self.stretch(stretch).filter(|(_, thing)| thing.owner() == Some(who)) {
            *look.kept.things = look.kept.things.with(Stretch::one(id));
            look.kept.carried = look.kept.carried.with(id, thing.at());
            look.add(id, thing.at(), self.thing_sheet(id));
        }
        let is_steady = look.kept.arms.iter().map(|thing| self.thing_sheet(thing)).all(|sheet| {
            let has_hands = !sheet.tags.has(Tag::TwoHanded) || look.kept.free_hands == 1;
            let needs = |weapon: &Weapon| weapon.ammo.is_some() || weapon.tags.has(Tag::Reload);
            has_hands && !sheet.weapon.as_ref().is_some_and(needs)
        });
        look.kept.facts.add_if(is_steady, Fact::Steady);
        let [plain, slow] = Arsenal::of(self.at_hand(who, &look.kept));
        for (arsenal, fact) in [(plain, Fact::Strikes), (slow, Fact::StrikesSlowly)] {
            let strikes = is_steady && arsenal.count > 0 && look.kept.strikes.are_within(arsenal.shortest);
            look.kept.facts.add_if(strikes, fact);
        }
        let has_both_kinds = plain.count > 0 && slow.count > 0;
        let best = self.best_of_all(who, &look.kept);
        let compares = has_both_kinds && best.is_none_or(|best| best.ammo.is_some());
        look.kept.facts.add_if(compares, Fact::Compares);
        let goes_without_saying = best.is_some() || is_steady && !has_both_kinds;
        look.kept.plain = goes_without_saying && !look.kept.facts.has(Fact::Loads) && sheet.abilities.is_empty();
        if let Some(kind) = best.filter(|_| look.kept.plain).and_then(|best| best.ammo.as_deref()) {
            let mine = self.stretch(stretch).filter(|(_, thing)| thing.owner() == Some(who));
            look.kept.quiver = mine.map(|(id, _)| id).find(|&id| self.thing_sheet(id).short == kind);
            look.kept.plain = look.kept.quiver.is_some();
        }
        if look.kept.plain && look.kept.facts.has(Fact::Draws) {
            look.kept.plain = !self.has_better_to_draw(who, &look.kept, stretch);
        }
        let [_, lowest] = self.most_in_armour(who, stretch);
        look.kept.stride = sheet.moves.first().map_or(0, |way| way.lowest.min(lowest));
        look
    }

    /// The weapons at hand: those that are held, then those that the body has.
    fn at_hand(&self, who: ActorId, kept: &Kept) -> impl Iterator<Item = &Weapon> {
        let natural = self.sheet(who).natural.iter().map(|natural| &natural.weapon);
        kept.arms.iter().filter_map(|thing| self.thing_sheet(thing).weapon.as_ref()).chain(natural)
    }

    /// Is anything to be drawn that does more than all that is at hand?
    fn has_better_to_draw(&self, who: ActorId, kept: &Kept, stretch: Stretch) -> bool {
        let most = self.at_hand(who, kept).map(|weapon| weapon.maximum).max();
        let sheathed = self.stretch(stretch).filter(|(_, thing)| thing.at() == Whereabouts::Sheathed(who));
        sheathed.filter_map(|(id, _)| self.thing_sheet(id).weapon.as_ref()).any(|weapon| Some(weapon.maximum) > most)
    }

    /// The first of the weapons at hand, if it is as strong and as far-reaching as all others, and ready whatever happens but
    /// for its ammunition: then none of them does more, to whomever.
    fn best_of_all(&self, who: ActorId, kept: &Kept) -> Option<&Weapon> {
        let mut all = self.at_hand(who, kept);
        let first = all.next()?;
        let in_hand = kept.arms.first().map(|thing| self.thing_sheet(thing).tags);
        let has_hands = in_hand.is_none_or(|tags| !tags.has(Tag::TwoHanded) || kept.free_hands == 1);
        let is_ready = has_hands && !first.tags.has(Tag::Reload);
        let reach = |weapon: &Weapon| weapon.reach_ft.max(weapon.range_ft);
        let is_best = is_ready && all.all(|other| other.maximum <= first.maximum && reach(other) <= reach(first));
        is_best.then_some(first)
    }

    /// Could there be anything to draw, to pick up or to load? Mostly there is not.
    #[inline]
    pub fn has_something_to_ready(&self, who: ActorId) -> bool {
        let lies = self.lying.first < self.lying.beyond;
        self.outfit(who, |Kept { facts, free_hands, .. }| {
            facts.has(Fact::Loads) || *free_hands > 0 && (facts.has(Fact::Draws) || lies)
        })
    }

    #[inline]
    fn stretch(&self, Stretch { first, beyond }: Stretch) -> impl Iterator<Item = (ThingId, &Thing)> {
        let all = self.things.get(usize::from(first)..usize::from(beyond).min(self.things.len()));
        (first..).map(ThingId::at).zip(all.unwrap_or_default())
    }

    /// The things among which is everything that somebody has on them and every weapon that lies on the ground, in the
    /// order of the list.
    #[inline]
    pub fn at_hand_or_lying(&self, who: ActorId) -> impl Iterator<Item = (ThingId, &Thing)> {
        self.stretch(self.actor(who).outfit.things().with(*self.lying))
    }

    /// How somebody's gear is, as far as anything that can be done with it follows from that: how each thing is carried,
    /// what is loaded, what is used up, and with a free hand what can be picked up.
    #[inline]
    pub(crate) fn gear_among(&self, who: ActorId, grounds: Grounds) -> Grounds {
        let lies = self.lying.first < self.lying.beyond;
        let (carried, shoots, picks_up) =
            self.outfit(who, |kept| (kept.carried.bits(), kept.facts.has(Fact::Shoots), kept.free_hands > 0 && lies));
        let grounds = grounds.and(carried);
        if shoots || picks_up { self.supplies_among(who, picks_up, grounds) } else { grounds }
    }

    #[inline(never)]
    fn supplies_among(&self, who: ActorId, picks_up: bool, mut grounds: Grounds) -> Grounds {
        let actor = self.actor(who);
        let things = actor.outfit.things();
        let stretch = if picks_up { things.with(*self.lying) } else { things };
        // Four bits for each, behind where they begin.
        let mut word = 1 << 16 | u64::from(stretch.first);
        for (_, thing) in self.stretch(stretch) {
            let is_there = match thing.at() {
                Whereabouts::Place(place) => picks_up && self.feet(actor.place, place) <= 5,
                at => at.owner() == Some(who),
            };
            let how = 1 | u64::from(thing.is_loaded()) << 1 | u64::from(thing.count > 0) << 2;
            word = word << 4 | if is_there { how } else { 0 };
            if word >> 59 != 0 {
                (grounds, word) = (grounds.and(word), 1);
            }
        }
        grounds.and(word)
    }

    /// Is every weapon at hand ready as long as the gear stays as it is?
    #[inline]
    pub(crate) fn is_steady(&self, who: ActorId) -> bool {
        self.outfit(who, |kept| kept.facts.has(Fact::Steady))
    }

    /// The weapons in hand as one number, and the feet within which all that is at hand strikes, where nothing else that it
    /// has matters to what it declares ([`Kept::plain`]).
    #[inline]
    pub(crate) fn plain_arms(&self, who: ActorId) -> Option<(u64, u16)> {
        let lies = self.lying.first < self.lying.beyond;
        self.outfit(who, |kept| {
            let is_plain = kept.plain & !(lies & (kept.free_hands > 0));
            let has_ammunition = || kept.quiver.is_none_or(|stack| self.thing(stack).count > 0);
            (is_plain && has_ammunition()).then(|| (kept.arms.bits(), kept.farthest))
        })
    }

    /// The weapons in hand as one number, if all that is at hand for a slow action, or for one that is not, is ready whatever
    /// happens and strikes at everybody within reach of anything at hand, without leaving the hand.
    #[inline]
    pub(crate) fn steady_arms(&self, who: ActorId, slow: bool) -> Option<u64> {
        let strikes = if slow { Fact::StrikesSlowly } else { Fact::Strikes };
        self.outfit(who, |kept| kept.facts.has(strikes).then(|| kept.arms.bits()))
    }

    /// What somebody shoots with that does more than all else at hand, if there is ammunition for it.
    #[inline]
    pub(crate) fn bow(&self, who: ActorId) -> Option<Bow> {
        self.outfit(who, |kept| {
            let arrows = kept.quiver.filter(|&stack| kept.plain && self.thing(stack).count > 0)?;
            Some(Bow { bow: kept.arms.first()?, arrows, range: kept.farthest, arms: kept.arms.bits() })
        })
    }

    /// Does it depend on the foe whether a slow weapon or another one does more?
    #[inline]
    pub(crate) fn compares_weapons(&self, who: ActorId) -> bool {
        self.outfit(who, |kept| kept.facts.has(Fact::Compares))
    }

    /// What is at hand to strike with that is not slow, and what is.
    #[inline]
    pub(crate) fn arsenal(&self, who: ActorId) -> [Arsenal; 2] {
        self.outfit(who, |kept| Arsenal::of(self.at_hand(who, kept)))
    }

    /// The things that somebody holds, a raised shield included.
    #[inline]
    pub fn held(&self, who: ActorId) -> impl Iterator<Item = ThingId> + '_ {
        self.stretch(self.actor(who).outfit.things())
            .filter(move |(_, thing)| thing.at() == Whereabouts::Held(who))
            .map(|(id, _)| id)
    }

    /// Everything that somebody has on them.
    #[inline]
    pub fn carried(&self, who: ActorId) -> impl Iterator<Item = ThingId> + '_ {
        self.stretch(self.actor(who).outfit.things())
            .filter(move |(_, thing)| thing.owner() == Some(who))
            .map(|(id, _)| id)
    }

    /// SE-R116: slots that hold nothing; each thing held takes one, a raised shield too.
    #[inline]
    pub fn free_hands(&self, who: ActorId) -> usize {
        self.outfit(who, |kept| kept.free_hands).into()
    }

    /// SE-R116: a two-handed thing takes both slots while it is used.
    #[inline]
    pub fn has_hands_for(&self, who: ActorId, thing: ThingId) -> bool {
        let both = self.thing_sheet(thing).tags.has(Tag::TwoHanded);
        let own = usize::from(self.thing(thing).at() == Whereabouts::Held(who));
        !both || self.free_hands(who) + own == 2
    }

    /// Is it a shield?
    #[inline]
    pub fn is_shield(&self, thing: ThingId) -> bool {
        self.thing_sheet(thing).armour.is_some_and(|armour| armour.kind == ArmourKind::Shield)
    }

    /// A stack of this kind with something left, on this one.
    pub fn stack(&self, who: ActorId, kind: &str) -> Option<ThingId> {
        self.carried(who).find(|&id| self.thing_sheet(id).short == kind && self.thing(id).count > 0)
    }

    /// The weapons at hand: what is held, then what the body has.
    #[inline]
    pub fn weapons(&self, who: ActorId) -> impl Iterator<Item = WeaponRef> + '_ {
        let natural = (0..self.sheet(who).natural.len() as u8).map(WeaponRef::Natural);
        self.outfit(who, |kept| kept.arms).iter().map(WeaponRef::Thing).chain(natural)
    }

    /// Looks at somebody's gear, and sums up Defense. To be called when gear or wards have changed.
    pub fn know(&mut self, who: ActorId) {
        let look = self.look_at(who, Stretch::default());
        self.wear(who, look);
    }

    /// The same where a thing that was there is somewhere else now.
    fn know_with(&mut self, who: ActorId, thing: ThingId, before: Whereabouts) {
        let now = self.thing(thing).at();
        let Actor { outfit, warded, .. } = *self.actor(who);
        let known = outfit.known().filter(|_| warded == 0).and_then(|kept| {
            let is_its = |at: Whereabouts| at.owner() == Some(who);
            let others = if is_its(before) { kept.carried.without(thing, before) } else { kept.carried };
            let carried = if is_its(now) { others.with(thing, now) } else { others };
            self.setup.looks.0.find(who, carried).copied()
        });
        debug_assert!(known.is_none_or(|known| known == self.look_at(who, Stretch::default())), "it is as it was");
        let look = known.unwrap_or_else(|| self.look_at(who, outfit.things().with(Stretch::one(thing))));
        self.wear(who, look);
    }

    #[inline]
    fn wear(&mut self, who: ActorId, look: Look) {
        let Look { kept, defense, ward, shield, helmet } = look;
        let actor = self.actor_mut(who);
        let reaches_otherwise = actor.outfit.strikes() != kept.strikes;
        actor.outfit = Derived(Outfit(kept));
        (actor.defense, actor.ward, actor.shield, actor.helmet) = (defense, ward, shield, helmet);
        if reaches_otherwise {
            self.know_who_is_near();
        }
    }

    /// Puts a thing somewhere else, and looks at what that does to Defense.
    pub fn put(&mut self, thing: ThingId, at: Whereabouts) {
        let before = self.thing(thing).at();
        self.thing_mut(thing).put(at);
        let (from, to) = (before.owner(), at.owner());
        if let Some(who) = from {
            self.know_with(who, thing, before);
        }
        if let Some(who) = to.filter(|_| to != from) {
            self.know_with(who, thing, before);
        }
        if [before, at].iter().any(|at| matches!(at, Whereabouts::Place(_))) {
            self.know_what_lies();
        }
    }

    /// Finds where in the list the weapons are that lie on the ground.
    pub fn know_what_lies(&mut self) {
        let lies = |id: ThingId| matches!(self.thing(id).at(), Whereabouts::Place(_));
        *self.lying = Stretch::of(self.thing_ids().filter(|&id| lies(id) && self.thing_sheet(id).weapon.is_some()));
    }

    /// SE-R47: the most that armour lets its wearer move: full and lowest. All of it is in a stretch of the list.
    fn most_in_armour(&self, who: ActorId, stretch: Stretch) -> [u16; 2] {
        let worn = self.stretch(stretch).filter(|(_, thing)| thing.at() == Whereabouts::Worn(who));
        let limits = worn.filter_map(|(id, _)| self.thing_sheet(id).armour?.move_cap);
        limits.fold([u16::MAX; 2], |[full, lowest], limit| [full.min(limit[0]), lowest.min(limit[1])])
    }

    /// SE-R47, SE-119: lowest movement by the first way of moving, with the limits of armour.
    #[inline]
    pub fn stride(&self, house: &HouseRules, who: ActorId) -> u16 {
        let stride =
            if house.armour_slows { self.outfit(who, |kept| kept.stride) } else { self.rates(house, who, 0).1 };
        debug_assert_eq!(stride, self.rates(house, who, 0).1, "it is that of the first way");
        stride
    }

    /// SE-R47, SE-119: full and lowest movement by a way of moving, with the limits of armour.
    pub fn rates(&self, house: &HouseRules, who: ActorId, way: usize) -> (u16, u16) {
        let Some(way) = self.sheet(who).moves.get(way) else { return (0, 0) };
        if !house.armour_slows {
            return (way.full, way.lowest);
        }
        let [full, lowest] = self.most_in_armour(who, self.actor(who).outfit.things());
        (way.full.min(full), way.lowest.min(lowest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Beyond what its number can say, and where nobody has looked, it is every distance.
    #[test]
    fn what_strikes_very_far_strikes_everywhere() {
        let weapon = |reach_ft: u16, range_ft: u16| {
            let (tags, ammo, on_damage) = (Tags::default(), None, None);
            Weapon { maximum: 8, reach_ft, range_ft, tags, ammo, on_damage }
        };
        let mut strikes = Strikes(0);
        for (reach, range, farthest) in
            [(5, 0, 5), (0, 30, 60), (10, 0, 60), (0, 16_383, 32_766), (0, 16_384, u32::MAX)]
        {
            strikes.add(&weapon(reach, range));
            assert_eq!(strikes.feet(), farthest, "with {reach} and {range} feet more");
            assert!(strikes.reach(farthest) && (farthest == u32::MAX || !strikes.reach(farthest + 1)));
        }
        assert_eq!(strikes, Strikes::default());
        assert!(Strikes(60).are_within(60) && !Strikes(60).are_within(59) && !strikes.are_within(u16::MAX));
    }
}
