//! Using weaponry: one d20 decides hit and damage (SE-079 to SE-090).

pub use super::{
    aim::{Aim, Footing},
    reach::{Manner, Unready, is_ready, is_slow, legal, manner, place_of, reaches, readiness, ready},
};
use crate::{
    Event, Segments,
    check::{self, Causes, Dice},
    conditions, harm,
    house::WardVsCrit,
    reactions::negate,
    sheet::{Attribute, StatusId, Tag, ThingId, WeaponRef},
    sight::Line,
    table::{Actor, Table, Whereabouts},
    turn,
};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, rule, space::Place};
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
        None => outright(book, table, attack, None, causes, oracle),
    }
}

/// An attack with a weapon that is no action of a segment: a free attack, or one while the clock runs. `line`: what lies
/// between the two, where that is known.
pub fn outright<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    attack: &Attack,
    line: Option<Line>,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let aim = match line {
        Some(Line { feet, cover, .. }) => Aim::at(book, table, attack, feet, cover),
        None => Aim::of(book, table, attack),
    };
    debug_assert_eq!(aim, Aim::of(book, table, attack), "what lies between is as it was");
    match aim {
        Some(aim) => by_weapon(book, table, &aim, attack.weapon, causes, oracle),
        None => Ok(()),
    }
}

/// An attack with a weapon, as an action or not.
#[inline(always)] // what it strikes with is mostly in hand, and then there is next to nothing to do here
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
    if table.actor(who).hidden {
        table.actors.set_hidden(who, false); // whoever strikes is seen
    }
    if manner.is_melee() {
        return resolve_strike(book, table, strike, &aim.footing, Some(weapon), causes, oracle);
    }
    from_afar(book, table, aim, weapon, causes, oracle)
}

/// SE-R114, SE-R08: an attack with a weapon that is thrown or shot.
#[inline(never)]
fn from_afar<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    aim: &Aim,
    weapon: WeaponRef,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Aim { strike, manner, .. } = aim;
    let there = if manner.thrown { place_of(table, strike.at) } else { None };
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
        table.thing_mut(thing).load(false);
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
#[inline(never)]
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
    let (struck, mut mundane, ward, is_down) = match strike.at {
        Target::Body(who) => {
            let Actor { defense, ward, down, .. } = *table.actor(who);
            (Some(who), i16::from(defense), i16::from(ward), down)
        }
        Target::Thing(thing) => {
            (None, table.thing_sheet(thing).object.map_or(0, |object| i16::from(object.defense)), 0, false)
        }
    };
    let given = check::given(table, by, struck, true, oracle)?;
    mundane += footing.cover + given.cover;
    let base = footing.base;
    let modifier = given.modifier + footing.modifier;
    let open = base + modifier;
    let target = open - mundane - ward;
    let causes = causes
        .and(given.causes)
        .and(footing.causes)
        .and_if(book.house.adv_vs_down && is_down, Causes::VS_DOWN)
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
    let kept =
        check::roll(book, by, names, numbers, move |face| read(book, (target, open), maximum, ward, face), oracle)?;
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
