//! How a machine plays: random legal, bold, careful.

use crate::{
    Clockworld, Intent, Question,
    acts::{
        Attack, Comply, Deed, Defend, Draw, EndTurn, Escape, Move, Pass,
        attack::{area, band, weapons_at_hand},
        contest::escape::{EscapeWith, Hold},
        incidental::Handled,
        movement::{Goal, Legal, Look, Then, Way, may_move, path::Ways, speed},
    },
    offers,
    sheet::{AttackKind, Class, EndCondition, Kind, PLAYERS, THREATS, WeaponRef},
    table::{Mode, Out, Severity, Table, Taken, Whereabouts},
    turn,
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Filled, Question as _, Seat, Side, Who,
    act::{Act as _, Does, Open, Seen, Value as _},
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

/// What a policy does next for the side that has the Turn.
pub fn choose(book: &Clockworld, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
    if table.clock.mode == Mode::Opening {
        return opening(book, table);
    }
    if policy == Policy::Random {
        return anything(book, table, rng);
    }
    for who in table.not_done().iter() {
        if let Some(intent) = act(book, table, who, policy) {
            return intent;
        }
        // Whoever has nothing left to do says so and is not thought about again.
        if table.actor(who).demand.is_none() {
            return pass(who);
        }
    }
    end_turn(book, table)
}

/// CW-R24: it is done for this Turn.
fn pass(who: ActorId) -> Intent {
    Intent::Act(Deed::Pass(Does::by(who, Pass {})))
}

/// What a policy does next for those of `by` who have the Turn. Whoever has nothing left to do passes, so that a person who
/// ends the Turn takes nothing from them.
pub fn choose_for(book: &Clockworld, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
    let acting = table.acting();
    if acting.except(by).is_empty() {
        return table.over.is_none().then(|| choose(book, table, policy, rng));
    }
    for who in table.not_done().both(by).iter() {
        let intent = match policy {
            Policy::Random if rng.below(5) == 0 => None,
            Policy::Random => anything_of(book, table, ActorSet::EMPTY.with(who), rng),
            Policy::Bold | Policy::Careful => act(book, table, who, policy),
        };
        let pass = || table.actor(who).demand.is_none().then_some(pass(who));
        if let Some(intent) = intent.or_else(pass) {
            return Some(intent);
        }
    }
    None
}

/// CW-012: where nobody has said who began, the GM calls for the Contest; everybody takes part.
fn opening(book: &Clockworld, table: &Table) -> Intent {
    let members = |side: Side| {
        let active = table.ids().filter(|&who| table.side_of(who) == side && table.is_active(who));
        active.map(|who| table.sheet(who).key.as_str()).collect::<Vec<_>>().join(",")
    };
    let contest = Filled::of("first-turn", None)
        .with("side", "contest")
        .with("players", members(PLAYERS))
        .with("threats", members(THREATS));
    let named = Filled::of("first-turn", None).with("side", "players");
    offers::intent(book, table, Seat::Gm, &contest)
        .or_else(|_| offers::intent(book, table, Seat::Gm, &named))
        .unwrap_or(Intent::Act(Deed::EndTurn(Does::by_gm(EndTurn {}))))
}

/// Ends the Turn; whoever has been Persuaded complies first (CW-129).
fn end_turn(book: &Clockworld, table: &Table) -> Intent {
    let bound = table.ids().filter(|&who| table.has_turn(who) && table.actor(who).demand.is_some());
    bound
        .filter_map(|who| comply(book, table, who))
        .next()
        .unwrap_or(Intent::Act(Deed::EndTurn(Does::by_gm(EndTurn {}))))
}

/// CW-129: does what was demanded.
fn comply(book: &Clockworld, table: &Table, who: ActorId) -> Option<Intent> {
    let ready = Comply {}.ready(&Seen::truth(book, table), who).is_ok();
    ready.then(|| Intent::Act(Deed::Comply(Does::by(who, Comply {}))))
}

/// Any offer of the side, filled at random; the Turn ends with a chance, so that fights end.
fn anything(book: &Clockworld, table: &Table, rng: &mut FastRng) -> Intent {
    let end = end_turn(book, table);
    if rng.below(5) == 0 {
        return end;
    }
    let side = table.ids().filter(|&who| table.side_of(who) == table.side).collect();
    anything_of(book, table, side, rng).unwrap_or(end)
}

/// Any offer of one of these, filled at random.
fn anything_of(book: &Clockworld, table: &Table, who: ActorSet, rng: &mut FastRng) -> Option<Intent> {
    let seat = Seat::Player(who);
    let mut all = offers::offers(book, table, seat);
    all.retain(|offer| offer.refused.is_none() && offer.actor.is_some() && offer.verb != "surrender");
    for _ in 0..8 {
        let offer = all.get(rng.below(all.len().max(1) as u32) as usize)?;
        if let Ok(filled) = conformance::fill(book, table, seat, offer, rng)
            && let Ok(intent) = offers::intent(book, table, seat, &filled)
        {
            return Some(intent);
        }
    }
    None
}

/// One member's next act, if it has one that makes sense.
fn act(book: &Clockworld, table: &Table, who: ActorId, policy: Policy) -> Option<Intent> {
    let actor = table.actor(who);
    if let Some(intent) = actor.demand.is_some().then(|| comply(book, table, who)).flatten() {
        return Some(intent);
    }
    // Whoever is Pinned is Immobilized too.
    if table.is_immobilized(who) {
        return escape(book, table, who);
    }
    if actor.lengthy.is_some() {
        return say(book, table, who, "work");
    }
    if runs_for_it(table, who) {
        return run_away(book, table, who);
    }
    if policy == Policy::Careful
        && let Some(help) = stabilize(book, table, who)
    {
        return Some(help);
    }
    let fresh = actor.turn.taken.is_empty();
    if let Some(attack) = best_attack(book, table, who, policy == Policy::Careful && fresh) {
        return Some(Intent::Act(Deed::Attack(Does::by(who, attack))));
    }
    if let Some(open) = open_up(book, table, who) {
        return Some(open);
    }
    if let Some(draw) = draw(book, table, who) {
        return Some(draw);
    }
    if fresh && let Some(close_in) = close_in(book, table, who) {
        return Some(close_in);
    }
    let defends = policy == Policy::Careful && turn::may_spend(book, table, who, &Taken::Defend, false).is_ok();
    defends.then_some(Intent::Act(Deed::Defend(Does::by(who, Defend { focus: false.into() }))))
}

/// CW-211: out of the first hold that can be tried.
fn escape(book: &Clockworld, table: &Table, who: ActorId) -> Option<Intent> {
    let see = Seen::truth(book, table);
    let tries = Hold::all(&see, Some(who)).into_iter().map(|Hold(from)| Escape::out_of(from, EscapeWith::Escape));
    let escape = tries.into_iter().find(|escape| escape.ready(&see, who).is_ok())?;
    Some(Intent::Act(Deed::Escape(Does::by(who, escape))))
}

/// A command of this Character, if it is legal.
fn say(book: &Clockworld, table: &Table, who: ActorId, command: &str) -> Option<Intent> {
    let mut filled = Filled::parse(command).ok()?;
    filled.actor = Some(who);
    offers::intent(book, table, Seat::Gm, &filled).ok()
}

/// The hardest blow at the nearest foe that can be struck; with focus if the shot is worth it.
fn best_attack(book: &Clockworld, table: &Table, who: ActorId, focus: bool) -> Option<Attack> {
    if let Some(attack) = best_blast(book, table, who) {
        return Some(attack);
    }
    let see = Seen::truth(book, table);
    // Whatever reaches a foe farther off reaches the nearest as well; small pool dice are deadlier.
    let target = nearest_target(table, who)?;
    let place = table.actor(target).place;
    let part = table.sheet(target).first(Class::Bulk).unwrap_or(0);
    weapons_at_hand(table, who)
        .filter(|(_, numbers)| numbers.kind != AttackKind::Area && band(table, who, numbers, place).is_some())
        .map(|(weapon, numbers)| (numbers.die, Attack::at(weapon, target, part, focus)))
        .filter(|(_, attack)| attack.ready(&see, who).is_ok())
        .min_by_key(|(die, _)| *die)
        .map(|(_, attack)| attack)
}

/// The first Area Attack that it can make and that catches foes only.
fn best_blast(book: &Clockworld, table: &Table, who: ActorId) -> Option<Attack> {
    let mut blasts = weapons_at_hand(table, who).filter(|(_, numbers)| numbers.kind == AttackKind::Area);
    blasts.find_map(|(weapon, numbers)| blast(book, table, who, weapon, numbers.area_radius_ft))
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
fn blast(book: &Clockworld, table: &Table, who: ActorId, weapon: WeaponRef, radius_ft: u16) -> Option<Attack> {
    let see = Seen::truth(book, table);
    let attacks = table
        .active_foes(who)
        .iter()
        .map(|foe| (table.actor(foe).place, Attack::on_area(weapon, table.actor(foe).place.cell)));
    let is_safe = |centre| area::victims(table, radius_ft, centre).iter().all(|&id| table.hostile(who, id));
    attacks
        .filter(|(centre, attack)| is_safe(*centre) && attack.ready(&see, who).is_ok())
        .map(|(_, attack)| attack)
        .next()
}

/// The Scenario is won by something that opens: go for it when it is near.
fn open_up(book: &Clockworld, table: &Table, who: ActorId) -> Option<Intent> {
    let goal = table.setup.scenario.ends.iter().find_map(|end| match end {
        EndCondition::Opened { thing, wins } => (*wins == table.side_of(who)).then_some(*thing),
        EndCondition::Leaves { .. } | EndCondition::Caught { .. } | EndCondition::Turns { .. } => None,
    })?;
    let key = &table.thing_sheet(goal).key;
    say(book, table, who, &format!("crack thing={key}"))
        .or_else(|| say(book, table, who, &format!("crack object={key}")))
}

/// Takes a worn weapon in hand if it holds none.
fn draw(book: &Clockworld, table: &Table, who: ActorId) -> Option<Intent> {
    let armed = table.actor(who).held.iter().any(|grip| table.thing_sheet(grip.thing).weapon.is_some());
    if armed {
        return None;
    }
    let mine = table.thing_ids().filter(|&thing| {
        let at = table.thing(thing).at;
        (at == Whereabouts::Worn(who) || at == Whereabouts::Hidden(who)) && table.thing_sheet(thing).weapon.is_some()
    });
    let see = Seen::truth(book, table);
    let mut draws = mine.map(|thing| Draw { thing: Open::with(Handled(thing)) });
    let act = draws.find(|act| act.ready(&see, who).is_ok())?;
    Some(Intent::Act(Deed::Draw(Does::by(who, act))))
}

/// CW-204: looks after a friend, or itself.
fn stabilize(book: &Clockworld, table: &Table, who: ActorId) -> Option<Intent> {
    let friends = table.ids().filter(|&id| table.side_of(id) == table.side_of(who));
    let hurt = friends.filter(|&id| table.worst_unstabilized(id).is_some() && table.actor(id).out < Out::Dead);
    hurt.filter_map(|id| say(book, table, who, &format!("stabilize target={}", table.sheet(id).key))).next()
}

/// Is this the one who wins by leaving?
fn runs_for_it(table: &Table, who: ActorId) -> bool {
    table.setup.scenario.ends.iter().any(
        |end| matches!(end, EndCondition::Leaves { who: runner, wins } if *runner == who.0 && *wins == table.side_of(who)),
    )
}

/// Runs for the far edge of the map, and over it.
fn run_away(book: &Clockworld, table: &Table, who: ActorId) -> Option<Intent> {
    let space = &table.setup.space;
    let ahead = |cell| match space.column_and_row(cell) {
        Some((column, _)) => u32::from(space.columns().saturating_sub(1 + column)),
        None => u32::MAX,
    };
    let here = table.actor(who).place.cell;
    if ahead(here) == 0 && !table.actor(who).prone {
        let leave = Move { leave: true.into(), to: Goal::from(here).into(), ..in_manner(true) };
        if let Some(leave) = moves(book, table, who, leave) {
            return Some(leave);
        }
    }
    go(book, table, who, true, ahead)
}

/// Goes as near as it can to the nearest foe it knows of.
fn close_in(book: &Clockworld, table: &Table, who: ActorId) -> Option<Intent> {
    let (space, actor) = (&table.setup.space, table.actor(who));
    let goals = foes(table, who).both(table.those(|_, sheet| sheet.kind != Kind::Hazard));
    let goal = table.actor(nearest(table, who, goals.iter())?).place;
    // Whoever cannot come within Reach this Turn runs: nothing else is left to do with the second Action.
    let near = u32::from(speed::speed(table, who)) + table.reach_ft(who);
    let focus = !table.within(actor.place, goal, near) && actor.turn.taken.is_empty();
    if !actor.prone
        && let Ok(Legal { moving, .. }) = may_move(book, table, who, focus)
        && let feet = speed::feet_left(book, table, who, &moving, false)
        && let Some(path) = Ways::plain(table, who).straight(goal.cell, feet)
    {
        let path = Way(path.into_iter().skip(1).collect());
        return moves(book, table, who, Move { path: path.into(), ..in_manner(focus) });
    }
    let goals: SmallVec<[Place; 8]> = goals.iter().map(|foe| table.actor(foe).place).collect();
    let nearest =
        |cell| goals.iter().map(|goal| space.fewest_steps(cell, goal.cell)).min().map_or(0, |steps| steps.max(1) - 1);
    go(book, table, who, focus, nearest).or_else(|| go(book, table, who, false, nearest))
}

/// A Move to where the fewest steps are `left`, if it is better than staying. Whoever lies down gets up first.
fn go(book: &Clockworld, table: &Table, who: ActorId, focus: bool, left: impl Fn(Cell) -> u32) -> Option<Intent> {
    let moving = may_move(book, table, who, focus).ok()?.moving;
    let actor = table.actor(who);
    let mut feet = speed::feet_left(book, table, who, &moving, false);
    if actor.prone {
        feet = feet.checked_sub(speed::standing_cost(book, table, who, &moving))?;
    }
    let how = Move { stand: actor.prone.into(), ..in_manner(focus) };
    let go = match Ways::new(table, who, false).towards(feet, left) {
        Some(path) => Move { path: Way(path.into_iter().skip(1).collect()).into(), ..how },
        None if actor.prone => Move { to: Goal::from(actor.place.cell).into(), ..how },
        None => return None,
    };
    moves(book, table, who, go)
}

/// A Move, if it can be made.
fn moves(book: &Clockworld, table: &Table, who: ActorId, go: Move) -> Option<Intent> {
    let ready = go.ready(&Seen::truth(book, table), who).is_ok();
    ready.then(|| Intent::Act(Deed::Move(Does::by(who, go))))
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
pub fn answer(
    _book: &Clockworld,
    table: &Table,
    policy: Policy,
    who: Who,
    question: &Question,
    rng: &mut FastRng,
) -> usize {
    if policy == Policy::Random {
        return rng.below(question.options() as u32) as usize;
    }
    match question {
        // Whoever is asked has a way to answer.
        Question::React { .. } => {
            let keep =
                policy == Policy::Careful && matches!(who, Who::Actor(me) if is_last_reaction_for_worse(table, me));
            usize::from(!keep)
        }
        Question::Pool { .. } => 0,
        // Chances to react are taken; anything else gets the usual answer.
        _ => match question.decline() {
            Some(decline) if question.options() > 1 => usize::from(decline == 0),
            _ => question.usual(),
        },
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
            let Some(Intent::Act(Deed::Move(go))) = act(&book, &table, wren, Policy::Bold) else {
                panic!("{manner}: she does not go on");
            };
            let moving = table.actor(wren).turn.moving.unwrap();
            assert_eq!((moving.focus, moving.sneakily, moving.looks), declared, "{manner}");
            go.ready(&Seen::truth(&book, &table)).unwrap_or_else(|bar| panic!("{manner}: {bar:?}"));
        }
    }
}
