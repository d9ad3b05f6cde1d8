//! Attacks (PR-033, PR-042, PR-045, PR-088, PR-R69, PR-R70, PR-R102).

use super::prelude::*;
use crate::{
    harm, lasting, recovery, resource,
    resource::ResourceId,
    sheet::{Feat, FeatBase, Sheet, Swing, Weapon, split},
};
use referee_engine::{Drawn, DrawnKind, space::Place};

act! {
    /// PR-042, PR-043, PR-045: an attack. One check covers the whole exchange of blows.
    pub struct Attack for Proficiency, by ActorId {
        weapon among weapons: WeaponAt = "With", usual;
        target: Target = "At";
        /// PR-R27.
        feat: Option<FeatAt> = "As", usual;
        /// PR-D15: where a finesse weapon leaves the choice.
        ability among abilities: Finesse = "Ability", usual;
    }
}

/// What is in hand first.
fn weapons(_: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<WeaponAt> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    let mut all = WeaponAt::all(see, whose);
    all.sort_by_key(|at| at.0 != see.actor(who).in_hand);
    all
}

/// The better one of this weapon first.
fn abilities(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Finesse> {
    let weapon = whose.zip(attack.weapon.value()).and_then(|(who, at)| see.sheet(who).weapons.get(at.at()));
    let mut all = FINESSE;
    all.sort_by_key(|ability| weapon.is_some_and(|weapon| weapon.ability != *ability));
    all.map(Finesse).into()
}

/// Whom or what one attacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Actor(ActorId),
    /// PR-R69.
    Object(u8),
}

/// STR or DEX, for a finesse weapon.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Finesse(pub Ability);

/// PR-R32, PR-D15: the abilities that a finesse weapon leaves to choose from.
pub const FINESSE: [Ability; 2] = [Ability::Str, Ability::Dex];

/// An attack that may be made.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    who: ActorId,
    weapon: WeaponAt,
    target: Target,
    feat: Option<FeatAt>,
    check: Check,
}

told! {
    /// What happened in an attack, besides its check.
    pub enum AttackEvent for Proficiency, |table| {
        Made { who: ActorId, weapon: WeaponAt, target: Target, feat: Option<FeatAt> } "PR-045", "PR-042" by who => {
            let sheet = table.sheet(who);
            let feat = feat.map_or(String::new(), |at| format!(", {}", sheet.feats[at.at()].name));
            let weapon = &sheet.weapons[weapon.at()].name;
            format!("{} attacks {} with {weapon}{feat}", sheet.name, target.name(table))
        };
        Came { target: Target, hit: bool } under "PR-088" => {
            let how = if hit { "is hit" } else { "is not hit" };
            format!("{} {how}", target.name(table))
        };
    }
    // Whether an attack on somebody hit.
    marks |self, to| {
        if let AttackEvent::Came { target: Target::Actor(target), hit } = *self {
            to.push(Mark::word("attack", Some(target), i32::from(hit), if hit { "hit" } else { "missed" }));
        }
    };
}

/// PR-R18, PR-R44, PR-152: a weapon that can be used now.
pub fn usable(table: &Table, who: ActorId, at: WeaponAt) -> Result<&Weapon, Why<'_>> {
    let Some(weapon) = table.sheet(who).weapons.get(at.at()) else {
        return Err(bar!(_, "unknown-weapon", "there is no such weapon"));
    };
    let (actor, bit, name) = (table.actor(who), 1u16 << at.0, &weapon.name);
    if actor.used_up & bit != 0 {
        return Err(bar!(_, "used-up", "{} is gone", name));
    }
    if actor.dropped & bit != 0 {
        return Err(bar!("PR-R44", "dropped", "{} lies on the ground", name));
    }
    if weapon.hands > 1 && table.sheet(who).shield {
        return Err(bar!(_, "no-hand", "{} needs both hands, and one holds a shield", name));
    }
    let spent = |kind: Option<ResourceId>| kind.is_some_and(|kind| table.is_spent(who, kind));
    if spent(weapon.ammo) || spent(weapon.die_damage) {
        return Err(bar!("PR-152", "spent", "there is nothing left for {}", name));
    }
    Ok(weapon)
}

/// PR-R91: how many squares one counts between two places; none without a map, where all are within reach.
pub fn apart(book: &Proficiency, table: &Table, from: Place, to: Place) -> u16 {
    if book.house.map_use && table.is_mapped() { table.squares_between(from, to) } else { 0 }
}

/// PR-R91: melee reaches 1 square, a reach weapon 2, a missile its range.
pub fn reach_of(range: u8, reach: bool) -> u16 {
    match range {
        0 if reach => 2,
        0 => 1,
        range => u16::from(range),
    }
}

/// PR-R91: is it near enough? Without a map all are within reach.
pub fn within(book: &Proficiency, table: &Table, from: Place, to: Place, range: u8, reach: bool) -> bool {
    apart(book, table, from, to) <= reach_of(range, reach)
}

/// PR-143, PR-R69, PR-R90, PR-R91: bars what this weapon cannot strike.
fn aim<'t>(
    book: &Proficiency,
    table: &'t Table,
    who: ActorId,
    weapon: &'t Weapon,
    target: Target,
) -> Result<(), Why<'t>> {
    let there = match target {
        Target::Actor(target) => {
            target_legal(table, who, target)?;
            if weapon.undead_only && !table.sheet(target).undead {
                return Err(bar!("PR-143", "undead-only", "{} harms the undead only", &weapon.name));
            }
            table.actor(target).place
        }
        Target::Object(object) => match table.setup.objects.get(usize::from(object)) {
            Some(sheet) if table.objects[usize::from(object)] > 0 && !weapon.undead_only => sheet.place,
            _ => return Err(bar!("PR-R69", "no-object", "there is no such object to strike").moot()),
        },
    };
    let (apart, reach) = (apart(book, table, table.actor(who).place, there), reach_of(weapon.range, weapon.reach));
    if apart <= reach {
        return Ok(());
    }
    let (square, unit) = (i32::from(table.setup.space.cell_size()), table.setup.space.unit());
    let (apart, reach) = (i32::from(apart) * square, i32::from(reach) * square);
    Err(bar!("PR-R91", "out-of-reach", "{} {} away, {} reaches {}", apart, unit, &weapon.name, reach))
}

/// PR-143, PR-R91: can this weapon strike somebody so many squares away?
pub fn strikes(weapon: &Weapon, target: &Sheet, apart: u16) -> bool {
    (!weapon.undead_only || target.undead) && apart <= reach_of(weapon.range, weapon.reach)
}

/// PR-R90: whom one can act against: somebody else who is here and not hidden from one.
pub fn can_target(table: &Table, who: ActorId, target: ActorId) -> bool {
    if !table.has(target) || target == who {
        return false;
    }
    let other = table.actor(target);
    let seen = other.hidden_from.is_empty() || !other.hidden_from.contains(who); // mostly nobody hides
    other.life <= Life::Captured && seen
}

/// PR-R90: bars those whom one cannot act against.
pub fn target_legal(table: &Table, who: ActorId, target: ActorId) -> Result<(), Why<'static>> {
    let no_target = bar!("PR-R90", "no-target", "there is no such target").moot();
    if can_target(table, who, target) { Ok(()) } else { Err(no_target) }
}

/// PR-035, PR-R27, PR-136: a feat calls for a check; one that fits, while there is effort left for it.
pub fn feat_legal(
    table: &Table,
    who: ActorId,
    at: Option<FeatAt>,
    base: FeatBase,
    ranged: bool,
) -> Result<(), Why<'_>> {
    let Some(at) = at else { return Ok(()) };
    let Some(feat) = table.sheet(who).feats.get(at.at()) else {
        return Err(bar!(_, "unknown-feat", "there is no such feat"));
    };
    let name = &feat.name;
    if feat.base != base {
        return Err(bar!("PR-R27", "feat-does-not-fit", "{} does not fit this", name).moot());
    }
    if feat.ranged && !ranged {
        return Err(bar!("PR-R27", "feat-does-not-fit", "{} is for missiles", name));
    }
    if feat.still && table.actor(who).turn.moved {
        return Err(bar!("PR-R27", "feat-does-not-fit", "{} needs a turn without movement", name));
    }
    if feat.effort.is_some_and(|kind| table.is_spent(who, kind)) {
        return Err(bar!("PR-136", "spent", "no effort is left for {}", name));
    }
    Ok(())
}

/// PR-R66, PR-R69, PR-R91: what the situation of the target does to the DC: helpless, cover, darkness.
pub fn situation(book: &Proficiency, table: &Table, target: ActorId) -> i16 {
    let helpless = if table.actor(target).life == Life::Able { 0 } else { -5 };
    let here = table.square_of(target, book.house.map_use);
    let dark = if table.is_dark(here) { 2 } else { 0 };
    helpless + i16::from(here.cover) + dark
}

/// PR-088, PR-R101: the Defense Class, with guarded in it.
pub fn defense(table: &Table, target: ActorId) -> i16 {
    table.sheet(target).defense + i16::from(table.actor(target).guarded)
}

/// PR-R32, PR-D15: ability, bonus and moved penalty of a blow. They stand worked out on the weapon, unless the GM has named
/// another ability, or the attacker has chosen one for a finesse weapon.
fn swung(
    book: &Proficiency,
    table: &Table,
    who: ActorId,
    weapon: &Weapon,
    chosen: Option<Ability>,
) -> (Ability, i16, i16) {
    let sheet = table.sheet(who);
    match check::named_by_gm(table, who).or(chosen.filter(|ability| *ability != weapon.ability)) {
        None => (weapon.ability, i16::from(weapon.bonus), i16::from(weapon.moved)),
        Some(ability) => {
            let (points, moved) = split(&book.house, sheet.modifier(ability));
            let bonus = i16::from(sheet.proficiency) + i16::from(weapon.quality) + i16::from(points);
            (ability, bonus, i16::from(moved))
        }
    }
}

impl Act<Proficiency> for Attack {
    type By = ActorId;
    type Ready = Blow;
    const CARD: Card = card!("attack", "Attack", "Standard", "1 check", "PR-045");
    const NOTHING: Why<'static> = bar!("PR-R91", "nothing-fits", "nobody and nothing can be struck from here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Blow, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let at = self.weapon()?;
        let weapon = usable(table, who, at)?;
        let target = self.target()?;
        aim(book, table, who, weapon, target)?;
        let feat = self.feat()?;
        feat_legal(table, who, feat, FeatBase::Attack, weapon.range > 0)?;
        let chosen = if weapon.swing == Swing::Finesse { Some(self.ability()?.0) } else { None };
        if chosen.is_some_and(|ability| !FINESSE.contains(&ability)) {
            return Err(bar!("PR-D15", "no-choice", "{} leaves no such choice of ability", &weapon.name).into());
        }
        let (ability, bonus, moved) = swung(book, table, who, weapon, chosen);
        let mut dc = match target {
            Target::Actor(target) => {
                Dc { situation: situation(book, table, target), ..Dc::defense(defense(table, target)) }
            }
            Target::Object(object) => Dc::defense(i16::from(table.setup.objects[usize::from(object)].defense)),
        };
        dc.moved = moved;
        dc.feat = feat.map_or(0, |feat| i16::from(table.sheet(who).feats[feat.at()].dc_mod));
        let bonus = bonus + i16::from(table.actor(who).magic);
        let causes = Causes::default();
        let mut check = Check { who, name: Named::Attack, ability, bonus, causes, against: None, dc };
        check.circumstances(table);
        Ok(Blow { who, weapon: at, target, feat, check })
    }

    fn resolve<O: Oracle<Proficiency>>(blow: Blow, book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Blow { who, weapon, target, feat, mut check } = blow;
        turn::enter(table, who, oracle);
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Made { who, weapon, target, feat }));
        if let Target::Actor(target) = target {
            conditions::against(book, table, &mut check, target, oracle)?;
        }
        check.ask_gm(table, oracle)?;
        let mut spent = turn::Spent::Nothing;
        let pay = |table: &mut Table| spent = turn::spend(book, table, who);
        let settled = check::attempt(book, table, &check, Terms::OWN, pay, oracle)?;
        if settled.is_withdrawn() {
            return Ok(());
        }
        conditions::unhide(table, who, oracle); // PR-R90: the attack ends it
        if let Target::Actor(target) = target {
            recovery::disturb(table, target, oracle);
        }
        let actor = table.actor_mut(who);
        if actor.dropped >> weapon.0 & 1 == 0 {
            actor.in_hand = weapon.0;
        }
        let felled = struck(book, table, &blow, settled, oracle)?;
        uses(book, table, &blow, oracle)?;
        let upshot = Upshot { spent, verdict: settled.verdict, felled, joint: false };
        turn::momentum(book, table, who, upshot, oracle);
        Ok(())
    }

    /// PR-R91: how far the weapon goes.
    fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
        let weapon = self.weapon.value().and_then(|at| see.sheet(who).weapons.get(at.at()));
        let Some(weapon) = weapon.filter(|_| see.is_mapped()) else { return Vec::new() };
        let from = see.actor(who).place;
        let (kind, label) = if weapon.range > 0 { (DrawnKind::Range, "range") } else { (DrawnKind::Reach, "reach") };
        Drawn::bands(&see.setup.space, from, rule!("PR-R91"), |place| {
            within(see.book, see.table, from, place, weapon.range, weapon.reach).then(|| (kind, label.to_owned()))
        })
    }
}

/// PR-R70, PR-R98: what a hit does. True if a foe went down by it.
fn struck<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    blow: &Blow,
    settled: Settled,
    oracle: &mut O,
) -> Flow<bool> {
    let (target, hit) = (blow.target, settled.is_success());
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Came { target, hit }));
    if !hit {
        return Ok(false);
    }
    let who = blow.who;
    let sheet = table.sheet(who);
    let weapon = &sheet.weapons[blow.weapon.at()];
    let feat = blow.feat.map_or(0, |at| i16::from(sheet.feats[at.at()].rating_mod));
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
        Some(Left::Count(_)) | None => table.resource(kind).start_die(&book.house, None),
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
fn uses<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, blow: &Blow, oracle: &mut O) -> Flow<()> {
    let who = blow.who;
    let sheet = table.sheet(who);
    let weapon = &sheet.weapons[blow.weapon.at()];
    let (ammo, single) = (weapon.ammo, weapon.single_use);
    let feat: Option<&Feat> = blow.feat.map(|at| &sheet.feats[at.at()]);
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
            actor.used_up |= 1 << blow.weapon.0;
            actor.in_hand = 0;
        }
    }
    Ok(())
}

/// Foes first, the able ones before the others; then objects.
impl Value<Proficiency> for Target {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
        let mut others: Vec<ActorId> = see.actors().without(who).iter().collect();
        others.sort_by_key(|&id| (!see.hostile(who, id), !see.is_able(id)));
        let objects = (0..see.setup.objects.len() as u8).map(Target::Object);
        others.into_iter().map(Target::Actor).chain(objects).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match *self {
            Target::Actor(id) => id.choice(see, whose),
            Target::Object(at) => {
                let object = &see.setup.objects[usize::from(at)];
                Choice::new(object.key.clone(), object.name.clone())
            }
        }
    }
}

impl Value<Proficiency> for Finesse {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        FINESSE.map(Finesse).into()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let modifier = whose.map_or(0, |who| see.sheet(who).modifier(self.0));
        Choice::new(self.0.key(), self.0.word()).noting(format!("{modifier:+}"))
    }
}

impl Target {
    fn name(self, table: &Table) -> &str {
        match self {
            Target::Actor(id) => table.name(id),
            Target::Object(at) => &table.setup.objects[usize::from(at)].name,
        }
    }
}
