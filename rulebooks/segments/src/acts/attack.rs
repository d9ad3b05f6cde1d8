//! Using weaponry: one d20 decides hit and damage (SE-079 to SE-090).

use super::prelude::*;
use crate::{
    check::{self, Causes},
    conditions, harm,
    house::WardVsCrit,
    opening::{self, Said},
    reach::{self, Manner, is_slow, place_of},
    reactions::negate,
    sheet::{Attribute, Tag},
    time,
    turn::Why as Reason,
};
use referee_engine::{Drawn, DrawnKind, Face, Factor, Mark, space::Place};

act! {
    /// SE-079: an attack with a weapon.
    pub struct Attack for Segments, by ActorId {
        weapon: WeaponRef = "With what", usual;
        target: Target = "At whom";
        /// SE-R114.
        throw: bool = "Throw it, although it reaches", usual;
    }
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

/// Everybody, then the things that can be struck.
impl Value<Segments> for Target {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        let things = super::value::lying(see).filter(|&thing| see.thing_sheet(thing).object.is_some());
        see.actors().iter().map(Target::Body).chain(things.map(Target::Thing)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Target::Body(who) => who.choice(see, whose),
            Target::Thing(thing) => thing.choice(see, whose),
        }
    }
}

impl Target {
    pub fn name(self, table: &Table) -> &str {
        match self {
            Target::Body(who) => table.name(who),
            Target::Thing(thing) => &table.thing_sheet(thing).name,
        }
    }
}

/// An attack with a weapon that may be made.
#[derive(Clone, Copy, Debug)]
pub struct Swing {
    weapon: WeaponRef,
    manner: Manner,
    strike: Strike,
    /// SE-R16: the clock runs, and the GM is asked to stop it.
    runs: bool,
}

/// What one roll of an attack gives; more damage is better, then critical over hit over nothing (SE-R58). Of two that do
/// nothing, the lower die is the better one: it fails to pierce where the higher misses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Blow {
    pub damage: i16,
    pub told: Told,
}

named! {
    /// How an attack is told.
    #[derive(PartialOrd, Ord)]
    pub enum Told {
        /// SE-R64: it would have missed without any Defense.
        Miss = "miss",
        /// SE-086: Defense made the difference.
        FailsToPierce = "fails_to_pierce" / "fails to pierce",
        /// SE-082.
        Hit = "hit",
        /// SE-087.
        Critical = "critical",
    }
}

/// The numbers of one attack, by weapon, trap or ability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Strike {
    pub by: ActorId,
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
        other: Option<Face>,
        blow: Blow,
    },
    /// SE-092, SE-096: negated.
    Negated {
        who: ActorId,
        /// The shield or helmet.
        thing: ThingId,
        /// Was it the helmet?
        helmet: bool,
    },
    /// SE-099: a free hasty attack, out of order.
    Free { by: ActorId, at: Target },
    /// SE-R114: a thrown weapon lies there now.
    Landed { thing: ThingId, at: Place },
}

impl Swing {
    /// The numbers of an attack with a weapon that strikes in this manner.
    pub fn of(table: &Table, by: ActorId, weapon: WeaponRef, at: Target, manner: Manner) -> Option<Swing> {
        let numbers = table.weapon(by, weapon)?;
        let strike = Strike {
            by,
            at,
            attribute: Attribute::Accurate,
            maximum: numbers.maximum,
            deadly: numbers.tags.has(Tag::Deadly),
            on_damage: numbers.on_damage,
            on_critical: None,
            far: manner.far,
        };
        Some(Swing { weapon, manner, strike, runs: opening::clock_runs(table) })
    }
}

impl Act<Segments> for Attack {
    type By = ActorId;
    type Ready = Swing;
    const CARD: Card = card!("attack", "Attack", "Actions", "", "SE-079");
    const NOTHING: Why<'static> = bar!("SE-079", "no-target", "nobody and nothing can be struck now");

    /// SE-D17: in the segment, as it was declared; or while the clock runs, for the GM to stop it (SE-R16).
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Swing, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        let runs = opening::clock_runs(table);
        if runs {
            turn::is_upright(table, who)?;
        } else {
            turn::may_use(book, table, who)?;
        }
        let weapon = self.weapon()?;
        if !runs {
            turn::may(book, table, who, Needs::Use { slow: is_slow(book, table, who, weapon) })?;
        }
        let numbers = reach::ready(table, who, weapon)?;
        let target = self.target()?;
        let mut manner = reach::reaches(book, table, who, weapon, target)?;
        if manner.is_melee()
            && let Some(there) = place_of(table, target)
            && let Some(thrown) = reach::manner(book, numbers, table.feet(table.actor(who).place, there), true)
            && self.throw()?
        {
            manner = thrown;
        }
        Ok(Swing::of(table, who, weapon, target, manner).expect("a weapon that is ready has numbers"))
    }

    fn resolve<O: Oracle<Segments>>(swing: Swing, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Strike { by, at, .. } = swing.strike;
        if !swing.runs {
            let causes = turn::causes(table, by);
            turn::spend(book, table, by, oracle);
            return by_weapon(book, table, &swing, causes, oracle);
        }
        // SE-031, SE-R16: it is not resolved: the GM is asked to stop the clock, and may waive that for what cannot react.
        let slow = is_slow(book, table, by, swing.weapon);
        let intention = if slow { Intention::Slow } else { Intention::Standard };
        let waive = opening::cannot_react(table, at) && table.clock.mode == Speed::Open;
        match opening::ask(table, by, Reason::Weapon, waive, oracle)? {
            Said::Stop if book.house.trigger_first => {
                by_weapon(book, table, &swing, Causes::NONE, oracle)?;
                opening::stop(book, table, Reason::Weapon, by, None, oracle)
            }
            Said::Stop => opening::stop(book, table, Reason::Weapon, by, Some(intention), oracle),
            Said::Waive => {
                time::acted_in_open(book, table, oracle);
                by_weapon(book, table, &swing, Causes::NONE, oracle)
            }
            Said::NotNow => {
                opening::not_now(by, oracle);
                Ok(())
            }
        }
    }

    /// SE-R69, SE-R82: how far the weapon goes, and what stands between.
    fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
        let weapon = self.weapon.value().and_then(|&weapon| see.table.weapon(who, weapon));
        let Some(weapon) = weapon else { return Vec::new() };
        let (space, from) = (&see.setup.space, see.actor(who).place);
        let throw = self.throw.value() == Some(&true);
        let mut all = Drawn::bands(space, from, rule!("SE-R69"), |place| {
            let manner = reach::manner(see.book, weapon, see.feet(from, place), throw)?;
            Some(match (manner.thrown || manner.shot, manner.far) {
                (false, _) => (DrawnKind::Reach, "reach".to_owned()),
                (true, false) => (DrawnKind::Range, "range".to_owned()),
                (true, true) => (DrawnKind::Range, "long range".to_owned()),
            })
        });
        if let Some(&Target::Body(target)) = self.target.value() {
            all.extend(Drawn::cover(space, &see.pieces, from, see.actor(target).place, rule!("SE-R82")));
        }
        all
    }
}

/// An attack with a weapon: as the action of a segment, as a free attack, or while the clock runs.
pub fn by_weapon<O: Oracle<Segments>>(
    book: &Segments,
    table: &mut Table,
    swing: &Swing,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let Swing { weapon, manner, ref strike, .. } = *swing;
    let Some(there) = place_of(table, strike.at) else { return Ok(()) };
    table.actor_mut(strike.by).hidden = false; // whoever strikes is seen
    if manner.shot {
        shoot(table, strike.by, weapon);
    }
    resolve_strike(book, table, strike, Some(weapon), causes, oracle)?;
    if let (true, WeaponRef::Thing(thing)) = (manner.thrown, weapon) {
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

impl Tells<Segments> for AttackEvent {
    fn line(&self, _: &Segments, table: &Table) -> Line {
        match self {
            AttackEvent::Rolled {
                strike,
                weapon,
                base,
                mundane,
                ward,
                modifier,
                target: number,
                causes,
                face,
                other,
                blow,
            } => {
                let by = strike.by;
                let what = weapon.map_or("a power", |weapon| table.weapon_name(by, weapon));
                let result = match blow.told {
                    Told::Critical => format!("critical, {} damage", blow.damage),
                    Told::Hit => format!("{} damage", blow.damage),
                    Told::FailsToPierce => "fails to pierce".into(),
                    Told::Miss => "miss".into(),
                };
                let text = format!(
                    "{} attacks {} with {what}: {} against {number}: {result}",
                    table.name(by),
                    strike.at.name(table),
                    check::dice(*face, *other),
                );
                let rules = match blow.told {
                    Told::Critical => [rule!("SE-087"), rule!("SE-088")],
                    Told::Hit => [rule!("SE-082"), rule!("SE-083")],
                    Told::FailsToPierce => [rule!("SE-086"), rule!("SE-085")],
                    Told::Miss => [rule!("SE-085"), rule!("SE-R64")],
                };
                let mut factors = vec![Factor::new(base.to_string(), strike.attribute.word(), rule!("SE-079"))];
                for (amount, why, rule) in [
                    (-mundane, "Defense", rule!("SE-080")),
                    (-ward, "otherworldly Defense", rule!("SE-090")),
                    (*modifier, "the GM, weariness, distance", rule!("SE-R61")),
                ] {
                    if amount != 0 {
                        factors.push(Factor::new(format!("{amount:+}"), why, rule));
                    }
                }
                Line::new(0, text, rules).by(by).with(factors.into_iter().chain(causes.factors()))
            }
            AttackEvent::Negated { who, thing, helmet } => {
                let rule = if *helmet { rule!("SE-096") } else { rule!("SE-092") };
                let (name, thing) = (table.name(*who), &table.thing_sheet(*thing).name);
                let text = format!("{name} gives up the {thing}: the attack is negated");
                Line::new(1, text, [rule, rule!("SE-R76")]).by(*who)
            }
            AttackEvent::Free { by, at } => {
                let text = format!("{} makes a free hasty attack on {}", table.name(*by), at.name(table));
                Line::new(0, text, [rule!("SE-099"), rule!("SE-103")]).by(*by)
            }
            AttackEvent::Landed { thing, at } => {
                let (name, cell) = (&table.thing_sheet(*thing).name, table.setup.space.cell_key(at.cell));
                Line::new(1, format!("the {name} lies at {cell}"), [rule!("SE-R114")])
            }
        }
    }

    /// How the attack came out and its damage; what was negated.
    fn marks(&self, to: &mut Vec<Mark>) {
        match self {
            AttackEvent::Rolled { strike, blow, .. } => {
                let at = match strike.at {
                    Target::Body(who) => Some(who),
                    Target::Thing(_) => None,
                };
                to.push(Mark::word("attack", at, blow.told as i32, blow.told.word()));
                if blow.told >= Told::Hit {
                    to.push(Mark::count("rolled damage", at, i32::from(blow.damage)));
                }
            }
            AttackEvent::Negated { who, .. } => to.push(Mark::word("negated", Some(*who), 1, "negated")),
            AttackEvent::Free { .. } | AttackEvent::Landed { .. } => {}
        }
    }
}
