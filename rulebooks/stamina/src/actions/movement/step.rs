//! One step, and who may strike at it.

use crate::{
    Event, Question, Stamina,
    actions::Action,
    house::FreeAttackTrigger,
    reach::{part, part_on_the_way, threatening, threatens},
    reactions::{can_react, free_attack},
    table::{Behind, Mark, Mode, Table},
};
use referee_engine::{
    ActorId, Audience, Flow, Oracle, Who,
    space::{Cell, CellSet, Grid, Place, Step, path_to},
};
use smallvec::SmallVec;

/// Does one swim there?
pub fn is_water(table: &Table, cell: Cell) -> bool {
    table.pieces.iter().zip(&table.setup.scenery).any(|(piece, terms)| terms.water && piece.covers(cell))
}

/// Does something stand there that nobody enters?
pub fn is_blocked(table: &Table, cell: Cell) -> bool {
    table.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell))
}

/// What a step on foot costs: one hex is one metre (ST-R32). Nobody walks into water, into somebody, or up a height of
/// more than a metre.
pub fn walkable(table: &Table) -> impl Fn(&Step) -> Option<u32> + '_ {
    let space = &table.setup.space;
    let scenery = table.pieces.iter().zip(&table.setup.scenery).filter(|(_, terms)| terms.water);
    let water = scenery.flat_map(|(piece, _)| piece.cells.iter().copied());
    let closed = CellSet::of(space, water.chain(table.taken()));
    move |step| {
        let is_steep = || space.drop_between(step.from, step.to).abs() > 1;
        (!closed.contains(step.index) && !is_steep()).then_some(step.units)
    }
}

/// ST-D11: the way on foot to a cell, over others in this order if they are named, for at most so many metres: the first
/// cell is the first step. Whoever names every hex has chosen the path hex by hex.
pub fn way(table: &Table, who: ActorId, over: &[Cell], to: Cell, metres: u16) -> Option<SmallVec<[Cell; 8]>> {
    let mut path: SmallVec<[Cell; 8]> = SmallVec::new();
    let mut at = table.actor(who).place.cell;
    for &next in over.iter().chain([&to]) {
        let leg = path_to(&table.setup.space, &table.pieces, at, next, u32::from(metres), walkable(table))?;
        path.extend(leg.into_iter().skip(1));
        at = next;
    }
    (path.len() <= usize::from(metres)).then_some(path)
}

/// Puts a body somewhere: a cover that it had taken is left (ST-R97), and so may be those it was engaged with.
pub fn put(table: &mut Table, who: ActorId, place: Place) {
    table.move_to(who, place);
    table.actor_mut(who).behind = Behind::NOTHING;
    part(table, who);
}

/// Where a move action began, and how far its mover had come before it.
pub(super) struct Start {
    from: Cell,
    metres: u16,
}

impl Start {
    pub(super) fn of(table: &Table, who: ActorId) -> Start {
        let actor = table.actor(who);
        Start { from: actor.place.cell, metres: actor.turn.metres }
    }

    /// Tells how far the move has led: whoever is stopped in a hex has entered it.
    pub(super) fn tell<O: Oracle<Stamina>>(self, table: &Table, who: ActorId, action: Action, oracle: &mut O) {
        let Start { from, metres } = self;
        let actor = table.actor(who);
        let (to, metres) = (actor.place.cell, actor.turn.metres.saturating_sub(metres));
        oracle.tell(Audience::All, || Event::Moved { who, action, from, to, metres });
    }
}

/// ST-230, ST-R95, ST-R98: one step of a move action. Those who threaten the hex that is left may strike first, in
/// initiative order. False if the mover stops, by its own will or because it is out of the fight.
pub(super) fn step<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Place,
    oracle: &mut O,
) -> Flow<bool> {
    pass(book, table, who, to, true, oracle)
}

/// ST-R140: the same in the air, where nobody can stop. False if the jumper is out of the fight.
pub(super) fn fly<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Place,
    oracle: &mut O,
) -> Flow<bool> {
    pass(book, table, who, to, false, oracle)
}

fn pass<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    to: Place,
    may_stop: bool,
    oracle: &mut O,
) -> Flow<bool> {
    let in_rounds = table.clock.mode == Mode::Rounds;
    if in_rounds && !let_strike(book, table, who, may_stop, |_| true, oracle)? {
        return Ok(false);
    }
    let before: SmallVec<[ActorId; 8]> = match book.house.free_attack_trigger {
        FreeAttackTrigger::EnterOrLeave if in_rounds => {
            table.ids().filter(|&foe| table.hostile(foe, who) && threatens(table, foe, who)).collect()
        }
        _ => SmallVec::new(),
    };
    let from = table.actor(who).place.cell;
    if let Some(side) = table.setup.space.side_towards(from, to.cell) {
        table.actor_mut(who).facing = side; // and moves, so that nobody has to look who is in front here
    }
    put(table, who, to);
    let actor = table.actor_mut(who);
    actor.turn.metres = actor.turn.metres.saturating_add(1);
    if in_rounds && book.house.free_attack_trigger == FreeAttackTrigger::EnterOrLeave {
        return let_strike(book, table, who, may_stop, |foe| !before.contains(&foe), oracle);
    }
    Ok(true)
}

/// Is it certain that nobody may strike at any step of a way (ST-R95)? Whoever is farther away than the way is long does not
/// threaten a hex that is left on it; of the others it is looked up. Not where weapons reach farther than one hex.
pub(super) fn is_unwatched(book: &Stamina, table: &Table, who: ActorId, path: &[Cell]) -> bool {
    let (space, here) = (&table.setup.space, table.actor(who).place);
    let is_usual = book.house.free_attack_trigger == FreeAttackTrigger::Leave && !table.lay().far;
    let Some((_, left)) = path.split_last().filter(|_| is_usual && matches!(space.grid(), Grid::Hex(_))) else {
        return false;
    };
    let foes = table.actors.active().both(table.setup.sheets.foes(who));
    foes.iter().all(|foe| {
        let foe = table.actor(foe);
        let away = |from: Place| space.steps(from, foe.place);
        let is_far = away(here) as usize > path.len();
        is_far || foe.turn.has(Mark::Reacted) || (away(here) > 1 && left.iter().all(|&cell| away(cell.into()) > 1))
    })
}

/// Goes a way on which nobody may strike: as [`step`] by step, but whoever stands beside the mover is looked up only in the end.
pub(super) fn go(table: &mut Table, who: ActorId, path: &[Cell]) {
    let Some(&last) = path.last() else { return };
    let before = path.iter().rev().nth(1).copied().unwrap_or(table.actor(who).place.cell);
    if let Some(side) = table.setup.space.side_towards(before, last) {
        table.actor_mut(who).facing = side; // and moves, as above
    }
    part_on_the_way(table, who, path);
    table.move_to(who, table.setup.space.on_ground(last));
    let actor = table.actor_mut(who);
    actor.behind = Behind::NOTHING;
    actor.turn.metres = actor.turn.metres.saturating_add(path.len() as u16);
}

/// Everybody who threatens the mover and may react is asked. False if the mover stops, which it `may` if it was struck at, or
/// is out of the fight.
fn let_strike<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    may_stop: bool,
    among: impl Fn(ActorId) -> bool,
    oracle: &mut O,
) -> Flow<bool> {
    let may = |table: &Table, foe: ActorId| {
        table.hostile(foe, who) && can_react(table, foe) && threatens(table, foe, who) && among(foe)
    };
    // Most steps are out of everybody's reach; the order matters only where somebody may strike.
    let near = threatening(table, who).iter().any(|foe| !table.actor(foe).turn.has(Mark::Reacted));
    debug_assert!(near || !table.ids().any(|foe| may(table, foe)), "whoever may strike is near and has not reacted");
    if !near {
        return Ok(true);
    }
    let mut struck = false;
    for at in 0..table.actors.len() {
        let foe = by_initiative(table, at);
        if may(table, foe) {
            struck |= free_attack(book, table, foe, who, oracle)?;
            if !table.is_active(who) {
                return Ok(false);
            }
        }
    }
    if struck && may_stop {
        let goes_on = oracle.ask(table, Who::Actor(who), &Question::GoOn)? == 0; // ST-D11
        if !goes_on {
            oracle.tell(Audience::All, || Event::Stopped { who });
        }
        return Ok(goes_on);
    }
    Ok(true)
}

/// The character at this place of the order; those who are not in it come last.
fn by_initiative(table: &Table, at: usize) -> ActorId {
    match table.order.get(at) {
        Some(&who) => who,
        None => {
            let rest = at - table.order.len();
            table.ids().filter(|who| !table.order.contains(who)).nth(rest).unwrap_or(ActorId(at as u16))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        policy::Policy,
        testing::{begin, scene},
    };
    use referee_dice::FastRng;
    use referee_engine::Simulate;

    const CROWD: &str = r#"
        book = "stamina"
        map = { grid = "hex", columns = 9, rows = 8, cell = 1, unit = "m" }
        characters = [
            { from = "fighter", name = "Ann", at = [1, 1] },
            { from = "guard", name = "Bram", at = [2, 1] },
            { from = "raider", name = "Rusk", side = "foes", at = [6, 6] },
            { from = "wolf", name = "Fang", side = "foes", at = [7, 6] },
        ]
        scenery = [{ from = "crate", cells = [[4, 4]] }]
    "#;

    /// ST-R95, ST-226: a way that nobody watches ends as the same way step by step, with everybody anywhere, whoever was engaged
    /// with whom; and where somebody may strike, it is watched.
    #[test]
    fn st_r95_a_way_that_nobody_watches_is_its_steps() {
        let (book, start) = scene(CROWD);
        let start = begin(&book, start);
        let policies = [Policy::Bold];
        let mut rng = FastRng::seed_from_u64(17);
        let cells: Vec<Cell> = start.setup.space.cells().collect();
        let (mut unwatched, mut watched, mut parted) = (0, 0, 0);
        for seed in 0..4_000 {
            let mut table = start.clone();
            for who in table.ids() {
                let cell = cells[rng.below(cells.len() as u32) as usize];
                if !table.is_taken(cell) && !is_water(&table, cell) {
                    table.move_to(who, cell.into());
                }
                let settled = table.ids().filter(|&other| other != who && rng.below(3) == 0).collect();
                table.actor_mut(who).settled = settled;
                table.actor_mut(who).turn.set(Mark::Reacted, rng.below(4) == 0);
            }
            let who = ActorId(rng.below(4) as u16);
            table.pass_turn_to(table.order.iter().position(|&other| other == who).unwrap() as u8);
            let Some(path) = way(&table, who, &[], cells[rng.below(cells.len() as u32) as usize], 8) else { continue };
            let mut stepped = table.clone();
            let mut oracle = Simulate::new(&book, &policies, seed);
            for &cell in &path {
                let place = stepped.setup.space.on_ground(cell);
                if !step(&book, &mut stepped, who, place, &mut oracle).unwrap() {
                    break;
                }
            }
            if is_unwatched(&book, &table, who, &path) {
                parted += u32::from(stepped.actor(who).settled != table.actor(who).settled);
                go(&mut table, who, &path);
                assert_eq!(table, stepped, "seed {seed}");
                assert!(table.ids().all(|other| table.beside(other) == stepped.beside(other)), "seed {seed}");
                unwatched += 1;
            } else {
                watched += 1;
            }
        }
        assert!(unwatched > 500 && watched > 500 && parted > 100, "{unwatched}, {watched}, {parted}");
    }
}
