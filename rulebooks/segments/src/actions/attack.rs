//! Using weaponry: one d20 decides hit and damage (SE-079 to SE-090).

pub use super::aim::{Aim, Footing};
use crate::{
    Event, Segments,
    check::{self, Causes, Dice},
    conditions, gear, harm,
    house::WardVsCrit,
    reactions::negate,
    sheet::{Attribute, StatusId, Tag, ThingId, Weapon, WeaponRef},
    table::{Table, Whereabouts},
    turn,
};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, Refusal, rule, space::Place};
use serde::{Deserialize, Serialize};

/// An attack that somebody wants to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Who.
    pub actor: ActorId,
    /// With what.
    pub weapon: WeaponRef,
    /// At whom or what.
    pub target: Target,
    /// SE-R114: thrown although it reaches.
    pub throw: bool,
}

/// Whom or what an attack is at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Somebody.
    Body(ActorId),
    /// SE-R73: a thing.
    Thing(ThingId),
}

/// What one roll of an attack gives; more damage is better, then critical over hit over nothing (SE-R58). Of two that do
/// nothing, the lower die is the better one: it fails to pierce where the higher misses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Blow {
    /// Damage.
    pub damage: i16,
    /// How it is told.
    pub told: Told,
}

/// How an attack is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told {
    /// SE-R64: it would have missed without any Defense.
    Miss,
    /// SE-086: Defense made the difference.
    FailsToPierce,
    /// SE-082.
    Hit,
    /// SE-087.
    Critical,
}

impl Told {
    /// In words.
    pub fn word(self) -> &'static str {
        ["miss", "fails to pierce", "hit", "critical"][self as usize]
    }
}

/// The numbers of one attack, by weapon, trap or ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strike {
    /// Who.
    pub by: ActorId,
    /// At whom or what.
    pub at: Target,
    /// SE-R62: Accurate; an ability may name another attribute (SE-R46).
    pub attribute: Attribute,
    /// SE-083, SE-088.
    pub maximum: i16,
    /// SE-R79: deadly by its entry.
    pub deadly: bool,
    /// What damage brings.
    pub on_damage: Option<StatusId>,
    /// What a critical brings.
    pub on_critical: Option<StatusId>,
    /// SE-R69: beyond the range.
    pub far: bool,
}

/// What happened in an attack.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// It was rolled.
    Rolled {
        /// The attack.
        strike: Strike,
        /// With what; nothing for an ability.
        weapon: Option<WeaponRef>,
        /// What it was checked against.
        base: i16,
        /// Mundane Defense and cover.
        mundane: i16,
        /// Otherworldly Defense.
        ward: i16,
        /// The GM's modifier, weariness, long range.
        modifier: i16,
        /// The number.
        target: i16,
        /// Why two dice.
        causes: Causes,
        /// The die that was kept.
        face: Face,
        /// The other.
        other: Option<Face>,
        /// What came of it.
        blow: Blow,
    },
    /// SE-092, SE-096: negated.
    Negated {
        /// Whose.
        who: ActorId,
        /// The shield or helmet.
        thing: ThingId,
        /// Was it the helmet?
        helmet: bool,
    },
    /// SE-099: a free hasty attack, out of order.
    Free {
        /// Who.
        by: ActorId,
        /// At whom.
        at: Target,
    },
    /// SE-R114: a thrown weapon lies there now.
    Landed {
        /// Which.
        thing: ThingId,
        /// Where.
        at: Place,
    },
}

/// How a weapon gets to its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Manner {
    /// SE-R114: it leaves the hand.
    pub thrown: bool,
    /// It is shot: ammunition, loading.
    pub shot: bool,
    /// SE-R69: beyond its range.
    pub far: bool,
}

impl Manner {
    /// With the weapon in hand.
    #[inline]
    pub fn is_melee(self) -> bool {
        !self.thrown && !self.shot
    }
}

/// SE-R69, SE-R114: how a weapon would strike at this distance; `None` if it cannot. `throw`: although it reaches.
#[inline]
pub fn manner(book: &Segments, weapon: &Weapon, feet: u32, throw: bool) -> Option<Manner> {
    if !throw && weapon.reach_ft > 0 && feet <= u32::from(weapon.reach_ft) {
        return Some(Manner { thrown: false, shot: false, far: false });
    }
    let range = u32::from(weapon.range_ft);
    let far = feet > range;
    if range == 0 || (far && !(book.house.long_range && feet <= 2 * range)) {
        return None;
    }
    let thrown = weapon.tags.has(Tag::Thrown);
    Some(Manner { thrown, shot: !thrown, far })
}

/// Where a target is.
#[inline]
pub fn place_of(table: &Table, target: Target) -> Option<Place> {
    match target {
        Target::Body(who) => table.actors.get(who.index()).map(|actor| actor.place),
        Target::Thing(thing) => match table.things.get(usize::from(thing.0))?.at {
            Whereabouts::Place(place) => Some(place),
            _ => None,
        },
    }
}

/// Why a weapon cannot be used as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unready {
    /// It is no weapon.
    NoWeapon,
    /// SE-056.
    NotInHand,
    /// SE-R116.
    Hands,
    /// SE-R41.
    NotLoaded,
    /// SE-R08.
    NoAmmunition,
}

/// Is the weapon ready to be used: in hand, both hands for it, loaded, with ammunition (SE-R116, SE-R41, SE-R08)?
#[inline]
pub fn readiness(table: &Table, who: ActorId, weapon: WeaponRef) -> Result<&Weapon, Unready> {
    let Some(numbers) = table.weapon(who, weapon) else { return Err(Unready::NoWeapon) };
    let WeaponRef::Thing(thing) = weapon else { return Ok(numbers) };
    if table.thing(thing).at != Whereabouts::Held(who) {
        return Err(Unready::NotInHand);
    }
    if !table.has_hands_for(who, thing) {
        return Err(Unready::Hands);
    }
    if numbers.tags.has(Tag::Reload) {
        return if table.thing(thing).loaded { Ok(numbers) } else { Err(Unready::NotLoaded) };
    }
    let empty = numbers.ammo.as_ref().is_some_and(|kind| table.stack(who, kind).is_none());
    if empty { Err(Unready::NoAmmunition) } else { Ok(numbers) }
}

/// The same in words.
pub fn ready(table: &Table, who: ActorId, weapon: WeaponRef) -> Result<&Weapon, Refusal> {
    readiness(table, who, weapon).map_err(|unready| unready.refusal(table, who, weapon))
}

impl Unready {
    #[cold]
    fn refusal(self, table: &Table, who: ActorId, weapon: WeaponRef) -> Refusal {
        let (name, thing) = (table.name(who), || table.weapon_name(who, weapon));
        match self {
            Unready::NoWeapon => Refusal::plain("no-weapon", "that is no weapon"),
            Unready::NotInHand => {
                let why = format!("{name} does not have the {} in hand", thing());
                Refusal::by(rule!("SE-056"), "not-in-hand", why)
            }
            Unready::Hands => {
                let why = format!("the {} takes both hands while it is used", thing());
                Refusal::by(rule!("SE-R116"), "hands", why)
            }
            Unready::NotLoaded => Refusal::by(rule!("SE-R41"), "not-loaded", format!("the {} is not loaded", thing())),
            Unready::NoAmmunition => {
                let kind = table.weapon(who, weapon).and_then(|numbers| numbers.ammo.as_deref()).unwrap_or_default();
                Refusal::by(rule!("SE-R08"), "no-ammunition", format!("{name} has no {kind} left"))
            }
        }
    }
}

/// Can it be struck at with this weapon from here? SE-R69: not beyond the range.
pub fn reaches(book: &Segments, table: &Table, attack: &Attack) -> Result<Manner, Refusal> {
    let who = attack.actor;
    let weapon = ready(table, who, attack.weapon)?;
    let aim = match attack.target {
        Target::Body(target) => {
            let there = target.index() < table.actors.len() && table.is_here(target) && target != who;
            there.then(|| table.actor(target).place)
        }
        Target::Thing(thing) => {
            let object = table.setup.things.get(usize::from(thing.0)).is_some_and(|sheet| sheet.object.is_some());
            place_of(table, attack.target).filter(|_| object)
        }
    };
    let Some(aim) = aim else {
        return Err(Refusal::plain("no-target", "there is nobody and nothing like that to strike"));
    };
    if let Target::Body(target) = attack.target
        && table.actor(target).hidden
        && !table.allied(who, target)
    {
        return Err(Refusal::plain("unseen", format!("{} knows of nobody there", table.name(who))));
    }
    let from = table.actor(who).place;
    let feet = table.feet(from, aim);
    let Some(manner) = manner(book, weapon, feet, attack.throw) else {
        let why = format!("{feet} ft is beyond the reach of the {}", table.weapon_name(who, attack.weapon));
        return Err(Refusal::by(rule!("SE-R69"), "out-of-range", why));
    };
    if !manner.is_melee() && !table.sees(from, aim) {
        return Err(Refusal::by(rule!("SE-R82"), "no-sight", "something stands in the way"));
    }
    Ok(manner)
}

/// SE-069 to SE-072, SE-R43: does an attack with this weapon need a Slow Action?
#[inline]
pub fn is_slow(book: &Segments, table: &Table, who: ActorId, weapon: WeaponRef) -> bool {
    let numbers = table.weapon(who, weapon);
    numbers.is_some_and(|numbers| gear::is_slow(&book.house, numbers.tags, Some(numbers)))
}

/// May this attack be made in the segment under way (SE-D17)?
pub fn legal(book: &Segments, table: &Table, attack: &Attack) -> Result<Manner, Refusal> {
    table.may_act(attack.actor)?;
    turn::may(book, table, attack.actor, turn::Needs::Use { slow: is_slow(book, table, attack.actor, attack.weapon) })?;
    reaches(book, table, attack)
}

/// An attack as the action of a segment; `aim`: what it comes down to, where that is known.
#[inline]
pub fn resolve<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    attack: &Attack,
    aim: Option<&Aim>,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, attack)?;
    }
    let causes = turn::causes(table, attack.actor);
    turn::spend(book, table, attack.actor, oracle);
    match aim {
        Some(aim) => by_weapon(book, table, aim, attack.weapon, causes, oracle),
        None => outright(book, table, attack, causes, oracle),
    }
}

/// An attack with a weapon that is no action of a segment: a free attack, or one while the clock runs.
pub fn outright<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    attack: &Attack,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    match Aim::of(book, table, attack) {
        Some(aim) => by_weapon(book, table, &aim, attack.weapon, causes, oracle),
        None => Ok(()),
    }
}

/// An attack with a weapon, as an action or not.
fn by_weapon<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    aim: &Aim,
    weapon: WeaponRef,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Aim { strike, manner, .. } = aim;
    let who = strike.by;
    let there = if manner.thrown { place_of(table, strike.at) } else { None };
    if table.actor(who).hidden {
        table.actors.set_hidden(who, false); // whoever strikes is seen
    }
    if manner.shot {
        shoot(table, weapon, aim.ammunition);
    }
    resolve_strike(book, table, strike, &aim.footing, Some(weapon), causes, oracle)?;
    if let (Some(at), WeaponRef::Thing(thing)) = (there, weapon) {
        // SE-R114: it lies where the target was when it was struck, whatever came of it.
        table.put(thing, Whereabouts::Place(at));
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Landed { thing, at }));
    }
    Ok(())
}

/// SE-R08, SE-R41: a shot uses one piece of ammunition; a weapon with `reload` is empty then. What is loaded was taken
/// from the stock when it was loaded.
fn shoot(table: &mut Table, weapon: WeaponRef, ammunition: Option<ThingId>) {
    let WeaponRef::Thing(thing) = weapon else { return };
    if let Some(stack) = ammunition {
        table.thing_mut(stack).count -= 1;
    } else if table.thing_sheet(thing).weapon.as_ref().is_some_and(|weapon| weapon.tags.has(Tag::Reload)) {
        table.thing_mut(thing).loaded = false;
    }
}

/// SE-082 to SE-090, SE-R63 to SE-R66 (SE-R65: the number stays, the damage is full): reads one d20, which is hit and damage at once (SE-084). Below the number each point is damage, up to the maximum; exactly on
/// it is a critical: the maximum, from which no mundane Defense takes anything (SE-089), and otherworldly Defense its points;
/// above it is nothing.
#[inline]
pub fn read(book: &Segments, (target, open): (i16, i16), maximum: i16, ward: i16, face: i32) -> Blow {
    let face = face as i16;
    let nothing = || Blow { damage: 0, told: if face > open { Told::Miss } else { Told::FailsToPierce } };
    if book.house.nat_1_20 && face == 20 {
        return nothing();
    }
    if face == target {
        let off = if book.house.ward_vs_crit == WardVsCrit::Subtract { ward.max(0) } else { 0 };
        return Blow { damage: (maximum - off).max(0), told: Told::Critical };
    }
    if face < target {
        return Blow { damage: (target - face).min(maximum), told: Told::Hit };
    }
    if book.house.nat_1_20 && face == 1 { Blow { damage: 1, told: Told::Hit } } else { nothing() }
}

/// One attack by the weaponry rule (SE-079, SE-081): target number = attribute - Defense + the GM's modifier (SE-R61);
/// one roll; the shield or helmet may negate it; damage, Down, death, statuses.
#[inline]
pub fn resolve_strike<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    strike: &Strike,
    footing: &Footing,
    weapon: Option<WeaponRef>,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let by = strike.by;
    let (struck, mut mundane, ward) = match strike.at {
        Target::Body(who) => (Some(who), i16::from(table.actor(who).defense), i16::from(table.actor(who).ward)),
        Target::Thing(thing) => {
            (None, table.thing_sheet(thing).object.map_or(0, |object| i16::from(object.defense)), 0)
        }
    };
    let given = check::given(table, by, struck, true, oracle)?;
    mundane += footing.cover + given.cover;
    let base = footing.base;
    let modifier = given.modifier + footing.modifier;
    let open = base + modifier;
    let target = open - mundane - ward;
    let down = struck.is_some_and(|who| table.actor(who).down);
    let causes = causes
        .and(given.causes)
        .and(footing.causes)
        .and_if(book.house.adv_vs_down && down, Causes::VS_DOWN)
        .and_if(table.in_the_dark(by), Causes::BLIND);
    let early = match struck {
        Some(who) if book.house.negate_before_roll => {
            negate::before(book, table, who, by, strike.deadly || given.deadly, given.unstoppable, oracle)?
        }
        _ => false,
    };
    if early {
        return Ok(()); // SE-R74's alternative: given up before the roll, so there is none
    }
    let names = ["attack", "attack, second die"];
    let numbers = (20, causes.dice());
    debug_assert!(matches!(numbers.1, Dice::One | Dice::Advantage | Dice::Disadvantage));
    let maximum = strike.maximum;
    let kept = check::roll(book, by, names, numbers, |face| read(book, (target, open), maximum, ward, face), oracle)?;
    let blow = kept.value;
    oracle.tell(Audience::All, || {
        let (face, other) = (kept.face, kept.other);
        let strike = *strike;
        Event::Attack(AttackEvent::Rolled {
            strike,
            weapon,
            base,
            mundane,
            ward,
            modifier,
            target,
            causes,
            face,
            other,
            blow,
        })
    });
    if blow.told < Told::Hit {
        return Ok(()); // SE-085: no damage, and nothing to negate
    }
    match strike.at {
        Target::Thing(thing) => harm::strike_thing(table, thing, blow.damage, oracle),
        Target::Body(who) => land(book, table, strike, who, blow, &given, oracle)?,
    }
    Ok(())
}

/// The blow lands, unless it is negated (SE-R74, SE-R76: then nothing of it is left).
#[inline]
fn land<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    strike: &Strike,
    who: ActorId,
    blow: Blow,
    given: &check::Given,
    oracle: &mut O,
) -> Flow<()> {
    let by = strike.by;
    let brings = strike.on_critical.filter(|_| blow.told == Told::Critical);
    if blow.damage > 0 || brings.is_some() {
        let deadly = strike.deadly || given.deadly;
        if negate::after(book, table, who, by, blow, deadly, given.unstoppable, oracle)? {
            return Ok(());
        }
    }
    if blow.damage > 0 {
        harm::strike(book, table, who, blow.damage, oracle)?;
        if let Some(status) = strike.on_damage {
            conditions::gain(table, who, status, Some(by), rule!("SE-118"), oracle);
        }
    }
    if let Some(status) = brings {
        conditions::gain(table, who, status, Some(by), rule!("SE-R46"), oracle);
    }
    Ok(())
}
