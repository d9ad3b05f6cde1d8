//! How a machine plays: random legal, bold, careful.

use crate::{
    Intent, Question, Segments,
    actions::{
        attack::{self, Attack, Target},
        movement::{self, Move},
        ready::{Handle, Handling},
        recover::{self, Recover},
    },
    gm::{self, GmIntent, meet},
    offers,
    sheet::{EndCondition, PLAYERS},
    table::{Out, Speed, Table},
    time::Activity,
    turn::{Intention, Phase, Stage, declare, declare::Declaration, next_waiter, rounds, segment},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, Question as _, Seat, Who, conformance};

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything legal.
    Random,
    /// Strikes whenever it can, free attacks too, and closes in otherwise.
    Bold,
    /// Keeps its actions, gives up gear only when it must, recovers first.
    Careful,
}

/// What somebody is worth to its side.
pub fn worth(table: &Table, who: ActorId) -> u32 {
    let (actor, sheet) = (table.actor(who), table.sheet(who));
    if sheet.trap || !matches!(actor.out, Out::Active | Out::Helpless | Out::Dying) {
        return 0;
    }
    let part = u32::from(actor.health.max(0) as u16) * 4_000 / u32::from(sheet.health_max.max(1) as u16);
    let gear = 150 * u32::from(actor.shield.is_some()) + 200 * u32::from(actor.helmet.is_some());
    let base = if actor.out == Out::Active { 3_000 } else { 500 };
    let minus = 400 * u32::from(actor.down) + 300 * u32::from(actor.part.owed) + 200 * actor.statuses.0.count_ones();
    (base + part + gear).saturating_sub(minus)
}

/// What a policy does next for those who are to act.
pub fn choose(book: &Segments, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
    match (table.clock.mode, table.round.phase) {
        (Speed::Segmented, Phase::Declaring) => {
            let due = table.ids().find(|&who| declare::is_due(book, table, who).is_ok());
            let over = !rounds::has_opposed_sides(table) && rounds::may_restart(table).is_ok();
            match due {
                Some(who) if !over => declaration(book, table, who, policy, rng),
                _ => Intent::Gm(GmIntent::Restart(rounds::turns_of(book, table))),
            }
        }
        (Speed::Segmented, Phase::Acting) => {
            if let Some(who) = next_waiter(book, table) {
                return if rng.below(2) == 0 || policy != Policy::Random {
                    Intent::StepIn(who)
                } else {
                    Intent::KeepWaiting(who)
                };
            }
            match table.segment() {
                Some(segment) => in_segment(book, table, segment.who, policy, rng),
                None => Intent::Gm(GmIntent::AskGm(table.ask_gm)),
            }
        }
        (Speed::Journeying, _) => Intent::Gm(GmIntent::GoOn(gm::hours_left(table).unwrap_or(1).max(1))),
        (Speed::Open, _) => in_open(book, table, rng),
    }
}

fn foes(table: &Table, who: ActorId) -> impl Iterator<Item = ActorId> + '_ {
    table.ids().filter(move |&foe| {
        !table.allied(who, foe) && table.is_able(foe) && !table.sheet(foe).trap && !table.actor(foe).hidden
    })
}

fn nearest_foe(table: &Table, who: ActorId) -> Option<ActorId> {
    foes(table, who).min_by_key(|&foe| (table.between(who, foe), foe))
}

/// What to declare: strike if a foe can be reached with the movement of a segment, else Dash; a status first, if careful.
fn declaration(book: &Segments, table: &Table, who: ActorId, policy: Policy, rng: &mut FastRng) -> Intent {
    let say = |intention: Intention| Declaration { who, intention, ally: None, slow_ready: false };
    if policy == Policy::Random {
        let any = Intention::ALL[rng.below(8) as usize];
        let ally = table.ids().find(|&ally| declare::may_help(table, who, ally)).filter(|_| any == Intention::Assist);
        let random = Declaration { ally, ..say(any) };
        if declare::legal(book, table, &random).is_ok() {
            return Intent::Declare(random);
        }
        return Intent::Declare(say(Intention::Standard));
    }
    let sick = table.actor(who).statuses.iter().any(|status| recover::way_out(table, status).is_some());
    let lowest = u32::from(table.rates(&book.house, who, 0).1);
    let near = nearest_foe(table, who).map(|foe| table.between(who, foe));
    let best = strongest(table, who);
    let reach = |weapon| {
        let weapon = table.weapon(who, weapon);
        weapon.map_or(0, |weapon| u32::from(weapon.reach_ft.max(weapon.range_ft)))
    };
    let intention =
        match (near, best) {
            _ if sick && policy == Policy::Careful => Intention::Recover,
            (Some(feet), Some(weapon)) if feet <= reach(weapon) + lowest => {
                if attack::is_slow(book, table, who, weapon) { Intention::Slow } else { Intention::Standard }
            }
            (Some(_), _) if declare::legal(book, table, &say(Intention::Dash)).is_ok() => Intention::Dash,
            _ => Intention::Standard,
        };
    Intent::Declare(say(intention))
}

/// The weapon at hand that can hurt most.
fn strongest(table: &Table, who: ActorId) -> Option<crate::sheet::WeaponRef> {
    let usable = table.weapons(who).filter(|&weapon| attack::ready(table, who, weapon).is_ok());
    usable.max_by_key(|&weapon| table.weapon(who, weapon).map_or(0, |weapon| weapon.maximum))
}

/// The next act in a segment.
fn in_segment(book: &Segments, table: &Table, who: ActorId, policy: Policy, rng: &mut FastRng) -> Intent {
    let done = Intent::Done(who);
    let Some(stage) = segment::under_way(table, who).ok().map(|segment| segment.stage) else { return done };
    if table.actor(who).down {
        return Intent::Stand(who);
    }
    if policy == Policy::Random {
        return anything(book, table, who, rng).unwrap_or(done);
    }
    if stage == Stage::Last {
        return done;
    }
    if let Some(attack) = best_attack(book, table, who) {
        return Intent::Attack(attack);
    }
    let part = &table.actor(who).part;
    if part.intention == Some(Intention::Recover) {
        let mine = table.actor(who).statuses.iter().map(|status| Recover { actor: who, of: who, status });
        if let Some(recover) = mine.into_iter().find(|recover| recover::legal(book, table, recover).is_ok()) {
            return Intent::Recover(recover);
        }
    }
    if stage == Stage::First
        && let Some(movement) = close_in(book, table, who)
    {
        return Intent::Move(movement);
    }
    done
}

/// The hardest blow at the weakest foe that can be struck.
fn best_attack(book: &Segments, table: &Table, who: ActorId) -> Option<Attack> {
    let mut best: Option<(i32, Attack)> = None;
    for weapon in table.weapons(who) {
        let maximum = table.weapon(who, weapon).map_or(0, |weapon| i32::from(weapon.maximum));
        for foe in foes(table, who) {
            let attack = Attack { actor: who, weapon, target: Target::Body(foe), throw: false };
            let value = maximum * 4 - i32::from(table.actor(foe).health) - i32::from(table.actor(foe).defense) * 2;
            if best.as_ref().is_none_or(|(most, _)| value > *most) && attack::legal(book, table, &attack).is_ok() {
                best = Some((value, attack));
            }
        }
    }
    best.map(|(_, attack)| attack)
}

/// A step towards the nearest foe.
fn close_in(book: &Segments, table: &Table, who: ActorId) -> Option<Move> {
    movement::may_move(book, table, who).ok()?;
    let foe = table.actor(nearest_foe(table, who)?).place;
    let here = table.feet(table.actor(who).place, foe);
    let space = &table.setup.space;
    let places = movement::places(book, table, who, 0).into_iter();
    let (feet, _, to) = places.map(|(cell, cost)| (table.feet(space.on_ground(cell), foe), cost, cell)).min()?;
    (feet < here).then_some(Move { actor: who, to, through: None, way: 0 })
}

/// Any offer of this one, filled at random.
fn anything(book: &Segments, table: &Table, who: ActorId, rng: &mut FastRng) -> Option<Intent> {
    let seat = Seat::Player(referee_engine::ActorSet::EMPTY.with(who));
    let mut all = offers::offers(book, table, seat);
    all.retain(|offer| offer.actor == Some(who) && !["free-attacks", "accuse"].contains(&offer.verb.as_str()));
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

/// What a GM would do while the clock runs: set out what is met, stop the clock where foes stand, light lights, travel if hours
/// are to pass, walk to the goal, mark turns.
fn in_open(book: &Segments, table: &Table, rng: &mut FastRng) -> Intent {
    if table.encounters > 0 {
        return met(table, rng);
    }
    if rounds::has_opposed_sides(table) {
        return Intent::Gm(GmIntent::StopClock {
            why: crate::turn::Why::Weapon,
            left_out: Default::default(),
            unready: Vec::new(),
        });
    }
    let players = table.ids().filter(|&who| table.side_of(who) == PLAYERS && table.is_able(who));
    let players: Vec<ActorId> = players.collect();
    for &who in &players {
        let light = |thing: &_| {
            crate::actions::ready::legal(book, table, &Handle { actor: who, handling: Handling::Light, thing: *thing })
                .is_ok()
        };
        let unpack = |thing: &_| {
            let handle = Handle { actor: who, handling: Handling::Unpack, thing: *thing };
            table.thing_sheet(*thing).light.is_some() && crate::actions::ready::legal(book, table, &handle).is_ok()
        };
        if table.in_the_dark(who) {
            if let Some(thing) = table.thing_ids().find(light) {
                return Intent::Handle(Handle { actor: who, handling: Handling::Light, thing });
            }
            if let Some(thing) = table.thing_ids().find(unpack) {
                return Intent::Handle(Handle { actor: who, handling: Handling::Unpack, thing });
            }
        }
    }
    for end in &table.setup.ends {
        match end {
            EndCondition::Hours(..) => {
                let hurt = |who: ActorId| table.actor(who).health * 2 < table.sheet(who).health_max;
                let activity = |who: ActorId| if hurt(who) { Activity::Rest } else { Activity::Travel };
                let activities = players.iter().map(|&who| (who, activity(who))).collect();
                return Intent::Gm(GmIntent::Journey { hours: 24, area: table.area, activities });
            }
            EndCondition::Reaches(goal, side) if *side == PLAYERS => {
                // Every few acts a turn is marked; in between somebody walks on.
                if table.open_actions >= book.house.open_actions_per_mark {
                    return Intent::Gm(GmIntent::Mark);
                }
                for &who in &players {
                    let to = Move { actor: who, to: *goal, through: None, way: 0 };
                    if rng.below(4) == 0 && movement::route(book, table, &to).is_ok() {
                        return Intent::Move(to);
                    }
                }
            }
            _ => {}
        }
    }
    Intent::Gm(GmIntent::Mark)
}

/// SE-D07: what is met by the table, some way off, and the clock is stopped.
fn met(table: &Table, rng: &mut FastRng) -> Intent {
    let space = &table.setup.space;
    let cells: Vec<_> = space.cells().filter(|&cell| !table.is_taken(cell)).collect();
    let at = cells.get(rng.below(cells.len().max(1) as u32) as usize).copied().unwrap_or_default();
    let what = if meet::has_table(table) { meet::What::Table } else { meet::What::Nothing };
    let filled = meet::Meet { what, at, stop: what == meet::What::Table };
    match meet::legal(table, &filled) {
        Ok(()) => Intent::Gm(GmIntent::Meet(filled)),
        Err(_) => Intent::Gm(GmIntent::Meet(meet::Meet { what: meet::What::Nothing, at, stop: false })),
    }
}

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    if policy == Policy::Random {
        return rng.below(question.options() as u32) as usize;
    }
    match (question, who) {
        // A bold one strikes at whatever moves; a careful one only if its own action is worth less: it is hurt.
        (Question::Free { .. }, Who::Actor(me)) => {
            let hurt = table.actor(me).health * 2 < table.sheet(me).health_max;
            usize::from(policy == Policy::Bold || hurt)
        }
        (Question::Negate { damage, helmet, shield, .. }, Who::Actor(me)) => {
            let (actor, sheet) = (table.actor(me), table.sheet(me));
            let deadly = *damage >= actor.health;
            let downs = *damage > sheet.pain_threshold && !actor.down;
            match (deadly, policy) {
                (true, _) if *helmet => usize::from(*shield) + 1,
                (true, _) => usize::from(*shield),
                (false, Policy::Bold) => usize::from(*shield && downs),
                _ => 0,
            }
        }
        _ => 0,
    }
}
