//! What is kept of a Character: for cases and tools, for the gauges of simulated fights, and for the corrections of the GM.

mod thing;

use crate::{
    Clockworld, Event,
    acts::{
        contest::{self, Ended},
        gm::{self, GmEvent},
        movement::speed,
        task::{Object, TaskName},
        value::{cell_key, thing_key},
    },
    conditions::ConditionKind,
    harm,
    sheet::{PLAYERS, Sheet, Size, THREATS},
    table::{Hefted, Out, Severity, Table, Taken},
    turn,
};
use referee_engine::{
    ActorId, Audience, Flow, Through,
    act::{Card, Seen, Why},
    bar, card,
    fact::{self, Corrected, Corrects, Given},
    rule,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// A fact of a Character.
type Fact = fact::Fact<Clockworld, ActorId>;

/// How a Character can be out of it, with the words for commands.
const OUTS: [Out; 5] = [Out::Active, Out::Surrendered, Out::Fled, Out::Unconscious, Out::Dead];
const SIZES: [Size; 4] = [Size::Small, Size::Medium, Size::Large, Size::Huge];

impl Corrects<ActorId> for Clockworld {
    const FACTS: &'static [Fact] = &[
        Fact::new("mild", |t, who| injuries_of(t, who, Severity::Mild))
            .words("Mild Injuries")
            .gauge(|_, _| 0)
            .no_data(),
        Fact::new("serious", |t, who| injuries_of(t, who, Severity::Serious))
            .words("Serious Injuries")
            .gauge(|_, _| 0)
            .no_data(),
        Fact::new("critical", |t, who| injuries_of(t, who, Severity::Critical))
            .words("Critical Injuries")
            .gauge(|_, _| 0)
            .no_data(),
        Fact::new("shock_failures", |t, who| t.actor(who).shock_failures.into())
            .words("Shock failures")
            .rule(rule!("CW-R55"))
            .gauge(|t, who| t.sheet(who).shock_limit.into())
            .number(|_, _| 0..=20, |t, who, count| t.actor_mut(who).shock_failures = count as u8),
        Fact::new("at", |t, who| cell_key(t, t.actor(who).place.cell).into())
            .rule(rule!("CW-017"))
            .cell(|t, who, cell| {
                let place = t.setup.space.on_ground(cell);
                t.actor_mut(who).stand_at(place);
            })
            .refusing(has_no_room)
            .then(after_place),
        Fact::new("height", |t, who| t.actor(who).place.z.into()),
        Fact::new("facing", |t, who| t.actor(who).facing.into())
            .rule(rule!("CW-017"))
            .number(|_, _| 0..=359, |t, who, degrees| t.actor_mut(who).facing = degrees as u16),
        Fact::new("prone", |t, who| t.actor(who).prone.into()).rule(rule!("CW-017")).yes_or_no(|t, who, is| {
            let actor = t.actor_mut(who);
            (actor.prone, actor.low_cover) = (is, None);
        }),
        Fact::new("out", |t, who| json!(t.actor(who).out))
            .rule(rule!("CW-R58"))
            .word(&["active", "surrendered", "fled", "unconscious", "dead"], |t, who, at| {
                t.actor_mut(who).out = OUTS[at];
            })
            .then(after_out),
        Fact::new("injuries", injuries),
        Fact::new("maimed", maimed),
        Fact::new("conditions", conditions),
        // CW-035, and one to spare.
        Fact::new("reactions", |t, who| t.actor(who).reactions.into())
            .words("Reactions")
            .rule(rule!("CW-017"))
            .number(|_, _| 0..=9, |t, who, count| t.actor_mut(who).reactions = count as u8),
        Fact::new("reactions_high", |t, who| t.actor(who).reactions_high.into())
            .words("High Rolls of Reactions")
            .rule(rule!("CW-036"))
            .yes_or_no(|t, who, is| t.actor_mut(who).reactions_high = is),
        Fact::new("actions_left", actions_left)
            .words("Actions left")
            .rule(rule!("CW-017"))
            .number(|_, _| 0..=turn::ACTIONS as i32, set_actions_left),
        Fact::new("feet_left", |t, who| {
            let actor = t.actor(who);
            json!(actor.turn.moving.map(|moving| speed::feet_left(t.book, t, who, &moving, actor.prone)))
        }),
        Fact::new("passed", |t, who| t.actor(who).turn.passed.into()),
        Fact::new("held", |t, who| t.held(who).map(|thing| thing_key(t, who, thing)).collect()),
        Fact::new("unaware_of", |t, who| t.actor(who).unaware_of.iter().map(|of| t.sheet(of).key.as_str()).collect()),
        Fact::new("suspicious_of", |t, who| {
            t.actor(who).suspicious_of.iter().map(|of| t.sheet(of).key.as_str()).collect()
        }),
        Fact::new("working", |t, who| t.actor(who).lengthy.is_some().into())
            .words("at a Lengthy Task")
            .rule(rule!("CW-224"))
            .word(&["no"], |t, who, _| t.actor_mut(who).lengthy = None)
            .unless(is_at_no_work),
        Fact::new("work_left", |t, who| {
            let work = t.actor(who).lengthy.as_ref();
            json!(work.map(|work| json!({ "actions": work.actions_left, "seconds": work.seconds_left })))
        }),
        Fact::new("hefting", |t, who| t.actor(who).hefting.is_some().into())
            .rule(rule!("CW-R117"))
            .word(&["no"], |t, who, _| {
                harm::set_down(t, who);
            })
            .unless(carries_nothing),
        Fact::new("holding", |t, who| json!(t.actor(who).hold.map(|hold| &t.sheet(hold.target).key)))
            .rule(rule!("CW-D34"))
            .word(&["none"], |t, who, _| {
                t.release(who);
            })
            .unless(holds_nobody),
        Fact::new("demand", |t, who| json!(t.actor(who).demand.as_ref().map(|demand| demand.what.words(t))))
            .rule(rule!("CW-129"))
            .word(&["none"], |t, who, _| t.actor_mut(who).demand = None)
            .unless(is_bound_to_nothing),
        // Its sheet (CW-D14), in the ranges of the ledger.
        Fact::new("speed", |t, who| t.sheet(who).speed_ft.into())
            .words("Speed in feet")
            .rule(rule!("CW-D14"))
            .number(|_, _| 0..=200, |t, who, feet| sheet(t, who).speed_ft = feet as u16),
        Fact::new("reach", |t, who| t.sheet(who).reach_ft.into())
            .words("Reach in feet")
            .rule(rule!("CW-D14"))
            .number(|_, _| 0..=30, |t, who, feet| sheet(t, who).reach_ft = feet as u16)
            .then(after_reach),
        Fact::new("shock_limit", |t, who| t.sheet(who).shock_limit.into())
            .words("Shock limit")
            .rule(rule!("CW-R57"))
            .number(|_, _| 1..=20, |t, who, limit| sheet(t, who).shock_limit = limit as u8),
        Fact::new("size", |t, who| json!(t.sheet(who).size))
            .rule(rule!("CW-D14"))
            .word(&["small", "medium", "large", "huge"], |t, who, at| sheet(t, who).size = SIZES[at]),
        Fact::new("side", |t, who| Clockworld::side_key(t.sheet(who).side).into())
            .rule(rule!("CW-R21"))
            .word(&["players", "threats"], |t, who, at| sheet(t, who).side = [PLAYERS, THREATS][at]),
        Fact::new("needs_breath", |t, who| t.sheet(who).needs_breath.into())
            .words("needs breath")
            .rule(rule!("CW-162"))
            .yes_or_no(|t, who, is| sheet(t, who).needs_breath = is),
        Fact::new("can_see", |t, who| t.sheet(who).can_see.into())
            .words("can see")
            .rule(rule!("CW-D14"))
            .yes_or_no(|t, who, is| sheet(t, who).can_see = is),
        Fact::new("can_hear", |t, who| t.sheet(who).can_hear.into())
            .words("can hear")
            .rule(rule!("CW-D14"))
            .yes_or_no(|t, who, is| sheet(t, who).can_hear = is),
        Fact::new("can_speak", |t, who| t.can_speak(who).into())
            .words("can speak")
            .rule(rule!("CW-D14"))
            .yes_or_no(|t, who, is| sheet(t, who).can_speak = is),
        Fact::new("targetable", |t, who| t.sheet(who).targetable.into())
            .words("can be a Target")
            .rule(rule!("CW-D14"))
            .yes_or_no(|t, who, is| sheet(t, who).targetable = is),
    ];

    const CARD: Card = card!("correct", "Correct a Character", "GM", "", "CW-017");

    fn may_be_corrected<'t>(see: &Seen<'t, Self>, who: ActorId) -> Result<(), Why<'t>> {
        gm::known(see.table, who)
    }

    fn told(table: &Table, who: ActorId) -> Audience {
        gm::told(table, false, &[who])
    }

    fn corrected(corrected: Corrected<ActorId>) -> Event {
        Event::Gm(GmEvent::Correct(corrected))
    }
}

fn sheet(table: &mut Table, who: ActorId) -> &mut Sheet {
    &mut Arc::make_mut(&mut table.setup).sheets[who.index()]
}

fn injuries_of(see: &Seen<'_, Clockworld>, who: ActorId, severity: Severity) -> Value {
    see.actor(who).injuries.iter().filter(|injury| injury.severity == severity).count().into()
}

fn injuries(see: &Seen<'_, Clockworld>, who: ActorId) -> Value {
    let sheet = see.sheet(who);
    let all = see.actor(who).injuries.iter().map(|injury| {
        let done = if injury.stabilized { " (stabilized)" } else { "" };
        format!("{} {}{done}", injury.severity.word().to_lowercase(), sheet.part(injury.part).part)
    });
    all.collect()
}

/// The parts that do not work.
fn maimed(see: &Seen<'_, Clockworld>, who: ActorId) -> Value {
    let maimed = harm::maimed(see.table, who);
    let parts = see.sheet(who).body.iter().enumerate().filter(|(at, _)| maimed.contains(*at as u8));
    parts.map(|(_, part)| part.part.as_str()).collect()
}

fn conditions(see: &Seen<'_, Clockworld>, who: ActorId) -> Value {
    let key = |id: ActorId| &see.sheet(id).key;
    let all = see.actor(who).conditions.iter().map(|condition| match condition.kind {
        ConditionKind::DistractedAgainst(foe) => format!("distracted against {}", key(foe)),
        ConditionKind::DistractedExcept(foe) => format!("distracted except {}", key(foe)),
        ConditionKind::PinnedBy(by) => format!("pinned by {}", key(by)),
        ConditionKind::Bound { by, .. } => format!("bound by {}", key(by)),
        ConditionKind::StrangledBy(by) => format!("strangled by {}", key(by)),
        ConditionKind::Staggered => "staggered".into(),
        ConditionKind::Immobilized => "immobilized".into(),
    });
    all.collect()
}

fn actions_left(see: &Seen<'_, Clockworld>, who: ActorId) -> Value {
    let state = &see.actor(who).turn;
    json!(if state.focused { 0 } else { turn::ACTIONS.saturating_sub(state.taken.len()) })
}

/// CW-017: gives Actions back, or takes them.
fn set_actions_left(table: &mut Table, who: ActorId, left: i32) {
    let state = &mut table.actor_mut(who).turn;
    let used = turn::ACTIONS.saturating_sub(left as usize);
    state.focused = false;
    state.taken.truncate(used);
    while state.taken.len() < used {
        // An Action that nobody declared; no Task that is declared has this name.
        state.taken.push(Taken::Task(TaskName::Handle, Object::None));
    }
    state.passed = false;
}

fn has_no_room<'t>(see: &Seen<'t, Clockworld>, who: ActorId, to: Given) -> Result<(), Why<'t>> {
    let stands_there = |cell| see.actor(who).place.cell == cell;
    let no_room = bar!(_, "no-room", "nobody can stand there").moot();
    let has_room = |cell| stands_there(cell) || see.is_open_ground(cell);
    if matches!(to, Given::Cell(cell) if !has_room(cell)) { Err(no_room) } else { Ok(()) }
}

fn holds_nobody<'t>(see: &Seen<'t, Clockworld>, who: ActorId) -> Result<(), Why<'t>> {
    let is_free = see.actor(who).hold.is_none();
    if is_free { Err(bar!(_, "no-hold", "{} holds nobody", see.table.name(who))) } else { Ok(()) }
}

fn carries_nothing<'t>(see: &Seen<'t, Clockworld>, who: ActorId) -> Result<(), Why<'t>> {
    let nothing = bar!(_, "no-load", "{} carries nothing with both hands", see.table.name(who));
    if see.actor(who).hefting.is_none() { Err(nothing) } else { Ok(()) }
}

fn is_at_no_work<'t>(see: &Seen<'t, Clockworld>, who: ActorId) -> Result<(), Why<'t>> {
    let no_work = bar!(_, "no-work", "{} is not at a Lengthy Task", see.table.name(who));
    if see.actor(who).lengthy.is_none() { Err(no_work) } else { Ok(()) }
}

fn is_bound_to_nothing<'t>(see: &Seen<'t, Clockworld>, who: ActorId) -> Result<(), Why<'t>> {
    let no_demand = bar!(_, "no-demand", "{} is bound to nothing", see.table.name(who));
    if see.actor(who).demand.is_none() { Err(no_demand) } else { Ok(()) }
}

/// CW-210, CW-R87, CW-R92: whom it carries comes along, who carried it no longer does, and a hold may end.
fn after_place(
    _: &Clockworld,
    _: &Table,
    table: &mut Table,
    who: ActorId,
    oracle: &mut Through<'_, Clockworld>,
) -> Flow<()> {
    let place = table.actor(who).place;
    if let Some(Hefted::Actor(carried)) = table.actor(who).hefting {
        table.actor_mut(carried).stand_at(place);
    }
    for bearer in table.ids().filter(|&bearer| bearer != who) {
        if table.actor(bearer).hefting == Some(Hefted::Actor(who)) && table.actor(bearer).place != place {
            table.actor_mut(bearer).hefting = None;
        }
    }
    contest::check_holds(table, oracle);
    Ok(())
}

/// CW-R87: a shorter Reach may end a hold.
fn after_reach(
    _: &Clockworld,
    _: &Table,
    table: &mut Table,
    _: ActorId,
    oracle: &mut Through<'_, Clockworld>,
) -> Flow<()> {
    contest::check_holds(table, oracle);
    Ok(())
}

/// CW-R58, CW-R98: the GM may declare death, knock out or wake. Whoever goes out of action drops what it holds.
fn after_out(
    _: &Clockworld,
    before: &Table,
    table: &mut Table,
    who: ActorId,
    oracle: &mut Through<'_, Clockworld>,
) -> Flow<()> {
    let (was, out) = (before.actor(who).out, table.actor(who).out);
    match out {
        Out::Unconscious | Out::Dead if was < out => {
            table.actor_mut(who).out = was; // from there the rule puts it out
            harm::put_out(table, who, out, oracle);
        }
        Out::Surrendered => turn::surrender(table, who, oracle),
        Out::Fled => {
            contest::end_hold(table, who, Ended::Lost, oracle);
            harm::put_down(table, who, oracle);
            table.actor_mut(who).lengthy = None;
        }
        Out::Active | Out::Unconscious | Out::Dead => {}
    }
    Ok(())
}
