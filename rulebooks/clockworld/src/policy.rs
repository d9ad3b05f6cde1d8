//! How a machine plays: random legal, bold, careful.

use crate::{
    Clockworld, Question,
    acts::{
        Attack, Comply, Defend, Draw, EndScenario, EndTurn, Escape, FirstTurn, Move, Pass, Work,
        attack::{area, band, weapons_at_hand},
        contest::escape::{EscapeWith, Hold},
        gm::{ending::Winner, first_turn::First},
        incidental::Handled,
        movement::{Goal, Legal, Look, Then, Way, may_move, path::Ways, speed},
        value::See,
    },
    sheet::{AttackKind, Class, EndCondition, Kind, PLAYERS, Skill, THREATS, WeaponRef},
    table::{Mode, Out, Severity, Table, Whereabouts},
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Filled, Question as _, Seat, Side, Who,
    act::{self, Act, Acts as _, Anybody, Gm, Listed, Seen, Several, Text, Value as _},
    conformance,
    space::{Cell, Place},
};
use smallvec::SmallVec;

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything legal.
    Random,
    /// Attacks whenever it can, and closes in otherwise.
    Bold,
    /// Focuses its shots, Defends with what is left, looks after the wounded, keeps a Reaction for the second blow.
    Careful,
}

/// What a Character is worth to its side: unhurt and active is best.
pub fn worth(table: &Table, who: ActorId) -> u32 {
    let actor = table.actor(who);
    let mut worth: u32 = match actor.out {
        Out::Active => 10_000,
        Out::Surrendered | Out::Fled => 4_000,
        Out::Unconscious => 1_500,
        Out::Dead => return 0,
    };
    for injury in &actor.injuries {
        let cost = match (injury.severity, injury.stabilized) {
            (Severity::Mild, _) => 20,
            (Severity::Serious, false) => 900,
            (Severity::Serious, true) => 200,
            (Severity::Critical, false) => 1_800,
            (Severity::Critical, true) => 500,
        };
        worth = worth.saturating_sub(cost);
    }
    worth = worth.saturating_sub(1_000 * u32::from(actor.shock_failures));
    worth = worth.saturating_sub(if actor.prone { 100 } else { 0 });
    worth = worth.saturating_sub(200 * actor.conditions.len() as u32);
    worth + 5 * u32::from(actor.reactions)
}

/// An act that may be done.
type Planned = referee_engine::act::Planned<Clockworld>;

/// This act of a Character, if it may be done.
fn does<A: Listed<Clockworld> + Act<Clockworld, By = ActorId>>(
    see: See<'_, '_>,
    who: ActorId,
    act: A,
) -> Option<Planned> {
    Planned::of(see, who, act)
}

/// What a policy does next for the side that has the Turn.
pub fn choose(book: &Clockworld, table: &Table, policy: Policy, rng: &mut FastRng) -> Planned {
    let see = &Seen::truth(book, table);
    if table.clock.mode == Mode::Opening {
        return opening(see);
    }
    if policy == Policy::Random {
        return anything(see, rng);
    }
    for who in table.not_done().iter() {
        if let Some(planned) = act(see, who, policy) {
            return planned;
        }
        // Whoever has nothing left to do says so and is not thought about again.
        if let Some(pass) = passes(see, who) {
            return pass;
        }
    }
    end_turn(see)
}

/// CW-R24: it is done for this Turn, unless something is demanded of it.
fn passes(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    see.actor(who).demand.is_none().then(|| does(see, who, Pass {})).flatten()
}

/// What a policy does next for those of `by` who have the Turn. Whoever has nothing left to do passes, so that a person who
/// ends the Turn takes nothing from them.
pub fn choose_for(
    book: &Clockworld,
    table: &Table,
    policy: Policy,
    by: ActorSet,
    rng: &mut FastRng,
) -> Option<Planned> {
    let see = &Seen::truth(book, table);
    let acting = table.acting();
    if acting.except(by).is_empty() {
        return table.over.is_none().then(|| choose(book, table, policy, rng));
    }
    for who in table.not_done().both(by).iter() {
        let planned = match policy {
            Policy::Random if rng.below(5) == 0 => None,
            Policy::Random => anything_of(see, ActorSet::EMPTY.with(who), rng),
            Policy::Bold | Policy::Careful => act(see, who, policy),
        };
        if let Some(planned) = planned.or_else(|| passes(see, who)) {
            return Some(planned);
        }
    }
    None
}

/// CW-012: where nobody has said who began, the GM calls for the Contest; everybody takes part.
fn opening(see: See<'_, '_>) -> Planned {
    let members = |side: Side| see.members(side).iter().filter(|&who| see.is_active(who)).collect::<Several<_>>();
    let of = |side: First| FirstTurn {
        side: side.into(),
        players: members(PLAYERS).into(),
        threats: members(THREATS).into(),
        skill: Skill::Acuity.into(),
    };
    let first = [First::Contest, First::Players].into_iter().find_map(|side| Planned::of(see, Gm, of(side)));
    first.unwrap_or_else(|| nothing(see))
}

/// Ends the Turn; whoever has been Persuaded complies first (CW-129).
fn end_turn(see: See<'_, '_>) -> Planned {
    let bound = see.ids().filter(|&who| see.has_turn(who) && see.actor(who).demand.is_some());
    let complies = bound.filter_map(|who| does(see, who, Comply {})).next();
    complies.or_else(|| Planned::of(see, Anybody, EndTurn {})).unwrap_or_else(|| nothing(see))
}

/// Nothing is left to be done.
fn nothing(see: See<'_, '_>) -> Planned {
    let why = Text("nobody acts any more".into()).into();
    Planned::of(see, Gm, EndScenario { winner: Winner::Nobody.into(), why }).expect("a Scenario that runs can be ended")
}

/// Any offer of the side, filled at random; the Turn ends with a chance, so that fights end.
fn anything(see: See<'_, '_>, rng: &mut FastRng) -> Planned {
    if rng.below(5) == 0 {
        return end_turn(see);
    }
    anything_of(see, see.members(see.side), rng).unwrap_or_else(|| end_turn(see))
}

/// Any offer of one of these, filled at random.
fn anything_of(see: See<'_, '_>, who: ActorSet, rng: &mut FastRng) -> Option<Planned> {
    let (book, table, seat) = (see.book, see.table, Seat::Player(who));
    let mut all = act::offers(book, table, seat);
    all.retain(|offer| offer.refused.is_none() && offer.actor.is_some() && offer.verb != "surrender");
    for _ in 0..8 {
        let offer = all.get(rng.below(all.len().max(1) as u32) as usize)?;
        if let Ok(filled) = conformance::fill(book, table, seat, offer, rng)
            && let Ok(intent) = act::intent(book, table, seat, &filled)
            && let Ok(ready) = intent.ready(see)
        {
            return Some(Planned { intent, ready });
        }
    }
    None
}

/// One member's next act, if it has one that makes sense.
fn act(see: See<'_, '_>, who: ActorId, policy: Policy) -> Option<Planned> {
    let actor = see.actor(who);
    if actor.demand.is_some()
        && let Some(comply) = does(see, who, Comply {})
    {
        return Some(comply);
    }
    // Whoever is Pinned is Immobilized too.
    if see.is_immobilized(who) {
        return escape(see, who);
    }
    if actor.lengthy.is_some() {
        return does(see, who, Work {});
    }
    if runs_for_it(see, who) {
        return run_away(see, who);
    }
    if policy == Policy::Careful
        && let Some(help) = stabilize(see, who)
    {
        return Some(help);
    }
    let fresh = actor.turn.taken.is_empty();
    if let Some(attack) = best_attack(see, who, policy == Policy::Careful && fresh) {
        return Some(attack);
    }
    if let Some(open) = open_up(see, who) {
        return Some(open);
    }
    if let Some(draw) = draw(see, who) {
        return Some(draw);
    }
    if fresh && let Some(close_in) = close_in(see, who) {
        return Some(close_in);
    }
    (policy == Policy::Careful).then(|| does(see, who, Defend { focus: false.into() })).flatten()
}

/// CW-211: out of the first hold that can be tried.
fn escape(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let tries = Hold::all(see, Some(who)).into_iter().map(|Hold(from)| Escape::out_of(from, EscapeWith::Escape));
    tries.into_iter().find_map(|escape| does(see, who, escape))
}

/// A command of this Character, if it is legal.
fn say(see: See<'_, '_>, who: ActorId, verb: &str, (slot, word): (&str, &str)) -> Option<Planned> {
    let filled = Filled::of(verb, Some(who)).with(slot, word);
    let intent = act::intent(see.book, see.table, Seat::Gm, &filled).ok()?;
    let ready = intent.ready(see).ok()?;
    Some(Planned { intent, ready })
}

/// The hardest blow at the nearest foe that can be struck; with focus if the shot is worth it.
fn best_attack(see: See<'_, '_>, who: ActorId, focus: bool) -> Option<Planned> {
    if let Some(attack) = best_blast(see, who) {
        return Some(attack);
    }
    // Whatever reaches a foe farther off reaches the nearest as well; small pool dice are deadlier.
    let target = nearest_target(see, who)?;
    let place = see.actor(target).place;
    let part = see.sheet(target).first(Class::Bulk).unwrap_or(0);
    weapons_at_hand(see, who)
        .filter(|(_, numbers)| numbers.kind != AttackKind::Area && band(see, who, numbers, place).is_some())
        .filter_map(|(weapon, numbers)| Some((numbers.die, does(see, who, Attack::at(weapon, target, part, focus))?)))
        .min_by_key(|(die, _)| *die)
        .map(|(_, attack)| attack)
}

/// The first Area Attack that it can make and that catches foes only.
fn best_blast(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let mut blasts = weapons_at_hand(see, who).filter(|(_, numbers)| numbers.kind == AttackKind::Area);
    blasts.find_map(|(weapon, numbers)| blast(see, who, weapon, numbers.area_radius_ft))
}

/// The nearest foe that can be aimed at.
fn nearest_target(table: &Table, who: ActorId) -> Option<ActorId> {
    let targets = foes(table, who).iter().filter(|&foe| table.sheet(foe).targetable);
    nearest(table, who, targets.filter(|&foe| !table.is_out_of_sight(who, foe)))
}

/// The nearest of these; of those who are as near, the first in the roster.
fn nearest(table: &Table, who: ActorId, of: impl Iterator<Item = ActorId>) -> Option<ActorId> {
    let place = table.actor(who).place;
    of.min_by_key(|&id| table.feet_sq(place, table.actor(id).place))
}

/// The foes that somebody knows of and that still fight.
fn foes(table: &Table, who: ActorId) -> ActorSet {
    table.active_foes(who).except(table.actor(who).unaware_of)
}

/// An Area Attack that catches foes and no friend.
fn blast(see: See<'_, '_>, who: ActorId, weapon: WeaponRef, radius_ft: u16) -> Option<Planned> {
    let is_safe = |centre| area::victims(see, radius_ft, centre).iter().all(|&id| see.hostile(who, id));
    let centres = see.active_foes(who);
    let mut centres = centres.iter().map(|foe| see.actor(foe).place).filter(|centre| is_safe(*centre));
    centres.find_map(|centre| does(see, who, Attack::on_area(weapon, centre.cell)))
}

/// The Scenario is won by something that opens: go for it when it is near.
fn open_up(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let goal = see.setup.scenario.ends.iter().find_map(|end| match end {
        EndCondition::Opened { thing, wins } => (*wins == see.side_of(who)).then_some(*thing),
        EndCondition::Leaves { .. } | EndCondition::Caught { .. } | EndCondition::Turns { .. } => None,
    })?;
    say(see, who, "crack", ("object", &see.thing_sheet(goal).key))
}

/// Takes a worn weapon in hand if it holds none.
fn draw(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let armed = see.actor(who).held.iter().any(|grip| see.thing_sheet(grip.thing).weapon.is_some());
    if armed {
        return None;
    }
    let mut mine = see.thing_ids().filter(|&thing| {
        let at = see.thing(thing).at;
        (at == Whereabouts::Worn(who) || at == Whereabouts::Hidden(who)) && see.thing_sheet(thing).weapon.is_some()
    });
    mine.find_map(|thing| does(see, who, Draw { thing: Handled(thing).into() }))
}

/// CW-204: looks after a friend, or itself.
fn stabilize(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let friends = see.ids().filter(|&id| see.side_of(id) == see.side_of(who));
    let mut hurt = friends.filter(|&id| see.worst_unstabilized(id).is_some() && see.actor(id).out < Out::Dead);
    hurt.find_map(|id| say(see, who, "stabilize", ("target", &see.sheet(id).key)))
}

/// Is this the one who wins by leaving?
fn runs_for_it(table: &Table, who: ActorId) -> bool {
    table.setup.scenario.ends.iter().any(
        |end| matches!(end, EndCondition::Leaves { who: runner, wins } if *runner == who.0 && *wins == table.side_of(who)),
    )
}

/// Runs for the far edge of the map, and over it.
fn run_away(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let space = &see.setup.space;
    let ahead = |cell| match space.column_and_row(cell) {
        Some((column, _)) => u32::from(space.columns().saturating_sub(1 + column)),
        None => u32::MAX,
    };
    let here = see.actor(who).place.cell;
    if ahead(here) == 0 && !see.actor(who).prone {
        let leave = Move { leave: true.into(), to: Goal::from(here).into(), ..in_manner(true) };
        if let Some(leave) = does(see, who, leave) {
            return Some(leave);
        }
    }
    go(see, who, true, ahead)
}

/// Goes as near as it can to the nearest foe it knows of.
fn close_in(see: See<'_, '_>, who: ActorId) -> Option<Planned> {
    let (space, actor) = (&see.setup.space, see.actor(who));
    let goals = foes(see, who).both(see.those(|_, sheet| sheet.kind != Kind::Hazard));
    let goal = see.actor(nearest(see, who, goals.iter())?).place;
    // Whoever cannot come within Reach this Turn runs: nothing else is left to do with the second Action.
    let near = u32::from(speed::speed(see, who)) + see.reach_ft(who);
    let focus = !see.within(actor.place, goal, near) && actor.turn.taken.is_empty();
    if !actor.prone
        && let Ok(Legal { moving, .. }) = may_move(see.book, see.table, who, focus)
        && let feet = speed::feet_left(see.book, see.table, who, &moving, false)
        && let Some(path) = Ways::plain(see.table, who).straight(goal.cell, feet)
    {
        return does(see, who, Move { path: Way::after(path).into(), ..in_manner(focus) });
    }
    let goals: SmallVec<[Place; 8]> = goals.iter().map(|foe| see.actor(foe).place).collect();
    let nearest =
        |cell| goals.iter().map(|goal| space.fewest_steps(cell, goal.cell)).min().map_or(0, |steps| steps.max(1) - 1);
    go(see, who, focus, nearest).or_else(|| go(see, who, false, nearest))
}

/// A Move to where the fewest steps are `left`, if it is better than staying. Whoever lies down gets up first.
fn go(see: See<'_, '_>, who: ActorId, focus: bool, left: impl Fn(Cell) -> u32) -> Option<Planned> {
    let moving = may_move(see.book, see.table, who, focus).ok()?.moving;
    let actor = see.actor(who);
    let mut feet = speed::feet_left(see.book, see.table, who, &moving, false);
    if actor.prone {
        feet = feet.checked_sub(speed::standing_cost(see.book, see.table, who, &moving))?;
    }
    let how = Move { stand: actor.prone.into(), ..in_manner(focus) };
    let go = match Ways::new(see.table, who, false).towards(feet, left) {
        Some(path) => Move { path: Way::after(path).into(), ..how },
        None if actor.prone => Move { to: Goal::from(actor.place.cell).into(), ..how },
        None => return None,
    };
    does(see, who, go)
}

/// A Move that looks ahead and could go on. CW-030: one that goes on does so in the manner in which it began.
fn in_manner(focus: bool) -> Move {
    let (no, path) = (|| false.into(), Way::default().into());
    let (facing, then) = (Look::Ahead.into(), Then::Continue.into());
    Move {
        stand: no(),
        focus: focus.into(),
        sneakily: no(),
        facing,
        drop: no(),
        leave: no(),
        path,
        to: Default::default(),
        then,
    }
}

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    if policy == Policy::Random {
        return rng.below(question.options() as u32) as usize;
    }
    // Whoever is asked has a way to answer.
    if matches!(question, Question::React(_)) {
        let keep = policy == Policy::Careful && matches!(who, Who::Actor(me) if is_last_reaction_for_worse(table, me));
        return usize::from(!keep);
    }
    // Chances to react are taken; anything else gets the usual answer.
    match question.decline().filter(|_| question.options() > 1) {
        Some(decline) => usize::from(decline == 0),
        None => question.usual(),
    }
}

/// Is the last Reaction better kept, because several foes still have to act?
fn is_last_reaction_for_worse(table: &Table, me: ActorId) -> bool {
    let threats = |side: Side| {
        table
            .ids()
            .filter(|&id| table.side_of(id) == side && table.is_active(id) && table.actor(id).turn.taken.is_empty())
            .count()
    };
    table.actor(me).reactions == 1 && table.side != table.side_of(me) && threats(table.side) > 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Intent;
    use crate::testing::{run, scene, who};

    const CHASE: &str = r#"
        book = "clockworld"
        map = { grid = "hex", columns = 40, rows = 8, cell = 5, unit = "feet" }
        [scenario]
        kind = "chase"
        first = "players"
        ends = [{ when = "leaves", of = "wren", wins = "players" }]
        [[characters]]
        from = "scout"
        name = "Wren"
        at = [6, 4]
        facing = 90
        [[characters]]
        from = "knife-bandit"
        name = "Rusk"
        at = [1, 3]
        "#;

    /// It focuses its own Moves; a Move that somebody else began goes on as it was declared.
    #[test]
    fn cw_030_a_runner_goes_on_in_the_manner_in_which_its_move_began() {
        for (manner, declared) in [
            ("", (false, false, None)),
            ("focus=yes", (true, false, None)),
            ("sneakily=yes", (false, true, None)),
            ("facing=kept", (false, false, Some(90))),
        ] {
            let (book, mut table) = scene(CHASE);
            let wren = who(&table, "wren");
            run(&book, &mut table, "wren", &format!("move {manner} to=7,4 then=continue"), &[], &[]).unwrap();
            let goes = act(&Seen::truth(&book, &table), wren, Policy::Bold).map(|planned| planned.intent);
            assert!(matches!(goes, Some(Intent::Move(_))), "{manner}: she does not go on");
            let moving = table.actor(wren).turn.moving.unwrap();
            assert_eq!((moving.focus, moving.sneakily, moving.looks), declared, "{manner}");
        }
    }
}
