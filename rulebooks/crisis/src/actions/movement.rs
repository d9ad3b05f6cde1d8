//! Move, Run, Crouch, Crawl (CR-153 to CR-158, CR-173, CR-174).

use super::{overwatch, stealth};
use crate::{
    Crisis, Event, cover,
    table::{Mode, Stance, Table},
    turn,
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Refusal, RuleId, rule,
    space::{Cell, CellSet, Step, approach, path_cost, path_to, reachable},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// How one goes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    /// CR-153.
    Move,
    /// CR-173.
    Run,
    /// CR-157.
    Crouch,
    /// CR-155.
    Crawl,
}

impl Gait {
    /// All of them.
    pub const ALL: [Gait; 4] = [Gait::Move, Gait::Run, Gait::Crouch, Gait::Crawl];

    /// CR-154, CR-156, CR-158, CR-174.
    pub const fn ap(self) -> u8 {
        match self {
            Gait::Move | Gait::Crouch | Gait::Crawl => 1,
            Gait::Run => 2,
        }
    }

    /// CR-155, CR-157, CR-R119: the stance that it needs.
    pub const fn stance(self) -> Stance {
        match self {
            Gait::Move | Gait::Run => Stance::Standing,
            Gait::Crouch => Stance::Kneeling,
            Gait::Crawl => Stance::Prone,
        }
    }

    /// The word for commands.
    pub const fn word(self) -> &'static str {
        match self {
            Gait::Move => "move",
            Gait::Run => "run",
            Gait::Crouch => "crouch",
            Gait::Crawl => "crawl",
        }
    }

    /// The rule.
    pub const fn rule(self) -> RuleId {
        match self {
            Gait::Move => rule!("CR-153"),
            Gait::Run => rule!("CR-173"),
            Gait::Crouch => rule!("CR-157"),
            Gait::Crawl => rule!("CR-155"),
        }
    }
}

/// A movement as it is declared (CR-D14).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Go {
    /// Who.
    pub actor: ActorId,
    /// How.
    pub gait: Gait,
    /// The squares, one after the other, without the one it starts from.
    pub path: SmallVec<[Cell; 12]>,
}

/// CR-206, CR-R149: the Pace, halved by Slowed and rounded down.
pub fn pace(book: &Crisis, table: &Table, who: ActorId) -> u32 {
    let full = u32::from(table.sheet(who).pace);
    if table.is_slowed(who) { (full / 2).max(full.min(book.house.min_pace.into())) } else { full }
}

/// CR-153, CR-155, CR-157, CR-173, CR-R116 to CR-R118, CR-R149: how many squares.
pub fn squares(book: &Crisis, table: &Table, who: ActorId, gait: Gait) -> u32 {
    match gait {
        Gait::Move => pace(book, table, who),
        Gait::Run => 2 * pace(book, table, who),
        Gait::Crouch => pace(book, table, who) / 2,
        Gait::Crawl => (200 / book.house.metres_per_square.0).max(1), // two metres
    }
}

/// CR-R120: through allies and bodies, not through enemies that can act; a square is a square, straight or not.
fn passable(table: &Table, who: ActorId) -> impl Fn(&Step) -> Option<u32> + '_ {
    let (closed, square) = (closed(table, who), square(table));
    move |step| (!closed.contains(step.index)).then_some(square)
}

/// CR-R120: the squares that somebody cannot enter. Whoever is not known of cannot be avoided; it is walked past.
fn closed(table: &Table, who: ActorId) -> CellSet {
    let mut closed = table.setup.blocked().clone();
    for foe in table.known_foes(who).iter().filter(|&foe| table.can_act(foe)) {
        closed.insert(&table.setup.space, table.actor(foe).place.cell);
    }
    closed
}

/// A square in the units of the map.
pub(super) fn square(table: &Table) -> u32 {
    u32::from(table.setup.space.cell_size()).max(1)
}

/// The squares that can be reached, each with how far it is.
pub fn destinations(table: &Table, who: ActorId, from: Cell, most: u32) -> Vec<(Cell, u32)> {
    let square = square(table);
    let all = reachable(&table.setup.space, &[], from, most * square, passable(table, who)).into_iter();
    all.filter(|(cell, _)| *cell != from).map(|(cell, cost)| (cell, cost / square)).collect()
}

/// The shortest way.
pub fn way(table: &Table, who: ActorId, from: Cell, to: Cell, most: u32) -> Option<SmallVec<[Cell; 12]>> {
    let path = path_to(&table.setup.space, &[], from, to, most * square(table), passable(table, who))?;
    Some(path.into_iter().skip(1).collect())
}

/// The way that ends as near to a square as one can get.
pub fn towards(table: &Table, who: ActorId, goal: Cell, most: u32) -> Option<SmallVec<[Cell; 12]>> {
    let (space, from) = (&table.setup.space, table.actor(who).place.cell);
    let (closed, square) = (closed(table, who), square(table));
    let left = |cell| space.fewest_steps(cell, goal).saturating_sub(1);
    if left(from) == 0 {
        return None; // nowhere is nearer
    }
    let passable = |step: &Step| (!closed.contains(step.index)).then_some(square);
    let path = approach(space, &[], from, most * square, passable, left, |cell| table.is_free(cell, who))?;
    Some(path.into_iter().skip(1).collect())
}

/// What must hold before anybody moves like that at all.
pub fn may(book: &Crisis, table: &Table, who: ActorId, gait: Gait) -> Result<u32, Refusal> {
    table.may_act(who)?;
    let name = table.name(who);
    if table.actor(who).stance != gait.stance() {
        let why =
            format!("{name} is {}; to {} one is {}", table.actor(who).stance.word(), gait.word(), gait.stance().word());
        return Err(Refusal::by(gait.rule(), "wrong-stance", why));
    }
    let most = squares(book, table, who, gait);
    if most == 0 {
        return Err(Refusal::by(rule!("CR-R149"), "no-pace", format!("{name} would get nowhere")));
    }
    turn::afford(table, who, gait.ap())?;
    Ok(most)
}

/// CR-R120: is this path one that can be walked?
pub fn legal(book: &Crisis, table: &Table, go: &Go) -> Result<(), Refusal> {
    let most = may(book, table, go.actor, go.gait)?;
    let refuse = |why: &str| Err(Refusal::by(rule!("CR-R120"), "no-way", why));
    if go.path.is_empty() || go.path.len() as u32 > most {
        return refuse("the way is too long, or leads nowhere");
    }
    let start = table.actor(go.actor).place.cell;
    let whole: SmallVec<[Cell; 12]> = std::iter::once(start).chain(go.path.iter().copied()).collect();
    if path_cost(&table.setup.space, &[], &whole, passable(table, go.actor)).is_none() {
        return refuse("somebody or something is in the way");
    }
    if !go.path.last().is_some_and(|&end| table.is_free(end, go.actor)) {
        return refuse("somebody stands there");
    }
    Ok(())
}

/// CR-R134, CR-R123, CR-R125, CR-D14: square by square; watchers may interrupt after each.
pub fn resolve<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, go: &Go, oracle: &mut O) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, go)?;
    }
    let who = go.actor;
    turn::spend(book, table, who, go.gait.ap(), false, oracle);
    let mut squares = 0;
    for &cell in &go.path {
        put(table, who, cell);
        squares += 1;
        stealth::after_step(table, who, oracle)?;
        if table.clock.mode == Mode::Crisis && !overwatch::interrupt(book, table, who, oracle)? {
            break;
        }
    }
    oracle.tell(Audience::All, || Event::Moved { who, gait: go.gait, squares, to: table.actor(who).place.cell });
    overwatch::after(book, table, who, oracle)
}

/// Puts somebody on a square, looking the way it went.
pub fn put(table: &mut Table, who: ActorId, cell: Cell) {
    let place = table.setup.space.on_ground(cell);
    let actor = table.actor_mut(who);
    debug_assert!(!actor.absent, "only those who are here move");
    actor.facing = cover::direction(actor.place.cell, cell).unwrap_or(actor.facing);
    actor.place = place;
}
