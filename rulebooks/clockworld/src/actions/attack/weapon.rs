//! What an Attack is made with, and how far it goes (CW-079 to CW-084, CW-099, CW-R27, CW-R35 to CW-R38).

use crate::{
    Clockworld,
    conditions::ConditionKind,
    house::ReachDisturbs,
    sheet::{AttackKind, Band, Limb, MOST_REACH_BONUS_FT, PartId, PartSet, Sheet, Skill, ThingId, Weapon, WeaponRef},
    table::{Glance, Table, Thing, Whereabouts, Wholeness},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, rule,
    space::{self, Place, Sight},
};
use std::ops::Deref;

/// CW-082: Close Range.
pub const CLOSE_FT: u32 = 30;

/// CW-083: Long Range.
pub const LONG_FT: u32 = 100;

/// CW-084: Extreme Range.
pub const EXTREME_FT: u32 = 1_000;

/// What somebody strikes with, and its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arm {
    /// Which it is.
    pub weapon: WeaponRef,
    /// The limbs that it uses (CW-R27).
    pub uses: PartSet,
    /// Its numbers.
    pub numbers: Weapon,
}

impl Deref for Arm {
    type Target = Weapon;

    fn deref(&self) -> &Weapon {
        &self.numbers
    }
}

/// CW-R44: an object that is no weapon.
static IMPROVISED: Weapon = Weapon {
    skill: Skill::HandToHand,
    kind: AttackKind::Reach,
    die: 10,
    max_band: Band::Reach,
    reach_bonus_ft: 0,
    limbs: 1,
    limb_kind: Limb::Arm,
    silent: false,
    area_radius_ft: 0,
    single_use: false,
};

/// Why somebody cannot strike with something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Unfit {
    Unknown,
    LimbOut(PartId),
    LimbBusy(PartId),
    NotHeld,
    Destroyed(ThingId),
    Dismantled(ThingId),
    NeedsHands(ThingId, u32),
}

/// CW-R64, CW-R49, CW-R52: can somebody strike with this now?
pub fn arm(table: &Table, who: ActorId, weapon: WeaponRef) -> Result<Arm, Refusal> {
    let Some(unfit) = unfit(table, who, weapon) else { return Ok(numbers(table, who, weapon)) };
    let name = table.name(who);
    let part = |part| &table.part(who, part).part;
    let thing = |thing| &table.thing_sheet(thing).name;
    let (rule, code, why) = match unfit {
        Unfit::Unknown => (rule!("CW-276"), "unknown-weapon", format!("{name} has no such weapon")),
        Unfit::LimbOut(at) => (rule!("CW-075"), "limb-out", format!("{name}'s {} does not work", part(at))),
        Unfit::LimbBusy(at) => (rule!("CW-R27"), "limb-busy", format!("{name}'s {} is not free", part(at))),
        Unfit::NotHeld => (rule!("CW-R27"), "not-held", format!("{name} does not hold that")),
        Unfit::Destroyed(what) => (rule!("CW-R52"), "destroyed", format!("{} is destroyed", thing(what))),
        Unfit::Dismantled(what) => (rule!("CW-196"), "dismantled", format!("{} is taken apart", thing(what))),
        Unfit::NeedsHands(what, need) => {
            (rule!("CW-R27"), "needs-hands", format!("{} needs {need} hands", thing(what)))
        }
    };
    Err(Refusal::by(rule, code, why))
}

#[inline(always)]
fn unfit(table: &Table, who: ActorId, weapon: WeaponRef) -> Option<Unfit> {
    match weapon {
        WeaponRef::Natural(at) => {
            let Some(natural) = table.sheet(who).natural.get(usize::from(at)) else { return Some(Unfit::Unknown) };
            let part = natural.part?;
            if !table.works(who, part) {
                return Some(Unfit::LimbOut(part));
            }
            let busy = natural.weapon.limb_kind == Limb::Arm && !table.free_arms(who).contains(part);
            busy.then_some(Unfit::LimbBusy(part))
        }
        WeaponRef::Thing(thing) => {
            let is_held = |state: &&Thing| matches!(state.at, Whereabouts::Held(holder) if holder == who);
            let state = table.things.get(usize::from(thing.0)).filter(is_held);
            let Some(state) = state else { return Some(Unfit::NotHeld) };
            if state.state == Wholeness::Destroyed {
                return Some(Unfit::Destroyed(thing));
            }
            if state.dismantled {
                return Some(Unfit::Dismantled(thing));
            }
            let need = table.thing_sheet(thing).weapon.as_ref().map_or(1, |weapon| u32::from(weapon.limbs));
            let arms = table.arms_holding(who, thing);
            // Mostly one hand is enough, and then nothing has to be counted.
            let too_few = if need == 1 { arms.is_empty() } else { arms.len() < need };
            too_few.then_some(Unfit::NeedsHands(thing, need))
        }
    }
}

/// CW-108, CW-R27, CW-R44: the numbers of a weapon that [`arm`] allows, and the limbs that it uses.
#[inline]
pub fn numbers(table: &Table, who: ActorId, weapon: WeaponRef) -> Arm {
    let numbers = *table.weapon(who, weapon).unwrap_or(&IMPROVISED);
    Arm { weapon, uses: limbs_of(table, who, weapon), numbers }
}

/// CW-R27: the limbs that a weapon uses.
#[inline]
pub fn limbs_of(table: &Table, who: ActorId, weapon: WeaponRef) -> PartSet {
    match weapon {
        WeaponRef::Natural(at) => {
            let part = table.sheet(who).natural[usize::from(at)].part;
            part.map_or(PartSet::default(), |part| PartSet::default().with(part))
        }
        WeaponRef::Thing(thing) => table.arms_holding(who, thing),
    }
}

/// Everything that somebody could strike with now.
pub fn usable_weapons(table: &Table, who: ActorId) -> impl Iterator<Item = WeaponRef> + '_ {
    weapons_at_hand(table, who).map(|(weapon, _)| weapon).filter(move |&weapon| unfit(table, who, weapon).is_none())
}

/// What somebody holds and what its body strikes with, with the numbers, whether it can strike with it just now or not
/// ([`is_usable`]).
#[inline]
pub fn weapons_at_hand(table: &Table, who: ActorId) -> impl Iterator<Item = (WeaponRef, &Weapon)> {
    table.held(who).map(|thing| held_weapon(table, thing)).chain(natural_weapons(table, who))
}

/// What each hand of somebody holds, what is held with both of them twice.
#[inline]
pub fn held_weapons(table: &Table, who: ActorId) -> impl Iterator<Item = (WeaponRef, &Weapon)> {
    table.actor(who).held.iter().map(|grip| held_weapon(table, grip.thing))
}

/// A weapon, or another thing to strike with (CW-R44).
#[inline]
fn held_weapon(table: &Table, thing: ThingId) -> (WeaponRef, &Weapon) {
    (WeaponRef::Thing(thing), table.thing_sheet(thing).weapon.as_ref().unwrap_or(&IMPROVISED))
}

/// What somebody's body strikes with.
#[inline]
pub fn natural_weapons(table: &Table, who: ActorId) -> impl Iterator<Item = (WeaponRef, &Weapon)> {
    let natural = table.sheet(who).natural.iter().enumerate();
    natural.map(|(at, natural)| (WeaponRef::Natural(at as u8), &natural.weapon))
}

/// CW-R64, CW-R49, CW-R52: [`arm`] for whoever needs no reason.
#[inline]
pub fn is_usable(table: &Table, who: ActorId, weapon: WeaponRef) -> bool {
    unfit(table, who, weapon).is_none()
}

/// CW-079 to CW-084, CW-095, CW-R35, CW-R36, CW-R37: how far off a place is for this weapon; `None` if too far.
#[inline(always)]
pub fn band(table: &Table, actor: ActorId, weapon: &Weapon, place: Place) -> Option<Band> {
    band_at(table.sheet(actor), weapon, table.feet_sq(table.actor(actor).place, place))
}

/// The same, at a distance that is known, squared.
#[inline(always)]
pub fn band_at(attacker: &Sheet, weapon: &Weapon, square: u64) -> Option<Band> {
    let within = |feet: u32| square <= u64::from(feet) * u64::from(feet);
    let reach = u32::from(attacker.reach_ft) + u32::from(weapon.reach_bonus_ft);
    if weapon.kind == AttackKind::Reach {
        return within(reach).then_some(Band::Reach);
    }
    let band = match () {
        () if within(reach) => Band::Reach,
        () if within(CLOSE_FT) => Band::Close,
        () if within(LONG_FT) => Band::Long,
        () if within(EXTREME_FT) => Band::Extreme,
        () => return None,
    };
    (band <= weapon.max_band).then_some(band)
}

impl Table {
    /// Who sees whom, by the map and by what the GM has said (CW-D13).
    #[inline]
    pub fn sight(&self, from: ActorId, to: ActorId) -> Sight {
        let (one, other) = (self.actor(from).place, self.actor(to).place);
        let may_matter = self.pieces.may_hinder_sight(one.cell, other.cell) || self.is_zone_map();
        let is_special = !self.overrides.is_nothing() || self.lies_in_cover(to, one);
        if may_matter || is_special { self.look(from, to) } else { Sight::CLEAR }
    }

    /// [`Table::sight`] for an Attack, which has to know less of it.
    #[inline(always)]
    pub fn glance(&mut self, from: ActorId, to: ActorId) -> Glance {
        let (one, other) = (self.actor(from).place, self.actor(to).place);
        let may_matter = self.pieces.may_hinder_sight(one.cell, other.cell) || self.is_zone_map();
        let is_special = !self.overrides.is_nothing() || self.lies_in_cover(to, one);
        if may_matter || is_special { self.glance_along(from, to, is_special) } else { Glance::CLEAR }
    }

    #[inline(never)]
    fn glance_along(&mut self, from: ActorId, to: ActorId, is_special: bool) -> Glance {
        if is_special {
            return self.look(from, to).into();
        }
        let (one, other) = (self.actor(from).place, self.actor(to).place);
        self.pieces.glance(&self.setup.space, one, other)
    }

    #[inline(never)]
    fn look(&self, from: ActorId, to: ActorId) -> Sight {
        let here = self.actor(from).place;
        let mut seen = space::sight(&self.setup.space, &self.pieces, here, self.actor(to).place);
        if self.lies_in_cover(to, here) {
            seen.cover = seen.cover.max(1); // CW-R69
        }
        self.overrides.apply(from.0, to.0, seen)
    }

    /// CW-R43: has one no line at all to the other? [`Table::sight`] for whoever needs to know no more.
    #[inline(always)]
    pub fn is_out_of_sight(&self, from: ActorId, to: ActorId) -> bool {
        if !self.overrides.is_nothing() {
            return self.sight(from, to).blocked;
        }
        let (one, other) = (self.actor(from).place, self.actor(to).place);
        (self.pieces.may_block_sight(one.cell, other.cell) || self.is_zone_map())
            && space::is_blocked(&self.setup.space, &self.pieces, one, other)
    }

    /// CW-R37, CW-R38: how far this Character strikes by hand, bare or with what it holds.
    pub fn reach_ft(&self, who: ActorId) -> u32 {
        let sheet = self.sheet(who);
        let mut feet = self.setup.sheets.bare(who).reach_ft;
        for grip in &self.actor(who).held {
            if let Some(weapon) = &self.thing_sheet(grip.thing).weapon
                && weapon.kind == AttackKind::Reach
            {
                feet = feet.max(u32::from(sheet.reach_ft) + u32::from(weapon.reach_bonus_ft));
            }
        }
        debug_assert!(feet <= u32::from(sheet.reach_ft + MOST_REACH_BONUS_FT), "the door lets in no longer weapon");
        feet
    }

    /// Is `other` within this Character's Reach?
    #[inline]
    pub fn in_reach(&self, who: ActorId, other: ActorId) -> bool {
        self.reaches(who, self.actor(other).place)
    }

    /// CW-R37: is this place within the Character's Reach? Most are too far for any weapon, which is soon said.
    #[inline]
    fn reaches(&self, who: ActorId, place: Place) -> bool {
        let square = self.feet_sq(self.actor(who).place, place);
        let within = |feet: u32| square <= u64::from(feet) * u64::from(feet);
        within(self.longest_reach_ft(who)) && within(self.reach_ft(who))
    }

    /// CW-R37: how far this Character would strike by hand with the longest weapon of the Scenario.
    #[inline]
    fn longest_reach_ft(&self, who: ActorId) -> u32 {
        let bonus = self.setup.things.reach_bonus_ft();
        self.setup.sheets.bare(who).reach_ft.max(u32::from(self.sheet(who).reach_ft) + u32::from(bonus))
    }

    /// The active foes of somebody who would have it within their Reach with the longest weapon of the Scenario: whoever is not
    /// among them need not be asked what it holds.
    pub fn foes_near(&self, who: ActorId) -> ActorSet {
        let place = self.actor(who).place;
        let is_near = |&foe: &ActorId| self.within(self.actor(foe).place, place, self.longest_reach_ft(foe));
        self.active_foes(who).iter().filter(is_near).collect()
    }
}

/// CW-099, CW-R07, CW-R38: does a hostile creature within its Reach disturb this shooter?
pub fn is_disturbed(book: &Clockworld, table: &Table, shooter: ActorId) -> bool {
    is_disturbed_by(book, table, shooter, table.foes_near(shooter))
}

/// The same, with the foes that are [near](Table::foes_near): mostly none.
#[inline(always)]
pub(super) fn is_disturbed_by(book: &Clockworld, table: &Table, shooter: ActorId, near: ActorSet) -> bool {
    !near.is_empty() && does_one_disturb(book, table, shooter, near)
}

#[inline(never)]
fn does_one_disturb(book: &Clockworld, table: &Table, shooter: ActorId, near: ActorSet) -> bool {
    let place = table.actor(shooter).place;
    near.both(table.setup.sheets.creatures()).iter().any(|foe| {
        let free = || {
            let actor = table.actor(foe);
            book.house.reach_disturbs == ReachDisturbs::AnyAble
                || (!actor.has(ConditionKind::pins) && !actor.unaware_of.contains(shooter))
        };
        table.reaches(foe, place) && free()
    })
}
