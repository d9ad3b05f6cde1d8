//! Using weaponry: one d20 decides hit and damage (SE-079 to SE-090).

pub use super::reach::{Manner, Unready, is_slow, legal, manner, place_of, reaches, readiness, ready};
use crate::{
    Event, Segments,
    check::{self, Causes},
    conditions, harm,
    house::WardVsCrit,
    reactions::negate,
    sheet::{Attribute, StatusId, Tag, ThingId, WeaponRef},
    table::{Table, Whereabouts},
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

/// An attack as the action of a segment.
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, attack)?;
    }
    let causes = turn::causes(table, attack.actor);
    turn::spend(book, table, attack.actor, oracle);
    by_weapon(book, table, attack, causes, oracle)
}

/// An attack with a weapon: as the action of a segment, as a free attack, or while the clock runs.
pub fn by_weapon<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    attack: &Attack,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let who = attack.actor;
    let (from, there) = (table.actor(who).place, place_of(table, attack.target));
    let (Some(weapon), Some(there)) = (table.weapon(who, attack.weapon), there) else { return Ok(()) };
    let Some(manner) = manner(book, weapon, table.feet(from, there), attack.throw) else { return Ok(()) };
    let strike = Strike {
        by: who,
        at: attack.target,
        attribute: Attribute::Accurate,
        maximum: weapon.maximum,
        deadly: weapon.tags.has(Tag::Deadly),
        on_damage: weapon.on_damage,
        on_critical: None,
        far: manner.far,
    };
    table.actor_mut(who).hidden = false; // whoever strikes is seen
    if manner.shot {
        shoot(table, who, attack.weapon);
    }
    resolve_strike(book, table, &strike, Some(attack.weapon), causes, oracle)?;
    if let (true, WeaponRef::Thing(thing)) = (manner.thrown, attack.weapon) {
        // SE-R114: it lies where the target was when it was struck, whatever came of it.
        table.put(thing, Whereabouts::Place(there));
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Landed { thing, at: there }));
    }
    Ok(())
}

/// SE-R08, SE-R41: a shot uses one piece of ammunition; a weapon with `reload` is empty then. What is loaded was taken
/// from the stock when it was loaded.
fn shoot(table: &mut Table, who: ActorId, weapon: WeaponRef) {
    let WeaponRef::Thing(thing) = weapon else { return };
    let numbers = table.thing_sheet(thing).weapon.as_ref();
    if numbers.is_some_and(|weapon| weapon.tags.has(Tag::Reload)) {
        table.thing_mut(thing).loaded = false;
    } else if let Some(stack) = numbers.and_then(|weapon| table.stack(who, weapon.ammo.as_deref()?)) {
        table.thing_mut(stack).count -= 1;
    }
}

/// SE-082 to SE-090, SE-R63 to SE-R66 (SE-R65: the number stays, the damage is full): reads one d20, which is hit and damage at once (SE-084). Below the number each point is damage, up to the maximum; exactly on
/// it is a critical: the maximum, from which no mundane Defense takes anything (SE-089), and otherworldly Defense its points;
/// above it is nothing.
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
pub fn resolve_strike<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    strike: &Strike,
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
    let from = table.actor(by).place;
    mundane += place_of(table, strike.at).map_or(0, |there| table.cover_of(from, strike.at, there)) + given.cover;
    let base = table.sheet(by).attribute(strike.attribute);
    let modifier = given.modifier + table.burden(by) + if strike.far { -2 } else { 0 };
    let open = base + modifier;
    let target = open - mundane - ward;
    let is_down = struck.is_some_and(|who| table.actor(who).down);
    let causes = causes
        .and(given.causes)
        .and_if(book.house.adv_vs_down && is_down, Causes::VS_DOWN)
        .and_if(table.is_blind(by), Causes::BLIND)
        .and_if(table.suffers(by, |status| status.hampers), Causes::HAMPERED);
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
    let maximum = strike.maximum;
    let read = |face| read(book, (target, open), maximum, ward, face);
    let kept = check::roll(book, by, names, (20, causes.dice()), read, oracle)?;
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
