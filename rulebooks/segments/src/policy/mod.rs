//! How a machine plays: random legal, bold, careful.

mod act;
mod intend;
mod open;
mod value;

use crate::{
    Question, Segments,
    acts::{
        AskGm, BeginRound, Declare, Done, GoOn, KeepWaiting, Restart, Stand, StepIn,
        gm::passage::{Hours, hours_left},
        value::See,
    },
    reactions::negate::Negate,
    table::{Actor, Out, Speed, Table},
    turn::{Intention, Phase, declare, next_waiter, rounds, segment},
};
use referee_dice::FastRng;
use referee_engine::{
    ActorId, ActorSet, Question as _, Seat, Status, System, Who,
    act::{self as acts, Gm, Listed, Open, Seen, Within},
};
use smallvec::SmallVec;

/// An act that was chosen, ready to be done.
pub type Planned = acts::Planned<Segments>;

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

/// This act of somebody, if it may be done.
fn does<A: Listed<Segments, By = ActorId>>(see: See<'_, '_>, who: ActorId, act: A) -> Option<Planned> {
    Planned::of(see, who, act)
}

/// This act of the GM, which may be done.
fn rules<A: Listed<Segments, By = Gm>>(see: See<'_, '_>, act: A) -> Planned {
    Planned::of(see, Gm, act).expect("the GM may do this now")
}

/// What a policy does next for those who are to act.
pub fn choose(book: &Segments, table: &Table, policy: Policy, rng: &mut FastRng) -> Planned {
    let see = &Seen::truth(book, table);
    match (table.clock.mode, table.round.phase) {
        (Speed::Segmented, Phase::Declaring) => {
            let due = declare::due(book, table).next();
            let over = !rounds::has_opposed_sides(table) && rounds::may_restart(table).is_ok();
            match due {
                Some(who) if !over => declared(see, who, policy, rng),
                None if !over => rules(see, BeginRound {}),
                Some(_) | None => {
                    let turns = i32::from(rounds::turns_of(book, table)).min(144);
                    rules(see, Restart { turns: Within(turns).into() })
                }
            }
        }
        (Speed::Segmented, Phase::Acting) => {
            if let Some(who) = next_waiter(book, table) {
                let now = match policy {
                    Policy::Random => rng.below(2) == 0,
                    Policy::Bold | Policy::Careful => act::steps_in(see, who),
                };
                let planned = if now { does(see, who, StepIn {}) } else { does(see, who, KeepWaiting {}) };
                return planned.expect("whoever is asked may answer");
            }
            match table.segment() {
                Some(segment) => in_segment(see, segment.who, policy, rng),
                None => rules(see, AskGm { ask: table.ask_gm.into() }),
            }
        }
        (Speed::Journeying, _) => rules(see, GoOn { hours: Hours(hours_left(table).unwrap_or(1).max(1)).into() }),
        (Speed::Open, _) => open::act(see, rng),
    }
}

/// What a policy does next for those of `by` who are to act. Intentions are declared in any order; otherwise one acts at a
/// time. While the clock runs everybody may act: the people are waited for, except where foes stop the clock.
pub fn choose_for(book: &Segments, table: &Table, policy: Policy, by: ActorSet, rng: &mut FastRng) -> Option<Planned> {
    let see = &Seen::truth(book, table);
    let Status::Acting(acting) = book.status(table) else { return None };
    let is_declaring = table.clock.mode == Speed::Segmented && table.round.phase == Phase::Declaring;
    match acting.iter().copied().find(|&who| by.contains(who)) {
        _ if acting.iter().all(|&who| by.contains(who)) => Some(choose(book, table, policy, rng)),
        Some(who) if is_declaring => Some(declared(see, who, policy, rng)),
        _ if table.clock.mode == Speed::Open && (table.encounters > 0 || rounds::has_opposed_sides(table)) => {
            Some(open::act(see, rng))
        }
        Some(_) | None => None,
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

/// What somebody declares, who is to declare.
fn declared(see: See<'_, '_>, who: ActorId, policy: Policy, rng: &mut FastRng) -> Planned {
    let planned = match policy {
        Policy::Random => any_declaration(see, who, rng),
        Policy::Bold | Policy::Careful => does(see, who, intend::declaration(see, who, policy)),
    };
    planned.expect("whoever is to declare may declare")
}

/// Any of the eight that is legal, or a Standard Action.
fn any_declaration(see: See<'_, '_>, who: ActorId, rng: &mut FastRng) -> Option<Planned> {
    let say = |intention: Intention, ally| {
        does(see, who, Declare { intention: intention.into(), ally, ..Declare::default() })
    };
    let any = Intention::ALL[rng.below(8) as usize];
    let ally = see.ids().find(|&ally| declare::may_help(see, who, ally)).filter(|_| any == Intention::Assist);
    let random = say(any, ally.map_or_else(Open::default, Open::with));
    random.or_else(|| say(Intention::Standard, Open::default()))
}

/// The next act in a segment.
fn in_segment(see: See<'_, '_>, who: ActorId, policy: Policy, rng: &mut FastRng) -> Planned {
    let stage = segment::under_way(see.table, who).ok().map(|segment| segment.stage);
    let planned = stage.and_then(|stage| {
        if see.actor(who).down {
            return does(see, who, Stand {});
        }
        match policy {
            Policy::Random => anything(see, who, rng),
            Policy::Bold | Policy::Careful => act::next(see, who, policy, stage),
        }
    });
    planned.or_else(|| does(see, who, Done {})).expect("a segment under way can be ended")
}

/// Any offer of this one, filled at random.
fn anything(see: See<'_, '_>, who: ActorId, rng: &mut FastRng) -> Option<Planned> {
    let mut all = acts::offers(see.book, see.table, Seat::Player(ActorSet::EMPTY.with(who)));
    all.retain(|offer| !["free-attacks", "accuse"].contains(&offer.verb.as_str()));
    acts::any_of(see, &all, rng)
}

/// What a policy answers.
pub fn answer(table: &Table, policy: Policy, who: Who, question: &Question, rng: &mut FastRng) -> usize {
    if policy == Policy::Random {
        return rng.below(question.options() as u32) as usize;
    }
    match (question, who) {
        // A bold one strikes at whatever moves; a careful one only if its own action is worth less: it is hurt.
        (Question::Free(_), Who::Actor(me)) => {
            let is_hurt = table.actor(me).health * 2 < table.sheet(me).health_max;
            usize::from(policy == Policy::Bold || is_hurt)
        }
        (Question::Negate(Negate { damage, helmet, shield, .. }), Who::Actor(me)) => {
            let (actor, sheet) = (table.actor(me), table.sheet(me));
            // What is asked before the roll is about an attack that is known to kill, or one that may come to nothing.
            let deadly = if *damage > 0 { *damage >= actor.health } else { *helmet };
            let downs = *damage > sheet.pain_threshold && !actor.down;
            match (deadly, policy) {
                (true, _) if *helmet => usize::from(*shield) + 1,
                (true, _) => usize::from(*shield),
                (false, Policy::Bold) => usize::from(*shield && downs),
                (false, Policy::Random | Policy::Careful) => 0,
            }
        }
        (
            Question::Free(_)
            | Question::Negate(_)
            | Question::StopTheClock(_)
            | Question::BeforeRoll(_)
            | Question::Hit(_)
            | Question::CanHelp(_)
            | Question::IsPossible(_)
            | Question::CouldBeSurprised(_)
            | Question::Soften(_),
            _,
        ) => 0,
    }
}
