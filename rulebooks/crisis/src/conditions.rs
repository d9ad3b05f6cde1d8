//! Conditions: what makes Actions possible or impossible, and what they cost (CR-190 to CR-209).

use crate::{
    Crisis, Event,
    harm::HarmEvent,
    loss,
    sheet::{Effect, Lasts},
    table::{Mode, Stance, Table},
    turn::long,
};
use referee_engine::{
    ActorId, Audience, Oracle, RuleId,
    clock::{Edge, Ends, Turn},
    rule,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A condition that can be inflicted. Dying, Kneeling and Prone are states of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ConditionKind {
    /// CR-192.
    Drunk,
    /// CR-196.
    Exhausted,
    /// CR-206.
    Slowed,
    /// CR-207.
    Stunned,
    /// CR-197.
    Helpless(Cause),
}

/// CR-197: why somebody is Helpless.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Paralysed,
    Held,
    Bound,
    Asleep,
    Unconscious,
}

impl Cause {
    /// CR-R146: held and bound characters may do what the GM allows; the others nothing.
    pub const fn may_be_allowed(self) -> bool {
        matches!(self, Cause::Held | Cause::Bound)
    }
}

impl ConditionKind {
    /// Every kind, for the GM.
    pub const ALL: [ConditionKind; 9] = [
        ConditionKind::Drunk,
        ConditionKind::Exhausted,
        ConditionKind::Slowed,
        ConditionKind::Stunned,
        ConditionKind::Helpless(Cause::Paralysed),
        ConditionKind::Helpless(Cause::Held),
        ConditionKind::Helpless(Cause::Bound),
        ConditionKind::Helpless(Cause::Asleep),
        ConditionKind::Helpless(Cause::Unconscious),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            ConditionKind::Drunk => "drunk",
            ConditionKind::Exhausted => "exhausted",
            ConditionKind::Slowed => "slowed",
            ConditionKind::Stunned => "stunned",
            ConditionKind::Helpless(Cause::Paralysed) => "paralysed",
            ConditionKind::Helpless(Cause::Held) => "held",
            ConditionKind::Helpless(Cause::Bound) => "bound",
            ConditionKind::Helpless(Cause::Asleep) => "asleep",
            ConditionKind::Helpless(Cause::Unconscious) => "unconscious",
        }
    }

    /// The rule behind it.
    pub const fn rule(self) -> RuleId {
        match self {
            ConditionKind::Drunk => rule!("CR-192"),
            ConditionKind::Exhausted => rule!("CR-196"),
            ConditionKind::Slowed => rule!("CR-206"),
            ConditionKind::Stunned => rule!("CR-207"),
            ConditionKind::Helpless(_) => rule!("CR-197"),
        }
    }

    /// What it does, shortly.
    pub const fn effect(self) -> &'static str {
        match self {
            ConditionKind::Drunk => "−1 on checks, −2 where speed and balance count",
            ConditionKind::Exhausted => "2 AP a turn instead of 4",
            ConditionKind::Slowed => "Pace is halved",
            ConditionKind::Stunned => "no Actions, no reactions, no AP",
            ConditionKind::Helpless(_) => "no parry, no dodge, may be executed",
        }
    }
}

/// A condition and when it ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Condition {
    pub kind: ConditionKind,
    /// Until when.
    pub ends: Ends,
}

impl Table {
    /// Has this creature the condition, from whatever source but its wounds?
    pub fn has(&self, who: ActorId, kind: ConditionKind) -> bool {
        self.actor(who).has(kind)
    }

    /// CR-197, CR-R93: Helpless by a condition, or because it is out of action.
    pub fn is_helpless(&self, who: ActorId) -> bool {
        let actor = self.actor(who);
        actor.is_held() || actor.incapacitated
    }

    /// CR-207, CR-R93, CR-R146: can it do anything in its turn?
    pub fn can_act(&self, who: ActorId) -> bool {
        let actor = self.actor(who);
        if actor.dead || actor.incapacitated || actor.has(ConditionKind::Stunned) {
            return false;
        }
        !actor.is_held() || (actor.allowed && actor.causes().all(Cause::may_be_allowed))
    }

    /// CR-198, CR-208, CR-R27: can it parry and dodge?
    pub fn can_react(&self, who: ActorId) -> bool {
        let actor = self.actor(who);
        !actor.dead && !actor.incapacitated && !actor.has(ConditionKind::Stunned) && !actor.is_held()
    }

    /// CR-206, CR-R149: Slowed by a condition or by the ground.
    pub fn is_slowed(&self, who: ActorId) -> bool {
        self.has(who, ConditionKind::Slowed) || self.setup.is_slow(self.actor(who).place.cell)
    }

    /// CR-121, CR-196: Exhausted by a condition or by its wounds.
    pub fn is_exhausted(&self, who: ActorId) -> bool {
        self.has(who, ConditionKind::Exhausted) || crate::harm::is_worn_out(self.sheet(who), self.actor(who))
    }
}

/// When a condition from this source ends, if it begins now (CR-R147, CR-R151).
pub fn ends(book: &Crisis, table: &Table, who: ActorId, effect: Effect) -> Ends {
    let own = Turn::Of(who);
    let now = table.clock.elapsed;
    let round = u64::from(book.house.seconds_per_round);
    let in_turn = table.clock.mode == Mode::Crisis;
    match effect.lasts {
        Lasts::AsUsual if effect.kind == ConditionKind::Stunned => match (in_turn, book.house.stun_covers_next_turn) {
            // The end of its own turn that comes next: the one that runs, or the next one.
            (true, true) => Ends::next(Edge::End, own),
            (true, false) => Ends::next(Edge::End, table.clock.turn),
            (false, _) => Ends::When(now + round),
        },
        Lasts::AsUsual | Lasts::Open => Ends::Never,
        Lasts::NextTurn if in_turn => {
            let count = if table.clock.turn == own { 2 } else { 1 };
            Ends::At { turn: own, edge: Edge::End, count }
        }
        Lasts::NextTurn => Ends::When(now + round),
        Lasts::Rounds(count) => Ends::When(now + u64::from(count) * round),
        Lasts::Seconds(seconds) => Ends::When(now + u64::from(seconds)),
    }
}

/// CR-191: somebody, the creature itself or the environment inflicts a condition.
pub fn inflict<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, effect: Effect, oracle: &mut O) {
    if table.actor(who).dead {
        return;
    }
    let ends = ends(book, table, who, effect);
    add(table, who, Condition { kind: effect.kind, ends });
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Condition { who, kind: effect.kind }));
    after_inflicting(book, table, who, effect.kind, oracle);
}

/// CR-R35, CR-R135, CR-R139: what a new condition breaks off.
fn after_inflicting<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    kind: ConditionKind,
    oracle: &mut O,
) {
    if !matches!(kind, ConditionKind::Stunned | ConditionKind::Helpless(_)) {
        return;
    }
    loss::lose_overwatch(table, who, oracle);
    loss::lose_aim(table, who, oracle);
    if matches!(kind, ConditionKind::Helpless(_)) {
        long::cancel(book, table, who, oracle);
        crate::recovery::treat::interrupt(table, who, oracle);
    }
}

/// CR-R150: a condition does not stack with itself; the longest duration counts.
pub fn add(table: &mut Table, who: ActorId, condition: Condition) {
    let conditions = &mut table.actor_mut(who).conditions;
    match conditions.iter_mut().find(|known| known.kind == condition.kind) {
        Some(known) => known.ends = longer(known.ends, condition.ends),
        None => conditions.push(condition),
    }
}

fn longer(a: Ends, b: Ends) -> Ends {
    match (a, b) {
        (Ends::Never, _) | (_, Ends::Never) => Ends::Never,
        (Ends::When(a), Ends::When(b)) => Ends::When(a.max(b)),
        // An hour is longer than a turn.
        (Ends::When(a), Ends::At { .. }) | (Ends::At { .. }, Ends::When(a)) => Ends::When(a),
        (Ends::At { count: x, .. }, Ends::At { count: y, .. }) => {
            if y > x {
                b
            } else {
                a
            }
        }
    }
}

/// Ends a condition, whatever its time.
pub fn remove<O: Oracle<Crisis>>(table: &mut Table, who: ActorId, kind: ConditionKind, oracle: &mut O) -> bool {
    let conditions = &mut table.actor_mut(who).conditions;
    let before = conditions.len();
    conditions.retain(|condition| condition.kind != kind);
    let gone = conditions.len() < before;
    if gone {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::ConditionEnds { who, kind }));
    }
    gone
}

/// An edge of a turn passes: what was to end with it ends.
pub fn pass_edge<O: Oracle<Crisis>>(table: &mut Table, edge: Edge, turn: Turn, oracle: &mut O) {
    for who in table.ids() {
        sweep(table, who, oracle, |condition| condition.ends.pass(edge, turn));
    }
}

/// What was to end by this moment of the clock ends; with `turns`, also what was to end with a turn.
pub fn pass_time<O: Oracle<Crisis>>(table: &mut Table, turns: bool, oracle: &mut O) {
    let now = table.clock.elapsed;
    for who in table.ids() {
        let over = |condition: &mut Condition| {
            condition.ends.is_over(now) || (turns && matches!(condition.ends, Ends::At { .. }))
        };
        sweep(table, who, oracle, over);
    }
}

fn sweep<O: Oracle<Crisis>>(
    table: &mut Table,
    who: ActorId,
    oracle: &mut O,
    mut over: impl FnMut(&mut Condition) -> bool,
) {
    let mut ended: smallvec::SmallVec<[ConditionKind; 4]> = smallvec::SmallVec::new();
    table.actor_mut(who).conditions.retain(|condition| {
        let ends = over(condition);
        if ends {
            ended.push(condition.kind);
        }
        !ends
    });
    for kind in ended {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::ConditionEnds { who, kind }));
    }
}

/// CR-200 to CR-205: what a stance means for Attacks.
impl Stance {
    /// CR-200, CR-203: the cover against ranged Attacks.
    pub const fn cover(self) -> crate::sheet::Cover {
        match self {
            Stance::Standing => crate::sheet::Cover::None,
            Stance::Kneeling => crate::sheet::Cover::Light,
            Stance::Prone => crate::sheet::Cover::Heavy,
        }
    }

    /// CR-201, CR-204: the bonus on own Attacks with ranged weapons.
    pub const fn steadies(self) -> i8 {
        self as i8
    }

    /// CR-202, CR-205: the bonus of melee Attacks against it.
    pub const fn exposes(self) -> i8 {
        2 * self as i8
    }
}
