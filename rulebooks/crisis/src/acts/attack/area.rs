//! Area of Effect Attacks: one roll, scatter, dodging (CR-078 to CR-091).

use super::{Aim, AttackAction, AttackEvent, Strike, Struck, ask_cover, increment_number, modifiers, read, suffer};
use crate::{
    Crisis, Event,
    acts::movement,
    check::{self, GmMod, Parts},
    cover::{self, Covered, DIRECTIONS},
    harm,
    house::{MissedAoe, ScatterDistance},
    reactions::{self, Dodge, Reaction},
    sheet::{Cover, Pierce, Weapon},
    stealth,
    table::Table,
    words::square,
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, Audience, Choice, Flow, Mark, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks},
    rule,
    space::Cell,
    told,
};
use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

/// CR-078, CR-R46, CR-R55 to CR-R59: declare, dodge or not, roll, scatter, and whatever is inside.
pub fn strike_area<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attack: &AttackAction,
    weapon: &Weapon,
    pierce: Pierce,
    oracle: &mut O,
) -> Flow<()> {
    let attacker = attack.actor;
    let (target, centre) = match &attack.aim {
        Aim::At(targets) => (Some(targets[0]), table.actor(targets[0]).place.cell),
        Aim::Square(cell) => (None, *cell),
    };
    // CR-R55, CR-R75: cover counts only for a creature that is aimed at.
    let covered = match target {
        Some(target) => ask_cover(book, table, attacker, target, weapon, oracle)?,
        None => Covered::default(),
    };
    if covered.is_total() {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::OutOfReach { at: target.unwrap_or(attacker) }));
        return Ok(());
    }
    let drunk = check::drunk(table, attacker, Some(weapon.skill), oracle)?;
    let gm = check::gm_modifier(table, attacker, GmMod::Roll, oracle)?;
    let asked = super::Asked { covered, drunk, gm };
    let dodgers = ask_dodge(book, table, attacker, centre, weapon, oracle)?;
    let strike = Strike { attacker, weapon, target: target.unwrap_or(attacker), nth: 0, pierce, execute: false };
    let mut modifier = 0i32;
    modifiers(book, table, &strike, target, asked, &mut modifier);
    let throw = Throw::open(Who::Actor(attacker), "attack");
    let die = table.sheet(attacker).die(weapon.skill);
    let rolled = oracle.roll(throw, die.exploding(&book.house), |dice| read(dice, modifier, false))?;
    let extra = match rolled.value {
        Struck::Hit(extra) => Some(extra),
        Struck::Missed | Struck::Failed => None,
    };
    let harms = extra.is_some() || book.house.missed_aoe == MissedAoe::BaseDamage;
    let gm = if harms { check::gm_modifier(table, attacker, GmMod::Damage, oracle)? } else { 0 };
    // CR-R59: a missed area gives no extra damage.
    let before = super::damage(book, table, attacker, weapon, extra.unwrap_or(0), gm, false);
    oracle.tell(Audience::All, || {
        let mut parts = Parts::default();
        modifiers(book, table, &strike, target, asked, &mut parts);
        let damage = if extra.is_some() { before } else { 0 };
        let (face, struck) = (rolled.face, rolled.value);
        Event::Attack(AttackEvent::Rolled { by: attacker, at: target, face, parts, struck, damage })
    });
    let landed = match extra {
        Some(_) => Some(centre),
        None => scatter(book, table, attacker, centre, weapon, oracle)?,
    };
    match landed {
        Some(cell) if harms => strike_all(book, table, attacker, cell, weapon, pierce, before, &dodgers, oracle),
        _ => Ok(()),
    }
}

/// CR-R56, CR-R58, CR-R75: everybody alive inside, in turn order; Total Cover from the centre protects.
pub fn inside(book: &Crisis, table: &Table, centre: Cell, weapon: &Weapon) -> SmallVec<[ActorId; 8]> {
    let caught = |who: &ActorId| catches(book, table, centre, weapon, *who);
    let mut all: SmallVec<[ActorId; 8]> = table.order.iter().copied().filter(caught).collect();
    all.extend(table.ids().filter(caught).filter(|who| !table.order.contains(who)));
    all
}

/// CR-R56, CR-R75: is somebody inside an area?
pub fn catches(book: &Crisis, table: &Table, centre: Cell, weapon: &Weapon, who: ActorId) -> bool {
    let actor = table.actor(who);
    let cell = actor.place.cell;
    actor.is_here()
        && table.distance(&book.house, centre, cell) <= u32::from(weapon.radius.unwrap_or(0))
        && !(book.house.aoe_total_cover_protects
            && cover::from_objects(table, centre, cell, Some(weapon)) == Cover::Total)
}

/// CR-086 to CR-088, CR-R65, CR-D21: everybody in the aimed area decides, side by side, before the attacker rolls.
fn ask_dodge<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attacker: ActorId,
    centre: Cell,
    weapon: &Weapon,
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 4]>> {
    let mut reached = inside(book, table, centre, weapon);
    if book.house.dodge_scatter {
        for direction in 1..=8 {
            if let (Some(cell), _) = landing(book, table, attacker, centre, weapon, direction) {
                let more = inside(book, table, cell, weapon);
                reached.extend(more.into_iter().filter(|who| !reached.contains(who)).collect::<SmallVec<[_; 8]>>());
            }
        }
    }
    let may = |who: &ActorId| reactions::may(book, table, *who, attacker, Reaction::Dodge);
    reached.retain(|who| may(who));
    if reached.is_empty() {
        return Ok(SmallVec::new());
    }
    let asked = reached.iter().map(|&who| (Who::Actor(who), Dodge { attacker })).collect();
    let answers = Dodge::ask_all(asked, table, oracle)?;
    let mut dodgers = SmallVec::new();
    for (who, _) in reached.into_iter().zip(answers).filter(|(_, dodges)| *dodges) {
        reactions::declare(book, table, who, Reaction::Dodge, oracle);
        dodgers.push(who);
    }
    Ok(dodgers)
}

/// CR-R60, CR-R63: how far a missed area strays.
pub fn stray(book: &Crisis, table: &Table, attacker: ActorId, centre: Cell, weapon: &Weapon) -> u32 {
    if weapon.increment == 0 {
        return 1;
    }
    let distance = table.distance(&book.house, table.actor(attacker).place.cell, centre);
    match book.house.scatter_distance {
        ScatterDistance::IncrementNumber => increment_number(distance, weapon.increment),
        ScatterDistance::IncrementLength => weapon.increment.into(),
    }
}

/// CR-082, CR-083, CR-084, CR-085, CR-R61, CR-R62: where a miss in this direction lands, and whether something was in its way.
pub fn landing(
    book: &Crisis,
    table: &Table,
    attacker: ActorId,
    centre: Cell,
    weapon: &Weapon,
    die: u8,
) -> (Option<Cell>, bool) {
    // 1 is straight back towards the attacker; if it aims at its own square, 1 is north.
    let back = cover::direction(centre, table.actor(attacker).place.cell).unwrap_or(0);
    let (dx, dy) = DIRECTIONS[usize::from((back + die - 1) % 8)];
    let mut cell = centre;
    for _ in 0..stray(book, table, attacker, centre, weapon) {
        let next = Cell::new(cell.x + dx as i16, cell.y + dy as i16);
        if !table.setup.space.contains(next) {
            return (None, true);
        }
        if table.setup.is_blocked(next) {
            return (Some(cell), true);
        }
        cell = next;
    }
    (Some(cell), false)
}

/// CR-081, CR-R11, CR-D23: a d8 that does not explode says where it goes.
fn scatter<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &Table,
    attacker: ActorId,
    centre: Cell,
    weapon: &Weapon,
    oracle: &mut O,
) -> Flow<Option<Cell>> {
    let rolled = oracle.roll(Throw::open(Who::Actor(attacker), "scatter"), Roll::die(8), |face| face as u8)?;
    let (mut cell, stopped) = landing(book, table, attacker, centre, weapon, rolled.value);
    if stopped && table.ask_gm && !(Landing { at: cell }).ask(Who::Gm, table, oracle)? {
        cell = None;
    }
    let direction = rolled.value;
    oracle.tell(Audience::All, || Event::Attack(AttackEvent::Scattered { by: attacker, direction, at: cell }));
    Ok(cell)
}

/// CR-R57: the same damage for everybody inside, before each one's own defences.
#[allow(clippy::too_many_arguments, reason = "an attack has this many parts")]
fn strike_all<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    attacker: ActorId,
    centre: Cell,
    weapon: &Weapon,
    pierce: Pierce,
    before: i16,
    dodgers: &[ActorId],
    oracle: &mut O,
) -> Flow<()> {
    for who in inside(book, table, centre, weapon) {
        let mut avoided = 0;
        if dodgers.contains(&who) && table.can_react(who) {
            let ways_out = ways_out(book, table, who, centre, weapon);
            // Whoever can get out only needs to succeed.
            let most = if ways_out.is_empty() { before.max(1) } else { 1 };
            avoided = reactions::roll(book, table, who, Reaction::Dodge, 0, most, oracle)?;
            if avoided > 0 && !ways_out.is_empty() {
                get_out(table, who, &ways_out, oracle)?;
                continue;
            }
        }
        let left = harm::after_defences(before, avoided, table.actor(who).armour, pierce, false);
        suffer(book, table, attacker, who, weapon, left, oracle)?;
    }
    Ok(())
}

/// CR-090, CR-R66: the free squares outside the area that a dodge can reach.
pub fn ways_out(book: &Crisis, table: &Table, who: ActorId, centre: Cell, weapon: &Weapon) -> SmallVec<[Cell; 8]> {
    let radius = u32::from(weapon.radius.unwrap_or(0));
    let here = table.actor(who).place.cell;
    // A square is a square, straight or not: each round of steps leads from those of the round before.
    let mut reached: SmallVec<[Cell; 9]> = SmallVec::new();
    reached.push(here);
    let mut looked = 0;
    for _ in 0..book.house.dodge_squares {
        for at in std::mem::replace(&mut looked, reached.len())..reached.len() {
            table.setup.space.each_step(reached[at], |step| {
                if !table.setup.is_blocked(step.to) && !reached.contains(&step.to) {
                    reached.push(step.to);
                }
            });
        }
    }
    let mut out: SmallVec<[Cell; 8]> = SmallVec::new();
    for &cell in &reached[1..] {
        if table.distance(&book.house, centre, cell) > radius && table.is_free(cell, who) {
            out.push(cell);
        }
    }
    out.sort_unstable();
    out
}

/// CR-090, CR-R69, CR-D22: the dodger picks a square, and takes no wounds at all. Getting there is a step (CR-R123).
fn get_out<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, ways: &[Cell], oracle: &mut O) -> Flow<()> {
    let cell = match ways {
        [only] => *only,
        _ => GetOut { cells: ways.into() }.ask(Who::Actor(who), table, oracle)?,
    };
    movement::put(table, who, cell);
    oracle.tell(Audience::All, || Event::GotOut(GotOut { who, to: cell }));
    stealth::after_step(table, who, oracle)
}

/// CR-D22, to a dodger: where to?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GetOut {
    pub cells: SmallVec<[Cell; 8]>,
}

impl Asks<Crisis> for GetOut {
    type Answer = Cell;
    const KIND: &'static str = "get-out";
    const RULE: RuleId = rule!("CR-R66");

    fn answers(&self) -> Answers<Cell> {
        self.cells.iter().copied().collect()
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "Where to?".into()
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &Cell) -> Choice {
        square(table, *answer)
    }
}

/// CR-D23, to the GM: the landing square, or nowhere.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Landing {
    pub at: Option<Cell>,
}

impl Asks<Crisis> for Landing {
    type Answer = bool;
    const KIND: &'static str = "landing";
    const RULE: RuleId = rule!("CR-R62");

    fn answers(&self) -> Answers<bool> {
        smallvec![true, false]
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "Something is in the way".into()
    }

    fn choice(&self, _: &Crisis, table: &Table, _: Who, answer: &bool) -> Choice {
        if !*answer {
            return Choice::new("nowhere", "It has no effect");
        }
        let there = self.at.map_or("nowhere".to_owned(), |cell| table.setup.space.cell_key(cell));
        Choice::new("there", format!("It lands at {there}"))
    }
}

told! {
    /// CR-090: somebody got out of an area.
    pub struct GotOut for Crisis { who: ActorId, to: Cell }
    |table| under "CR-090" by who => {
        let to = table.setup.space.cell_key(to);
        format!("{} gets out of the area to {to}", table.name(who))
    };
    marks |self, to| to.push(Mark::word("got out", Some(self.who), 1, "out"));
}
