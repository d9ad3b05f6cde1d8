//! How a machine plays: random legal, bold, careful.

mod act;
mod intend;
mod open;
mod value;

use crate::{
    Intent, Question, Segments,
    gm::{self, GmIntent},
    offers,
    table::{Actor, Out, Speed, Table},
    turn::{Intention, Phase, declare, declare::Declaration, next_waiter, rounds, segment},
};
use referee_dice::FastRng;
use referee_engine::{ActorId, ActorSet, Question as _, Seat, Status, System, Who, conformance};
use smallvec::SmallVec;

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything legal.
    Random,
    /// Strikes whenever it can, with whatever hurts most, free attacks too, and closes in otherwise.
    Bold,
    /// Keeps its actions, gives up gear only when it must, recovers first, looks after its friends: heals, wards and helps
    /// them, and waits for a foe that is coming anyway.
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
            let due = declare::due(book, table).next();
            let over = !rounds::has_opposed_sides(table) && rounds::may_restart(table).is_ok();
            match due {
                Some(who) if !over && policy == Policy::Random => {
                    Intent::Declare(any_declaration(book, table, who, rng))
                }
                Some(who) if !over => Intent::Declare(intend::declaration(book, table, who, policy)),
                None if !over => Intent::Gm(GmIntent::BeginRound),
                _ => Intent::Gm(GmIntent::Restart(rounds::turns_of(book, table))),
            }
        }
        (Speed::Segmented, Phase::Acting) => {
            if let Some(who) = next_waiter(book, table) {
                let now = match policy {
                    Policy::Random => rng.below(2) == 0,
                    _ => act::steps_in(book, table, who),
                };
                return if now { Intent::StepIn(who) } else { Intent::KeepWaiting(who) };
            }
            match table.segment() {
                Some(segment) => in_segment(book, table, segment.who, policy, rng),
                None => Intent::Gm(GmIntent::AskGm(table.ask_gm)),
            }
        }
        (Speed::Journeying, _) => Intent::Gm(GmIntent::GoOn(gm::hours_left(table).unwrap_or(1).max(1))),
        (Speed::Open, _) => open::act(book, table, rng),
    }
}

/// What a policy does next for those of `by` who are to act. Intentions are declared in any order; otherwise one acts at a
/// time. While the clock runs everybody may act: the people are waited for, except where foes stop the clock.
pub fn choose_for(book: &Segments, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Intent> {
    let Status::Acting(acting) = book.status(table) else { return None };
    let is_declaring = table.clock.mode == Speed::Segmented && table.round.phase == Phase::Declaring;
    match acting.iter().copied().find(|&who| by.contains(who)) {
        _ if acting.iter().all(|&who| by.contains(who)) => Some(choose(book, table, policy, rng)),
        Some(who) if is_declaring => Some(Intent::Declare(match policy {
            Policy::Random => any_declaration(book, table, who, rng),
            Policy::Bold | Policy::Careful => intend::declaration(book, table, who, policy),
        })),
        _ if table.clock.mode == Speed::Open && (table.encounters > 0 || rounds::has_opposed_sides(table)) => {
            Some(open::act(book, table, rng))
        }
        _ => None,
    }
}

fn foes(table: &Table, who: ActorId) -> impl Iterator<Item = (ActorId, &Actor)> {
    table.able_foes(who).filter(|(_, foe)| !foe.hidden)
}

/// The foes of somebody in the order of the roster, each with how many feet it is away: looked for once an act.
struct Around(SmallVec<[(ActorId, u32); 8]>);

impl Around {
    fn of(table: &Table, who: ActorId) -> Around {
        let place = table.actor(who).place;
        let mut around = SmallVec::new();
        foes(table, who).for_each(|(foe, actor)| around.push((foe, table.feet(place, actor.place))));
        Around(around)
    }

    fn iter(&self) -> impl Iterator<Item = (ActorId, u32)> + '_ {
        self.0.iter().copied()
    }

    /// The nearest, and how far it is.
    fn nearest(&self) -> Option<(ActorId, u32)> {
        self.iter().min_by_key(|&(foe, feet)| (feet, foe))
    }
}

/// Any of the eight that is legal, or a Standard Action.
fn any_declaration(book: &Segments, table: &Table, who: ActorId, rng: &mut FastRng) -> Declaration {
    let say = |intention: Intention, ally| Declaration { who, intention, ally, slow_ready: false };
    let any = Intention::ALL[rng.below(8) as usize];
    let ally = table.ids().find(|&ally| declare::may_help(table, who, ally)).filter(|_| any == Intention::Assist);
    let random = say(any, ally);
    if declare::legal(book, table, &random).is_ok() { random } else { say(Intention::Standard, None) }
}

/// The next act in a segment.
fn in_segment(book: &Segments, table: &Table, who: ActorId, policy: Policy, rng: &mut FastRng) -> Intent {
    let Some(stage) = segment::under_way(table, who).ok().map(|segment| segment.stage) else {
        return Intent::Done(who);
    };
    if table.actor(who).down {
        return Intent::Stand(who);
    }
    if policy == Policy::Random {
        return anything(book, table, who, rng).unwrap_or(Intent::Done(who));
    }
    act::next(book, table, who, policy, stage).unwrap_or(Intent::Done(who))
}

/// Any offer of this one, filled at random.
fn anything(book: &Segments, table: &Table, who: ActorId, rng: &mut FastRng) -> Option<Intent> {
    let seat = Seat::Player(ActorSet::EMPTY.with(who));
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

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    if policy == Policy::Random {
        return rng.below(question.options() as u32) as usize;
    }
    match (question, who) {
        // A bold one strikes at whatever moves; a careful one only if its own action is worth less: it is hurt.
        (Question::Free { .. }, Who::Actor(me)) => {
            let is_hurt = table.actor(me).health * 2 < table.sheet(me).health_max;
            usize::from(policy == Policy::Bold || is_hurt)
        }
        (Question::Negate { damage, helmet, shield, .. }, Who::Actor(me)) => {
            let (actor, sheet) = (table.actor(me), table.sheet(me));
            // What is asked before the roll is about an attack that is known to kill, or one that may come to nothing.
            let deadly = if *damage > 0 { *damage >= actor.health } else { *helmet };
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
