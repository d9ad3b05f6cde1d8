//! What an Attack is made with, and how far it goes (CW-079 to CW-084, CW-099, CW-R27, CW-R35 to CW-R38).

use crate::{
    Clockworld,
    conditions::ConditionKind,
    house::ReachDisturbs,
    sheet::{AttackKind, Band, Kind, Limb, MOST_REACH_BONUS_FT, PartSet, Skill, Weapon, WeaponRef},
    table::{Table, Whereabouts, Wholeness},
};
use referee_engine::{
    ActorId,
    act::Why,
    bar,
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
    pub weapon: WeaponRef,
    /// The limbs that it uses (CW-R27).
    pub uses: PartSet,
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

/// CW-R64, CW-R49, CW-R52: can somebody strike with this now?
pub fn arm(table: &Table, who: ActorId, weapon: WeaponRef) -> Result<Arm, Why<'_>> {
    let name = table.name(who);
    match weapon {
        WeaponRef::Natural(at) => {
            let Some(natural) = table.sheet(who).natural.get(usize::from(at)) else {
                return Err(bar!("CW-276", "unknown-weapon", "{} has no such weapon", name));
            };
            if let Some(part) = natural.part {
                let limb = &table.part(who, part).part;
                if !table.works(who, part) {
                    return Err(bar!("CW-075", "limb-out", "{}'s {} does not work", name, limb));
                }
                if natural.weapon.limb_kind == Limb::Arm && !table.free_arms(who).contains(part) {
                    return Err(bar!("CW-R27", "limb-busy", "{}'s {} is not free", name, limb));
                }
            }
        }
        WeaponRef::Thing(thing) => {
            let state = table.things.get(usize::from(thing.0)).filter(|state| state.at == Whereabouts::Held(who));
            let Some(state) = state else {
                return Err(bar!("CW-R27", "not-held", "{} does not hold that", name));
            };
            let sheet = table.thing_sheet(thing);
            if state.state == Wholeness::Destroyed {
                return Err(bar!("CW-R52", "destroyed", "{} is destroyed", &sheet.name));
            }
            if state.dismantled {
                return Err(bar!("CW-196", "dismantled", "{} is taken apart", &sheet.name));
            }
            let need = sheet.weapon.as_ref().map_or(1, |weapon| weapon.limbs);
            if table.arms_holding(who, thing).len() < u32::from(need) {
                return Err(bar!("CW-R27", "needs-hands", "{} needs {} hands", &sheet.name, need));
            }
        }
    }
    Ok(numbers(table, who, weapon))
}

/// CW-108, CW-R27, CW-R44: the numbers of a weapon that [`arm`] allows, and the limbs that it uses.
pub fn numbers(table: &Table, who: ActorId, weapon: WeaponRef) -> Arm {
    let numbers = *table.weapon(who, weapon).unwrap_or(&IMPROVISED);
    let uses = match weapon {
        WeaponRef::Natural(at) => table.sheet(who).natural[usize::from(at)]
            .part
            .map_or(PartSet::default(), |part| PartSet::default().with(part)),
        WeaponRef::Thing(thing) => table.arms_holding(who, thing),
    };
    Arm { weapon, uses, numbers }
}

/// Everything that somebody could strike with now.
pub fn usable_weapons(table: &Table, who: ActorId) -> impl Iterator<Item = WeaponRef> + '_ {
    weapons_at_hand(table, who).map(|(weapon, _)| weapon).filter(move |&weapon| arm(table, who, weapon).is_ok())
}

/// What somebody holds and what its body strikes with, with the numbers, whether it can strike with it just now or not
/// ([`arm`]).
pub fn weapons_at_hand(table: &Table, who: ActorId) -> impl Iterator<Item = (WeaponRef, &Weapon)> {
    let held = table.held(who);
    let held =
        held.map(|thing| (WeaponRef::Thing(thing), table.thing_sheet(thing).weapon.as_ref().unwrap_or(&IMPROVISED)));
    let natural = table.sheet(who).natural.iter().enumerate();
    held.chain(natural.map(|(at, natural)| (WeaponRef::Natural(at as u8), &natural.weapon)))
}

/// CW-079 to CW-084, CW-095, CW-R35, CW-R36, CW-R37: how far off a place is for this weapon; `None` if too far.
pub fn band(table: &Table, actor: ActorId, weapon: &Weapon, place: Place) -> Option<Band> {
    let square = table.feet_sq(table.actor(actor).place, place);
    let within = |feet: u32| square <= u64::from(feet) * u64::from(feet);
    let reach = u32::from(table.sheet(actor).reach_ft) + u32::from(weapon.reach_bonus_ft);
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
    pub fn sight(&self, from: ActorId, to: ActorId) -> Sight {
        let (here, there) = (self.actor(from).place, self.actor(to).place);
        let mut seen = space::sight(&self.setup.space, &self.pieces, here, there);
        if self.lies_in_cover(to, here) {
            seen.cover = seen.cover.max(1); // CW-R69
        }
        self.overrides.apply(from.0, to.0, seen)
    }

    /// CW-R43: has one no line at all to the other?
    pub fn is_out_of_sight(&self, from: ActorId, to: ActorId) -> bool {
        self.sight(from, to).blocked
    }

    /// CW-R37, CW-R38: how far this Character strikes by hand, bare or with what it holds.
    pub fn reach_ft(&self, who: ActorId) -> u32 {
        let by_hand = weapons_at_hand(self, who).filter(|(_, weapon)| weapon.kind == AttackKind::Reach);
        let bonus = by_hand.map(|(_, weapon)| weapon.reach_bonus_ft).max().unwrap_or(0);
        debug_assert!(bonus <= MOST_REACH_BONUS_FT, "the door lets in no longer weapon");
        u32::from(self.sheet(who).reach_ft) + u32::from(bonus)
    }

    /// CW-R37: is `other` within this Character's Reach?
    pub fn in_reach(&self, who: ActorId, other: ActorId) -> bool {
        self.within(self.actor(who).place, self.actor(other).place, self.reach_ft(who))
    }
}

/// CW-099, CW-R07, CW-R38: does a hostile creature within its Reach disturb this shooter?
pub fn is_disturbed(book: &Clockworld, table: &Table, shooter: ActorId) -> bool {
    table.active_foes(shooter).iter().any(|foe| {
        let free = || match book.house.reach_disturbs {
            ReachDisturbs::AnyAble => true,
            ReachDisturbs::FreeAndAware => {
                let actor = table.actor(foe);
                !actor.has(ConditionKind::pins) && !actor.unaware_of.contains(shooter)
            }
        };
        table.sheet(foe).kind != Kind::Hazard && table.in_reach(foe, shooter) && free()
    })
}
