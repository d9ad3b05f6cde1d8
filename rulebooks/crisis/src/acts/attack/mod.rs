//! The Attack Action: weapon and targets, reactions, the roll, the damage (CR-059 to CR-070, CR-102 to CR-113, CR-175).

mod area;
mod modifiers;
mod reach;
mod strike;

pub use area::{GetOut, GotOut, Landing, catches};
pub use modifiers::{Asked, modifiers};
pub use reach::{
    ammunition, at_hand, can_aim_at, cost, draw, in_range, increment_number, may_make, may_use, pick, range, squares,
};
pub use strike::{Done, HowCovered, Strike, Struck, ask_cover, damage, read, say_cover, strike, suffer};

use crate::{
    acts::prelude::*,
    check::Parts,
    cover,
    sheet::{Cover, Pierce, Weapon},
    stealth,
    words::{factors, line, sum},
};
use referee_engine::{Drawn, DrawnKind, Face, Fold, Mark, act::Tells, space::Cell};

act! {
    /// CR-175, CR-D15 to CR-D17: an Attack Action: with one weapon, at one creature for each Attack of a burst, or at a square.
    pub struct Attack for Crisis, by ActorId {
        weapon: WeaponAt = "With", usual;
        ammo among kinds_of_ammo: Ammo = "Ammunition", usual;
        target among marks: Target = "At", usual when strikes_an_area;
        square among aimed: Square = "Which square";
        attacks among numbers: Number<1, 6> = "How many Attacks", usual;
        target_2 named "target-2" among again: ActorId = "Then at", usual;
        target_3 named "target-3" among again: ActorId = "Then at", usual;
        target_4 named "target-4" among again: ActorId = "Then at", usual;
        target_5 named "target-5" among again: ActorId = "Then at", usual;
        target_6 named "target-6" among again: ActorId = "Then at", usual;
    }
}

/// CR-113: what the weapon is loaded with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ammo {
    Plain,
    Item(u8),
}

/// What the first Attack is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// CR-R55: bare ground, for an area.
    Square,
    Actor(ActorId),
}

impl Attack {
    /// So many Attacks with this weapon on one creature.
    pub fn on(weapon: u8, target: ActorId, attacks: u8) -> Attack {
        let mut attack = Attack {
            weapon: WeaponAt(weapon).into(),
            ammo: Ammo::Plain.into(),
            target: Target::Actor(target).into(),
            attacks: Number(attacks.into()).into(),
            ..Attack::default()
        };
        let further = [
            &mut attack.target_2,
            &mut attack.target_3,
            &mut attack.target_4,
            &mut attack.target_5,
            &mut attack.target_6,
        ];
        further.into_iter().take(usize::from(attacks.saturating_sub(1))).for_each(|slot| *slot = target.into());
        attack
    }

    /// Whom this Attack of a burst is for, from the second on.
    fn target_of(&self, nth: i32) -> Result<ActorId, Bar<'static>> {
        match nth {
            2 => self.target_2(),
            3 => self.target_3(),
            4 => self.target_4(),
            5 => self.target_5(),
            _ => self.target_6(),
        }
    }

    /// The weapon, once it is named.
    fn named<'t>(&self, see: See<'_, 't>, whose: Option<ActorId>) -> Option<(ActorId, u8, &'t Weapon)> {
        let (who, WeaponAt(at)) = (whose?, *self.weapon.value()?);
        Some((who, at, may_use(see.table, who, at, 0).ok()?))
    }
}

/// What fits the weapon.
fn kinds_of_ammo(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Ammo> {
    let of = attack.named(see, whose).map(|(who, at, _)| ammunition(see, who, at)).unwrap_or_default();
    std::iter::once(Ammo::Plain).chain(of.into_iter().map(Ammo::Item)).collect()
}

/// Foes first, those who are up before those who are not; a square before them for an area.
fn marks(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Target> {
    let mut all: Vec<ActorId> = see.actors().iter().collect();
    if let Some(who) = whose {
        all.sort_by_key(|&id| (!see.hostile(who, id), see.actor(id).incapacitated));
    }
    let square = strikes_an_area(attack, see, whose).then_some(Target::Square);
    square.into_iter().chain(all.into_iter().map(Target::Actor)).collect()
}

fn strikes_an_area(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> bool {
    attack.named(see, whose).is_some_and(|(_, _, weapon)| weapon.radius.is_some())
}

/// The squares that the weapon can be aimed at.
fn aimed(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Square> {
    let all = attack.named(see, whose).map(|(who, _, weapon)| squares(see.book, see, who, weapon));
    all.unwrap_or_default().into_iter().map(Square).collect()
}

/// CR-063: up to the RoF of the weapon.
fn numbers(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Number<1, 6>> {
    let most = attack.named(see, whose).map_or(1, |(_, _, weapon)| weapon.rof);
    (1..=i32::from(most)).map(Number).collect()
}

/// CR-065: usually the same one again.
fn again(attack: &Attack, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    let first = attack.target.value().copied();
    let mut all = marks(attack, see, whose);
    all.sort_by_key(|target| Some(*target) != first);
    let actor = |target| match target {
        Target::Actor(id) => Some(id),
        Target::Square => None,
    };
    all.into_iter().filter_map(actor).collect()
}

/// An Attack Action as it is declared (CR-D15 to CR-D17).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AttackAction {
    pub actor: ActorId,
    pub weapon: u8,
    /// CR-113: with which ammunition, by its place in the list of items; the plain one if left out.
    pub ammo: Option<u8>,
    pub aim: Aim,
}

/// What an Attack is aimed at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// CR-064, CR-065: one creature for each Attack of the burst, in order. One for an area Attack.
    At(SmallVec<[ActorId; 3]>),
    /// CR-R55: a square, for an area Attack.
    Square(Cell),
}

/// An Attack Action that can be paid for.
pub struct Attacking {
    action: AttackAction,
    ap: u8,
    can_aim: bool,
}

/// An Attack as it is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackEvent {
    /// It was declared.
    Declared {
        attack: AttackAction,
        /// CR-177.
        execute: bool,
        /// CR-182: on Overwatch.
        watching: bool,
    },
    /// CR-R74: the target is in Total Cover by now.
    OutOfReach { at: ActorId },
    /// The Attack roll.
    Rolled {
        by: ActorId,
        /// Whom; nobody for an area at a square.
        at: Option<ActorId>,
        /// What the dice came to.
        face: Face,
        parts: Parts,
        struck: Struck,
        /// The damage before defences, if it hit.
        damage: i16,
    },
    /// CR-081 to CR-085: an area Attack lands elsewhere.
    Scattered {
        by: ActorId,
        direction: u8,
        /// Where it lands; `None` beyond the edge of the map.
        at: Option<Cell>,
    },
    /// CR-R27, CR-D29: the attacker is noticed.
    Noticed { who: ActorId },
}

impl Act<Crisis> for Attack {
    type By = ActorId;
    type Ready = Attacking;
    const CARD: Card = card!("attack", "Attack", "Combat", "", "CR-175");
    const NOTHING: Why<'static> = bar!("CR-175", "no-target", "nobody can be attacked from here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Attacking, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act_in_crisis(who)?;
        let WeaponAt(at) = self.weapon()?;
        let weapon = may_make(book, table, who, at, None, 1)?;
        let target = self.target()?;
        let ammo = if ammunition(table, who, at).is_empty() { Ammo::Plain } else { self.ammo()? };
        let ammo = match ammo {
            Ammo::Plain => None,
            Ammo::Item(item) => Some(item),
        };
        may_make(book, table, who, at, ammo, 1)?;
        let aim = match target {
            Target::Square if weapon.radius.is_none() => {
                return Err(bar!("CR-R55", "no-area", "{} is not aimed at squares", &weapon.name).moot().into());
            }
            Target::Square => {
                let Square(cell) = self.square()?;
                can_aim_at(book, table, who, weapon, cell)?;
                Aim::Square(cell)
            }
            Target::Actor(first) => {
                pick(book, table, who, weapon, first)?;
                let mut targets: SmallVec<[ActorId; 3]> = smallvec![first];
                let attacks = if weapon.rof > 1 { self.attacks()?.number()? } else { 1 };
                may_make(book, table, who, at, ammo, attacks as u8)?;
                for nth in 2..=attacks {
                    let next = self.target_of(nth)?;
                    pick(book, table, who, weapon, next)?;
                    targets.push(next);
                }
                Aim::At(targets)
            }
        };
        let action = AttackAction { actor: who, weapon: at, ammo, aim };
        let ap = cost(book, table, who, at, weapon, count(&action));
        Ok(Attacking { action, ap, can_aim: weapon.can_aim() })
    }

    /// CR-175, CR-176: does what was declared.
    fn resolve<O: Oracle<Crisis>>(ready: Attacking, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Attacking { action, ap, can_aim } = ready;
        oracle.tell(Audience::All, || {
            Event::Attack(AttackEvent::Declared { attack: action.clone(), execute: false, watching: false })
        });
        turn::spend(book, table, action.actor, ap, can_aim, oracle);
        if !overwatch::before(book, table, action.actor, oracle)? {
            return Ok(());
        }
        perform(book, table, &action, oracle)?;
        overwatch::after(book, table, action.actor, oracle)
    }

    /// What the weapon costs that is cheapest.
    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || {
            let strikes = |at: &u8| can_strike_anything(see, who, *at);
            let costs = WeaponAt::of(see, who).filter(strikes);
            costs.map(|at| cost(see.book, see, who, at, see.weapon(who, at), 1)).min()
        });
    }

    fn drawn(&self, see: See<'_, '_>, who: ActorId) -> Vec<Drawn> {
        let target = match self.target.value() {
            Some(Target::Actor(target)) => Some(*target),
            Some(Target::Square) | None => None,
        };
        drawn(see, who, self.weapon.value(), target, self.square.value())
    }
}

/// Can this weapon strike anything now?
fn can_strike_anything(see: See<'_, '_>, who: ActorId, at: u8) -> bool {
    let Ok(weapon) = may_make(see.book, see, who, at, None, 1) else { return false };
    weapon.radius.is_some() || see.actors().iter().any(|id| pick(see.book, see, who, weapon, id).is_ok())
}

/// CR-R45, CR-R56, CR-094: what the map shows while an Attack is being chosen: how far it goes, the area, the cover.
pub fn drawn(
    see: See<'_, '_>,
    who: ActorId,
    weapon: Option<&WeaponAt>,
    target: Option<ActorId>,
    square: Option<&Square>,
) -> Vec<Drawn> {
    let (book, table) = (see.book, see.table);
    let Some(weapon) = weapon.and_then(|at| may_use(table, who, at.0, 0).ok()) else { return Vec::new() };
    let (space, from) = (&table.setup.space, table.actor(who).place);
    let mut all = Drawn::bands(space, from, rule!("CR-R45"), |place| {
        if !in_range(book, table, from.cell, place.cell, weapon) {
            return None;
        }
        if weapon.is_melee() {
            return Some((DrawnKind::Reach, "reach".to_owned()));
        }
        let number = increment_number(table.distance(&book.house, from.cell, place.cell), weapon.increment);
        Some((DrawnKind::Range, format!("range increment {number}")))
    });
    if let (Some(radius), Some(Square(centre))) = (weapon.radius, square) {
        let caught = space.cells().filter(|&cell| table.distance(&book.house, *centre, cell) <= u32::from(radius));
        all.push(Drawn::area("area", caught, rule!("CR-R56")));
    }
    if let Some(target) = target.filter(|target| table.is_one(*target)) {
        let covered = cover::between(book, table, who, target, weapon).object;
        if covered != Cover::None {
            let label = format!("{} cover", covered.word());
            let cells = vec![table.actor(target).place.cell];
            all.push(Drawn { kind: DrawnKind::Cover, label, cells, rule: rule!("CR-094") });
        }
    }
    all
}

impl Value<Crisis> for Ammo {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Ammo::Plain]
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let Ammo::Item(at) = *self else { return Choice::new("plain", "Plain") };
        let Some(item) = see.setup.items.get(usize::from(at)) else { return Choice::default() };
        let left = whose.map_or(0, |who| see.actor(who).item(at));
        Choice::new(item.key.clone(), item.name.clone()).noting(format!("{left} left"))
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        let item = || see.setup.items.iter().position(|item| item.key == word);
        if word == "plain" { Some(Ammo::Plain) } else { item().map(|at| Ammo::Item(at as u8)) }
    }
}

impl Value<Crisis> for Target {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        std::iter::once(Target::Square).chain(see.actors().iter().map(Target::Actor)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Target::Square => Choice::new("square", "A square"),
            Target::Actor(id) => id.choice(see, whose),
        }
    }
}

/// CR-R40: how many Attacks are made.
pub fn count(attack: &AttackAction) -> u8 {
    match &attack.aim {
        Aim::At(targets) => targets.len() as u8,
        Aim::Square(_) => 1,
    }
}

/// The Attacks themselves, after they are paid for: in a turn or on Overwatch (CR-066, CR-R41).
pub fn perform<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, attack: &AttackAction, oracle: &mut O) -> Flow<()> {
    let (actor, setup) = (attack.actor, table.setup.clone());
    table.actor_mut(actor).in_hand = attack.weapon;
    let weapon = setup.weapon_of(table.actor(actor), attack.weapon);
    let pierce = pierce(table, attack, weapon);
    if weapon.radius.is_some() {
        use_one(table, attack, weapon);
        area::strike_area(book, table, attack, weapon, pierce, oracle)?;
        stealth::reveal_attacker(table, actor, oracle)?;
    } else if let Aim::At(targets) = &attack.aim {
        for (nth, &target) in targets.iter().enumerate() {
            use_one(table, attack, weapon);
            let one = Strike { attacker: actor, weapon, target, nth: nth as u8, pierce, execute: false };
            strike(book, table, &one, oracle)?;
            stealth::reveal_attacker(table, actor, oracle)?; // CR-D29: already the first Attack does
        }
    }
    if weapon.can_aim() {
        table.actor_mut(actor).drop_aim(); // CR-R138: it was for all Attacks of this Action
    }
    Ok(())
}

/// CR-113: the weapon's own, or that of the ammunition.
fn pierce(table: &Table, attack: &AttackAction, weapon: &Weapon) -> Pierce {
    attack.ammo.map_or(weapon.pierce, |item| table.setup.items[usize::from(item)].pierce.max(weapon.pierce))
}

/// CR-R44: ammunition and things that are gone after one use.
pub fn use_one(table: &mut Table, attack: &AttackAction, weapon: &Weapon) {
    let actor = table.actor_mut(attack.actor);
    let carried = &mut actor.weapons[usize::from(attack.weapon)];
    if weapon.capacity > 0 {
        carried.loaded = carried.loaded.saturating_sub(1);
    }
    if weapon.one_use {
        carried.count = carried.count.saturating_sub(1);
    }
    if let Some(item) = attack.ammo {
        actor.spend_item(item);
    }
}

impl Tells<Crisis> for AttackEvent {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        match self {
            AttackEvent::Declared { attack, execute, watching } => {
                let name = table.name(attack.actor);
                let weapon = &table.weapon(attack.actor, attack.weapon).name;
                let at = match &attack.aim {
                    Aim::At(targets) => burst(table, targets),
                    Aim::Square(cell) => table.setup.space.cell_key(*cell),
                };
                let (what, rule) = match (execute, watching) {
                    (true, _) => ("executes", rule!("CR-177")),
                    (_, true) => ("attacks on Overwatch", rule!("CR-182")),
                    _ => ("attacks", rule!("CR-175")),
                };
                line(0, format!("{name} {what} {at} with {weapon}"), [rule], attack.actor)
            }
            AttackEvent::OutOfReach { at } => {
                line(1, format!("{} is in Total Cover and cannot be hit", table.name(*at)), [rule!("CR-096")], *at)
            }
            AttackEvent::Rolled { by, at, face, parts, struck, damage } => {
                let target = at.map_or("the area".to_owned(), |at| table.name(at).to_owned());
                let total = sum(*face, parts.total());
                let (text, rules) = match struck {
                    Struck::Failed => {
                        (format!("{total}: the first die is 1, {target} is missed"), [rule!("CR-060"), rule!("CR-062")])
                    }
                    Struck::Missed => (format!("{total}: {target} is missed"), [rule!("CR-003"), rule!("CR-062")]),
                    Struck::Hit(extra) => (
                        format!("{total}: {target} is hit, extra damage {extra}, damage {damage}"),
                        [rule!("CR-104"), rule!("CR-106")],
                    ),
                };
                let mut line = line(1, text, rules, *by);
                line.factors = factors(table, parts);
                line
            }
            AttackEvent::Scattered { direction, at, .. } => {
                let text = match at {
                    Some(cell) => {
                        format!("It strays in direction {direction} and lands at {}", table.setup.space.cell_key(*cell))
                    }
                    None => format!("It strays in direction {direction} and is lost beyond the map"),
                };
                Line::new(1, text, [rule!("CR-081"), rule!("CR-085")])
            }
            AttackEvent::Noticed { who } => {
                line(1, format!("{} is noticed", table.name(*who)), [rule!("CR-R27")], *who)
            }
        }
    }

    fn marks(&self, to: &mut Vec<Mark>) {
        match self {
            AttackEvent::Rolled { at, struck, .. } => {
                let hit = matches!(struck, Struck::Hit(_));
                to.push(Mark::word("attack", *at, i32::from(hit), if hit { "hit" } else { "missed" }));
                to.push(Mark::count("hits", *at, i32::from(hit)));
            }
            AttackEvent::OutOfReach { at } => to.push(Mark::word("attack", Some(*at), 0, "missed")),
            AttackEvent::Scattered { direction, .. } => {
                let (measure, value) = ("scatter", i32::from(*direction));
                to.push(Mark { measure, who: None, value, word: "", fold: Fold::Last });
            }
            AttackEvent::Declared { .. } | AttackEvent::Noticed { .. } => {}
        }
    }
}

/// Those whom the Attacks of one Action are for, in order: `Bors twice, Cid`.
fn burst(table: &Table, targets: &[ActorId]) -> String {
    let named = targets.chunk_by(|a, b| a == b).map(|same| {
        let name = table.name(same[0]);
        match same.len() {
            1 => name.to_owned(),
            2 => format!("{name} twice"),
            times => format!("{name} {times} times"),
        }
    });
    named.collect::<Vec<_>>().join(", ")
}
