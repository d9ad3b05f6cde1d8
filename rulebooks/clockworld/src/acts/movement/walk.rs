//! Going a way: Pot Shots first, standing up, step by step, obstacles and drops (CW-166 to CW-177).

use super::{
    Go, Legal, MoveEvent, finish, leaving_cost,
    path::{self, Step, Ways},
    pot_shot,
    speed::{self, Allowance},
    stand_up, tell,
};
use crate::{
    Clockworld, Oracle,
    acts::contest::{self, Ended},
    check::{Against, Capped, Cause, Causes, Named, against_rank_for, prepare},
    fall::{self, How},
    house::PotShotTrigger,
    rank::Rank,
    sheet::ThingId,
    sneak,
    table::{Hefted, Out, Table, Taken, Whereabouts},
    turn,
};
use referee_engine::{
    ActorId, Choice, Flow, RuleId, Who,
    act::{Answers, Asks},
    answers, rule,
    space::{Cell, Place},
};
use serde::{Deserialize, Serialize};

/// Why a way came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Its last cell is reached.
    Reached,
    /// CW-174, CW-R73: the Move is over.
    Over,
}

/// CW-029, CW-030, CW-R73: a Move, or the next piece of one.
pub fn go<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    legal: Legal,
    go: &Go,
    oracle: &mut O,
) -> Flow<()> {
    if legal.begins {
        turn::spend(book, table, who, Taken::Move, go.focus);
    } else {
        turn::interrupt(book, table.actor_mut(who));
    }
    table.actor_mut(who).turn.moving = Some(legal.moving);
    if legal.begins {
        let looks_away = go.looks.is_some();
        let (focus, sneakily) = (go.focus, go.sneakily);
        tell(table, who, oracle, || MoveEvent::Begins { who, focus, sneakily, looks_away });
        let had = pot_shot::pot_shots(book, table, who, legal.moving.shot_by, oracle)?;
        if let Some(moving) = &mut table.actor_mut(who).turn.moving {
            moving.shot_by = had;
        }
    }
    notice(table, who, oracle);
    let mut end = stand(book, table, who, go, oracle);
    if end == End::Reached && go.path.len() > 1 {
        let costs = Ways::new(table, who, go.drops).known_costs(&go.path)?;
        end = walk(book, table, who, &go.path, &costs, oracle)?;
    }
    if end == End::Reached && go.leaves {
        end = leave(book, table, who, oracle);
    }
    super::after_change_of_place(table, oracle);
    let moving = table.actor(who).turn.moving;
    let spent = moving.is_some_and(|moving| speed::feet_left(book, table, who, &moving, false) == 0);
    if end == End::Over || go.last || spent {
        finish(book, table, who, oracle)?;
    }
    Ok(())
}

/// Can it go on at all? CW-R73: unconscious, held or without Speed it cannot.
fn can_go(table: &Table, who: ActorId) -> bool {
    table.is_active(who) && table.actor(who).turn.moving.is_some() && speed::speed(table, who) > 0
}

/// CW-R95: stands up, if that was wanted and is still possible after the Pot Shots.
fn stand<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, go: &Go, oracle: &mut O) -> End {
    if !can_go(table, who) {
        tell(table, who, oracle, || MoveEvent::CutShort { who });
        return End::Over;
    }
    if !go.stand {
        return End::Reached;
    }
    let Some(mut moving) = table.actor(who).turn.moving else { return End::Reached };
    let feet = speed::standing_cost(book, table, who, &moving);
    if feet > speed::feet_left(book, table, who, &moving, false) {
        tell(table, who, oracle, || MoveEvent::CutShort { who });
        return End::Over;
    }
    stand_up(book, table, who, &mut moving, feet);
    let actor = table.actor_mut(who);
    actor.prone = false;
    actor.low_cover = None;
    actor.turn.moving = Some(moving);
    tell(table, who, oracle, || MoveEvent::StoodUp { who, feet });
    End::Reached
}

/// Goes a way cell by cell.
fn walk<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    path: &[Cell],
    costs: &[u32],
    oracle: &mut O,
) -> Flow<End> {
    let (mut end, mut walked, mut passed) = (End::Reached, 0u16, None);
    for at in 1..path.len() {
        let feet = u16::try_from(costs[at] - costs[at - 1]).unwrap_or(u16::MAX);
        if passed.is_none() && book.house.pot_shot_trigger == PotShotTrigger::AnyStep {
            passing_shots(book, table, who, oracle)?;
        }
        let place = table.actor(who).place;
        // The cells of a way are neighbours, unless something has moved the Character off it.
        let is_near = place.cell == path[at - 1] || table.setup.space.step_cost(place.cell, path[at]).is_some();
        let step = path::step(table, who, place, passed, path[at]).filter(|_| is_near);
        let Some((step, left)) = step.and_then(|step| Some((step, left_for(book, table, who, feet)?))) else {
            end = End::Over;
            break;
        };
        if let Some(other) = surprise(table, who, path[at]) {
            sneak::find(table, other, who, oracle);
            tell(table, who, oracle, || MoveEvent::Met { who, whom: other });
            end = End::Over;
            break;
        }
        match step {
            Step::Walk => passed = passed.filter(|_| table.obstacle_at(path[at]) == passed),
            Step::Obstacle(thing) => {
                if !passes(book, table, who, thing, oracle)? {
                    went(book, table, who, walked, oracle);
                    fail(book, table, who, thing, path[at], path.get(at + 1).copied(), oracle)?;
                    return Ok(End::Over);
                }
                passed = Some(thing).filter(|_| table.obstacle_at(path[at]) == Some(thing));
            }
            Step::Drop(_) => {}
        }
        let facing = table.setup.space.direction_deg(place.cell, path[at]);
        enter(table, who, table.setup.space.on_ground(path[at]), facing, feet, left);
        walked = walked.saturating_add(feet);
        if let Step::Drop(height) = step {
            fall::fall(book, table, who, height, How::Dropped, oracle)?; // CW-264, CW-D51
        }
        notice(table, who, oracle);
    }
    went(book, table, who, walked, oracle);
    if end == End::Over {
        tell(table, who, oracle, || MoveEvent::CutShort { who });
    }
    Ok(end)
}

/// CW-R70, switch `pot_shot_trigger` = any_step: a Move that passes through Reach and goes on draws Pot Shots there.
fn passing_shots<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let Some(moving) = table.actor(who).turn.moving else { return Ok(()) };
    let had = pot_shot::pot_shots(book, table, who, moving.shot_by, oracle)?;
    if let Some(moving) = &mut table.actor_mut(who).turn.moving {
        moving.shot_by = had;
    }
    Ok(())
}

/// CW-R73, CW-R95: what is left of the Move, if there are so many feet left, as it is now.
fn left_for(book: &Clockworld, table: &Table, who: ActorId, feet: u16) -> Option<Allowance> {
    let actor = table.actor(who);
    let moving = actor.turn.moving.as_ref().filter(|_| can_go(table, who))?;
    let left = speed::left(book, table, who, moving);
    (speed::feet_of(left, moving, actor.prone) >= feet).then_some(left)
}

/// The foe in this cell whom the mover does not know of, if there is one.
fn surprise(table: &Table, who: ActorId, cell: Cell) -> Option<ActorId> {
    let unaware_of = table.actor(who).unaware_of;
    if unaware_of.is_empty() {
        return None;
    }
    let other = table.standing_in(cell, who)?;
    (unaware_of.contains(other) && table.side_of(who) != table.side_of(other)).then_some(other)
}

/// CW-R103, CW-176, CW-177, CW-210: into the next cell, with the feet of what is `left`, the Facing and what is carried.
fn enter(table: &mut Table, who: ActorId, to: Place, facing: Option<u16>, feet: u16, left: Allowance) {
    let actor = table.actor_mut(who);
    let Some(moving) = &mut actor.turn.moving else { return };
    speed::use_feet(left, moving, feet, actor.prone);
    moving.moved_ft = moving.moved_ft.saturating_add(feet);
    if let Some(facing) = moving.looks.or(facing) {
        actor.facing = facing;
    }
    actor.stand_at(to);
    carry(table, who);
}

/// CW-210: what somebody carries comes along.
fn carry(table: &mut Table, who: ActorId) {
    let place = table.actor(who).place;
    match table.actor(who).hefting {
        Some(Hefted::Actor(carried)) => table.actor_mut(carried).stand_at(place),
        Some(Hefted::Thing(thing)) => {
            if let Whereabouts::Place(_) = table.thing(thing).at {
                table.thing_mut(thing).at = Whereabouts::Place(place);
            }
            if let Some(piece) = table.thing(thing).piece {
                let piece = &mut table.pieces[usize::from(piece)];
                let from = piece.cells.first().copied().unwrap_or(place.cell);
                let (x, y) = (place.cell.x.wrapping_sub(from.x), place.cell.y.wrapping_sub(from.y));
                for cell in &mut piece.cells {
                    *cell = Cell::new(cell.x.wrapping_add(x), cell.y.wrapping_add(y));
                }
            }
        }
        None => {}
    }
}

fn went<O: Oracle>(book: &Clockworld, table: &Table, who: ActorId, feet: u16, oracle: &mut O) {
    if feet == 0 {
        return;
    }
    let actor = table.actor(who);
    tell(table, who, oracle, || {
        let moving = actor.turn.moving.as_ref();
        let left = moving.map_or(0, |moving| speed::feet_left(book, table, who, moving, actor.prone));
        let crawled = moving.is_some_and(|moving| moving.crawling);
        MoveEvent::Went { who, to: actor.place, feet, left, crawled }
    });
}

/// CW-181, CW-R108, CW-R109, CW-R112: who could notice the mover here. One that does not Sneak is noticed at once.
fn notice<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let Some(moving) = &table.actor(who).turn.moving else { return };
    if !moving.sneakily {
        sneak::reveal_to_observers(table, who, oracle);
        return;
    }
    let (near, seen_by) = (sneak::observers(table, who), sneak::clear_views(table, who));
    if let Some(moving) = &mut table.actor_mut(who).turn.moving {
        (moving.near, moving.seen_by) = (moving.near.union(near), moving.seen_by.union(seen_by));
    }
}

/// CW-D36, to the GM: the Rank of an obstacle, or that no Check is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObstacleRank {
    who: ActorId,
    thing: ThingId,
}

impl Asks<Clockworld> for ObstacleRank {
    type Answer = Option<Rank>;
    const KIND: &'static str = "obstacle-rank";
    const RULE: RuleId = rule!("CW-170");

    fn answers(&self) -> Answers<Option<Rank>> {
        let ranks = [Rank::NOVICE, Rank::LAYMAN, Rank::ADEPT, Rank::MASTER, Rank::INHUMAN, Rank::LEGENDARY];
        ranks.map(Some).into_iter().chain([None]).collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("{} wants past {}. Which Rank?", table.name(self.who), table.thing_sheet(self.thing).name)
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &Option<Rank>) -> Choice {
        match answer {
            Some(rank) => Choice::plain(rank.to_string()).noting(rank.number().to_string()),
            None => Choice::new("no-check", "No Check needed"),
        }
    }
}

answers! {
    /// What comes of a failed Check at an obstacle.
    pub enum Failed {
        Stops = "stop", "stop";
        Falls = "fall", "fall";
    }
}

/// CW-D37, to the GM: a failed Check stops in front of the obstacle, or it is a fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StopOrFall {
    who: ActorId,
    thing: ThingId,
}

impl Asks<Clockworld> for StopOrFall {
    type Answer = Failed;
    const KIND: &'static str = "stop-or-fall";
    const RULE: RuleId = rule!("CW-R102");

    fn answers(&self) -> Answers<Failed> {
        Failed::ALL.into()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        let what = &table.thing_sheet(self.thing).name;
        format!("{} does not get past {what}. Stop in front, or fall?", table.name(self.who))
    }

    fn choice(&self, _: &Clockworld, table: &Table, _: Who, answer: &Failed) -> Choice {
        let feet = table.thing_sheet(self.thing).obstacle.map_or(0, |obstacle| obstacle.drop_ft);
        match answer {
            Failed::Stops => answer.choice(),
            Failed::Falls => answer.choice().noting(format!("{feet} feet")),
        }
    }
}

/// CW-168 to CW-173, CW-175, CW-032: the Check for an obstacle, part of the Move and Skill Capped. True if it is passed.
fn passes<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, thing: ThingId, oracle: &mut O) -> Flow<bool> {
    let Some(obstacle) = table.thing_sheet(thing).obstacle else { return Ok(true) };
    let rank = match obstacle.rank {
        Some(rank) => Some(rank),
        None => {
            // CW-169, CW-170, CW-D36: the GM sets the Rank, or finds that no Check is needed.
            ObstacleRank { who, thing }.ask(Who::Gm, table, oracle)?
        }
    };
    let Some(rank) = rank else { return Ok(true) };
    let focus = table.actor(who).turn.moving.is_some_and(|moving| moving.focus);
    let causes = Causes::NONE.and_if(focus, Cause::Focus);
    let check = prepare(book, table, who, obstacle.skill, Against::Nobody, causes, oracle)?;
    let to = sneak::audience(table, who);
    let verdict = against_rank_for(book, &check, rank, Capped::Yes, Named::Obstacle, rule!("CW-172"), to, oracle)?;
    if verdict.is_success() {
        tell(table, who, oracle, || MoveEvent::Passed { who, thing });
    }
    Ok(verdict.is_success())
}

/// CW-174, CW-R102, CW-D37: the Move stops in front of the obstacle; where one can fall, the GM says whether it does.
fn fail<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    thing: ThingId,
    into: Cell,
    beyond: Option<Cell>,
    oracle: &mut O,
) -> Flow<()> {
    tell(table, who, oracle, || MoveEvent::StoppedBy { who, thing });
    let drop_ft = table.thing_sheet(thing).obstacle.map_or(0, |obstacle| obstacle.drop_ft);
    if drop_ft == 0 {
        return Ok(());
    }
    if (StopOrFall { who, thing }).ask(Who::Gm, table, oracle)? == Failed::Stops {
        return Ok(());
    }
    let from = table.actor(who).place;
    let place = landing(table, thing, from, into, beyond, drop_ft);
    table.actor_mut(who).stand_at(place);
    carry(table, who);
    fall::fall(book, table, who, drop_ft, How::Thrown, oracle) // CW-R127: a failed climb is no drop
}

/// Where a failed climb or leap ends: at the foot of what it tried to climb, or down in the gap.
fn landing(table: &Table, thing: ThingId, from: Place, into: Cell, beyond: Option<Cell>, drop_ft: u16) -> Place {
    let space = &table.setup.space;
    if space.ground(into) < from.z {
        return space.on_ground(into); // the map shows how deep it is
    }
    let climbs = beyond.is_some_and(|beyond| space.ground(beyond).saturating_sub(from.z) > path::STEP_FT)
        || table.thing_sheet(thing).piece.as_ref().is_some_and(|piece| piece.height.is_some() || piece.blocks_move)
        || table.obstacle_at(from.cell) == Some(thing);
    if climbs {
        return from;
    }
    into.at_height(from.z.saturating_sub(i16::try_from(drop_ft).unwrap_or(i16::MAX)))
}

/// CW-010: off the map, with whatever it carries; it takes part no longer.
fn leave<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> End {
    let cost = leaving_cost(table, who, table.actor(who).place.cell).ok().and_then(|cost| u16::try_from(cost).ok());
    if cost.and_then(|feet| left_for(book, table, who, feet)).is_none() {
        return End::Over;
    }
    tell(table, who, oracle, || MoveEvent::Left { who });
    contest::end_hold(table, who, Ended::Lost, oracle);
    if let Some(Hefted::Actor(carried)) = table.actor(who).hefting
        && table.actor(carried).out < Out::Dead
    {
        table.actor_mut(carried).out = Out::Fled;
        tell(table, carried, oracle, || MoveEvent::Left { who: carried });
    }
    let actor = table.actor_mut(who);
    actor.out = Out::Fled;
    actor.set_free();
    actor.turn.moving = None;
    End::Over
}
