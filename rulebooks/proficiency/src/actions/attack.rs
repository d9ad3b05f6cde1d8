//! Attacks (PR-033, PR-042, PR-045, PR-088, PR-R69, PR-R70, PR-R102).

use crate::{
    Event, Proficiency,
    check::{self, Causes, Check, Named, Settled, Terms},
    conditions,
    dc::Dc,
    harm, lasting, recovery, resource,
    resource::ResourceId,
    sheet::{Ability, Feat, FeatBase, Sheet, Swing, Weapon, split},
    table::{Life, Table},
    turn::{self, Upshot},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule, space::Place};
use serde::{Deserialize, Serialize};

/// Whom or what one attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// A character.
    Actor(ActorId),
    /// PR-R69: an object.
    Object(u8),
}

/// An attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// Who.
    pub actor: ActorId,
    /// With which of its weapons.
    pub weapon: u8,
    /// At whom.
    pub target: Target,
    /// PR-R27: with which of its feats.
    pub feat: Option<u8>,
    /// PR-D15: with STR or DEX, where a finesse weapon leaves the choice; the better of the two if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ability: Option<Ability>,
}

/// What happened in an attack, besides its check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// It is made.
    Made(Attack),
    /// How it came out.
    Came {
        /// At whom.
        target: Target,
        /// Did it hit?
        hit: bool,
    },
}

/// Why a weapon cannot be used now, or not there. Whoever plays asks for every weapon and every foe, so that it becomes
/// a sentence only where somebody reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unfit {
    /// It is gone.
    UsedUp,
    /// PR-R44: it lies on the ground.
    Dropped,
    /// A shield is in the other hand.
    NoHand,
    /// PR-152: nothing is left to shoot with it.
    Spent,
    /// PR-R90: nobody is there, or not for this one.
    NoTarget,
    /// PR-143.
    UndeadOnly,
    /// PR-R69: nothing is there that could be broken.
    NoObject,
    /// PR-R91.
    OutOfReach,
}

impl Unfit {
    /// In words.
    #[cold]
    fn refusal(self, weapon: &Weapon) -> Refusal {
        let name = &weapon.name;
        match self {
            Unfit::UsedUp => Refusal::plain("used-up", format!("{name} is gone")),
            Unfit::Dropped => Refusal::by(rule!("PR-R44"), "dropped", format!("{name} lies on the ground")),
            Unfit::NoHand => Refusal::plain("no-hand", format!("{name} needs both hands, and one holds a shield")),
            Unfit::Spent => Refusal::by(rule!("PR-152"), "spent", format!("there is nothing left for {name}")),
            Unfit::NoTarget => no_target(),
            Unfit::UndeadOnly => Refusal::by(rule!("PR-143"), "undead-only", format!("{name} harms the undead only")),
            Unfit::NoObject => Refusal::by(rule!("PR-R69"), "no-object", "there is no such object to strike"),
            Unfit::OutOfReach => Refusal::by(rule!("PR-R91"), "out-of-reach", format!("{name} does not reach so far")),
        }
    }
}

/// PR-R18, PR-R91: can this weapon be used now?
pub fn usable(table: &Table, who: ActorId, at: u8) -> Result<&Weapon, Refusal> {
    let Some(weapon) = table.sheet(who).weapons.get(usize::from(at)) else {
        return Err(Refusal::plain("unknown-weapon", "there is no such weapon"));
    };
    match unusable(table, who, at, weapon) {
        None => Ok(weapon),
        Some(unfit) => Err(unfit.refusal(weapon)),
    }
}

/// PR-R18, PR-R44, PR-152: what keeps the weapon at this place of the sheet from being used now, if anything does.
#[inline(always)] // a few loads, asked in every attack
pub fn unusable(table: &Table, who: ActorId, at: u8, weapon: &Weapon) -> Option<Unfit> {
    let (actor, bit) = (table.actor(who), 1u16 << at);
    if actor.used_up & bit != 0 {
        return Some(Unfit::UsedUp);
    }
    if actor.dropped & bit != 0 {
        return Some(Unfit::Dropped);
    }
    if weapon.hands > 1 && table.sheet(who).shield {
        return Some(Unfit::NoHand);
    }
    let spent = |kind: Option<ResourceId>| kind.is_some_and(|kind| table.is_spent(who, kind));
    (spent(weapon.ammo) || spent(weapon.die_damage)).then_some(Unfit::Spent)
}

/// PR-R91: how many squares one counts between two places; none without a map, where all are within reach.
#[inline]
pub fn apart(book: &Proficiency, table: &Table, from: Place, to: Place) -> u16 {
    if book.house.map_use && table.is_mapped() { table.squares_between(from, to) } else { 0 }
}

/// PR-R91: melee reaches 1 square, a reach weapon 2, a missile its range.
#[inline]
pub fn reach_of(range: u8, reach: bool) -> u16 {
    match range {
        0 if reach => 2,
        0 => 1,
        range => u16::from(range),
    }
}

/// PR-R91: is it near enough? Without a map all are within reach.
#[inline]
pub fn within(book: &Proficiency, table: &Table, from: Place, to: Place, range: u8, reach: bool) -> bool {
    apart(book, table, from, to) <= reach_of(range, reach)
}

/// What must hold.
pub fn legal(book: &Proficiency, table: &Table, attack: &Attack) -> Result<(), Refusal> {
    let who = attack.actor;
    table.may_act(who)?;
    turn::may_spend(book, table, who)?;
    let weapon = usable(table, who, attack.weapon)?;
    aim_legal(book, table, who, weapon, attack.target)?;
    if let Some(feat) = attack.feat {
        feat_legal(table, who, feat, FeatBase::Attack, weapon.range > 0)?;
    }
    let fits = |ability: Ability| weapon.swing == Swing::Finesse && FINESSE.contains(&ability);
    if attack.ability.is_some_and(|ability| !fits(ability)) {
        let why = format!("{} leaves no such choice of ability", weapon.name);
        return Err(Refusal::by(rule!("PR-D15"), "no-choice", why));
    }
    Ok(())
}

/// PR-143, PR-R69, PR-R90, PR-R91: can this weapon strike there?
pub fn aim_legal(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    weapon: &Weapon,
    target: Target,
) -> Result<(), Refusal> {
    let here = table.actor(who).place;
    let unfit = match target {
        Target::Actor(target) if !can_target(table, who, target) => Some(Unfit::NoTarget),
        Target::Actor(target) => {
            misses(weapon, table.sheet(target), apart(book, table, here, table.actor(target).place))
        }
        Target::Object(object) => match table.setup.objects.get(usize::from(object)) {
            Some(sheet) if table.objects[usize::from(object)] > 0 && !weapon.undead_only => {
                let far = !within(book, table, here, sheet.place, weapon.range, weapon.reach);
                far.then_some(Unfit::OutOfReach)
            }
            _ => Some(Unfit::NoObject),
        },
    };
    unfit.map_or(Ok(()), |unfit| Err(unfit.refusal(weapon)))
}

/// PR-143, PR-R91: what keeps this weapon from striking somebody so many squares away, if anything does.
#[inline]
pub fn misses(weapon: &Weapon, target: &Sheet, apart: u16) -> Option<Unfit> {
    if weapon.undead_only && !target.undead {
        return Some(Unfit::UndeadOnly);
    }
    (apart > reach_of(weapon.range, weapon.reach)).then_some(Unfit::OutOfReach)
}

/// PR-R32, PR-D15: the abilities that a finesse weapon leaves to choose from.
pub const FINESSE: [Ability; 2] = [Ability::Str, Ability::Dex];

/// PR-R90: whom one can act against: somebody else who is here and not hidden from one.
#[inline]
pub fn can_target(table: &Table, who: ActorId, target: ActorId) -> bool {
    if !table.has(target) || target == who {
        return false;
    }
    let other = table.actor(target);
    let seen = other.hidden_from.is_empty() || !other.hidden_from.contains(who); // mostly nobody hides
    other.life <= Life::Captured && seen
}

/// PR-R90: refuses whom one cannot act against.
#[inline]
pub fn target_legal(table: &Table, who: ActorId, target: ActorId) -> Result<(), Refusal> {
    if can_target(table, who, target) { Ok(()) } else { Err(no_target()) }
}

#[cold]
fn no_target() -> Refusal {
    Refusal::plain("no-target", "there is no such target")
}

/// PR-035, PR-R27, PR-136: a feat calls for a check; one that fits, while there is effort left for it.
pub fn feat_legal(table: &Table, who: ActorId, at: u8, base: FeatBase, ranged: bool) -> Result<(), Refusal> {
    let Some(feat) = table.sheet(who).feats.get(usize::from(at)) else {
        return Err(Refusal::plain("unknown-feat", "there is no such feat"));
    };
    let refuse = |why: String| Err(Refusal::by(rule!("PR-R27"), "feat-does-not-fit", why));
    if feat.base != base || (feat.ranged && !ranged) {
        return refuse(format!("{} does not fit this", feat.name));
    }
    if feat.still && table.actor(who).turn.moved {
        return refuse(format!("{} needs a turn without movement", feat.name));
    }
    if feat.effort.is_some_and(|kind| table.is_spent(who, kind)) {
        return Err(Refusal::by(rule!("PR-136"), "spent", format!("no effort is left for {}", feat.name)));
    }
    Ok(())
}

/// PR-R66, PR-R69, PR-R91: what the situation of the target does to the DC: helpless, cover, darkness.
#[inline(always)] // a few loads, asked in every attack
pub fn situation(book: &Proficiency, table: &Table, target: ActorId) -> i16 {
    let helpless = if table.actor(target).life == Life::Able { 0 } else { -5 };
    let here = table.square_of(target, book.house.map_use);
    let dark = if table.is_dark(here) { 2 } else { 0 };
    helpless + i16::from(here.cover) + dark
}

/// PR-088, PR-R101: the Defense Class, with guarded in it.
#[inline]
pub fn defense(table: &Table, target: ActorId) -> i16 {
    table.sheet(target).defense + i16::from(table.actor(target).guarded)
}

/// PR-R32, PR-D15: ability, bonus and moved penalty of a blow. They stand worked out on the weapon, unless the GM has named
/// another ability, or the attacker has chosen one for a finesse weapon.
#[inline(always)] // a few loads, asked in every attack
fn swung(book: &Proficiency, table: &Table, attack: &Attack) -> (Ability, i16, i16) {
    let sheet = table.sheet(attack.actor);
    let weapon = &sheet.weapons[usize::from(attack.weapon)];
    match check::named_by_gm(table, attack.actor).or(attack.ability) {
        None => (weapon.ability, i16::from(weapon.bonus), i16::from(weapon.moved)),
        Some(ability) => {
            let (points, moved) = split(&book.house, sheet.modifier(ability));
            let bonus = i16::from(sheet.proficiency) + i16::from(weapon.quality) + i16::from(points);
            (ability, bonus, i16::from(moved))
        }
    }
}

/// The check of an attack against its target.
#[inline]
fn prepare<O: Oracle<Proficiency>>(book: &Proficiency, table: &Table, attack: &Attack, oracle: &mut O) -> Flow<Check> {
    let (sheet, actor) = (table.sheet(attack.actor), table.actor(attack.actor));
    let (ability, bonus, moved) = swung(book, table, attack);
    let mut dc = match attack.target {
        Target::Actor(target) => {
            Dc { situation: situation(book, table, target), ..Dc::defense(defense(table, target)) }
        }
        Target::Object(object) => Dc::defense(i16::from(table.setup.objects[usize::from(object)].defense)),
    };
    dc.moved = moved;
    dc.feat = attack.feat.map_or(0, |at| i16::from(sheet.feats[usize::from(at)].dc_mod));
    let mut check = Check {
        who: attack.actor,
        name: Named::Attack,
        ability,
        bonus: bonus + i16::from(actor.magic),
        causes: Causes::default(),
        against: None,
        dc,
    };
    check.circumstances(table);
    if let Target::Actor(target) = attack.target {
        conditions::against(book, table, &mut check, target, oracle)?;
    }
    check.ask_gm(table, oracle)?;
    Ok(check)
}

/// PR-042, PR-043, PR-045: one check covers the whole exchange of blows.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    attack: &Attack,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, attack)?;
    }
    let who = attack.actor;
    turn::enter(table, who, oracle);
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Made(*attack)));
    let check = prepare(book, table, attack, oracle)?;
    let mut spent = turn::Spent::Nothing;
    let pay = |table: &mut Table| spent = turn::spend(book, table, who);
    let settled = check::attempt(book, table, &check, Terms::OWN, pay, oracle)?;
    if settled.is_withdrawn() {
        return Ok(());
    }
    conditions::unhide(table, who, oracle); // PR-R90: the attack ends it
    if let Target::Actor(target) = attack.target {
        recovery::disturb(table, target, oracle);
    }
    let actor = table.actor_mut(who);
    if actor.dropped >> attack.weapon & 1 == 0 {
        actor.in_hand = attack.weapon;
    }
    let felled = struck(book, table, attack, settled, oracle)?;
    uses(book, table, attack, oracle)?;
    turn::momentum(book, table, who, Upshot { spent, verdict: settled.verdict, felled, joint: false }, oracle);
    Ok(())
}

/// PR-R70, PR-R98: what a hit does. True if a foe went down by it.
#[inline]
fn struck<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    attack: &Attack,
    settled: Settled,
    oracle: &mut O,
) -> Flow<bool> {
    let (target, hit) = (attack.target, settled.is_success());
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Came { target, hit }));
    if !hit {
        return Ok(false);
    }
    let who = attack.actor;
    let sheet = table.sheet(who);
    let weapon = &sheet.weapons[usize::from(attack.weapon)];
    let feat = attack.feat.map_or(0, |at| i16::from(sheet.feats[usize::from(at)].rating_mod));
    let (rating, inflicts, die) = (i16::from(weapon.rating) + feat, weapon.inflicts, weapon.die_damage);
    let amount = match die {
        Some(kind) => die_damage(book, table, who, kind, oracle)?,
        None => harm::damage_of(book, who, rating, settled.per, oracle)?,
    };
    match target {
        Target::Object(object) => {
            harm::strike_object(table, object, amount, oracle);
            Ok(false)
        }
        Target::Actor(target) => {
            let foe = table.hostile(who, target);
            let fell = amount > 0 && harm::hurt(book, table, target, amount, oracle);
            if let Some(kind) = inflicts {
                lasting::inflict(book, table, target, kind, oracle);
            }
            Ok(fell && foe)
        }
    }
}

/// PR-143, PR-R95, PR-R98: a die in place of rating and PER: the number rolled is the damage, then the die steps.
fn die_damage<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    kind: ResourceId,
    oracle: &mut O,
) -> Flow<i16> {
    use resource::{Left, Stepped};
    let stocks = &table.actor(who).stocks;
    let at = stocks.iter().position(|stock| stock.kind == kind);
    let die = match at.map(|at| stocks[at].left) {
        Some(Left::Die(die)) => die,
        _ => table.resource(kind).start_die(&book.house, None),
    };
    let direction = table.resource(kind).direction;
    let read = |face: i32| (lasting::damage(book, face), resource::step(&book.house, direction, die, face));
    let rolled = resource::throw(Some(who), die, oracle, read)?;
    let (amount, (next, spent)) = rolled.value;
    if let Some(at) = at {
        let (left, spent) = match table.actor(who).stocks[at].left {
            Left::Die(_) => (Left::Die(next), spent),
            Left::Count(count) => (Left::Count(count.saturating_sub(1)), count <= 1), // PR-134: one flask less
        };
        resource::set(table, who, at, left, spent);
        let rolled = Some((die, rolled.face));
        oracle.tell(Audience::All, || Event::Resource(Stepped { who: Some(who), kind, rolled, left, spent }));
    }
    Ok(amount)
}

/// PR-135, PR-136, PR-R95: after the attack: ammunition, effort of a feat, and what can be thrown only once.
#[inline]
fn uses<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, attack: &Attack, oracle: &mut O) -> Flow<()> {
    let who = attack.actor;
    let sheet = table.sheet(who);
    let weapon = &sheet.weapons[usize::from(attack.weapon)];
    let (ammo, single) = (weapon.ammo, weapon.single_use);
    let feat: Option<&Feat> = attack.feat.map(|at| &sheet.feats[usize::from(at)]);
    let (effort, still) = feat.map_or((None, false), |feat| (feat.effort, feat.still));
    if let Some(kind) = ammo {
        resource::use_stock(book, table, who, kind, oracle)?;
    }
    if let Some(kind) = effort {
        resource::use_stock(book, table, who, kind, oracle)?;
    }
    if single || still {
        let actor = table.actor_mut(who);
        actor.turn.still |= still;
        if single {
            actor.used_up |= 1 << attack.weapon;
            actor.in_hand = 0;
        }
    }
    Ok(())
}
