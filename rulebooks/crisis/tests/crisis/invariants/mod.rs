//! What a careful player could check from the log, written from the ledger: see `Arena::broken`.

mod attacks;
mod costs;
mod state;
mod told;
mod turns;

use referee_crisis::{
    Crisis, Event, Intent, conditions::ConditionKind, harm::HarmEvent, house::HouseRules, house::MixedThreshold,
    loss::Loss, table::Mode, table::Table, turn::TurnEvent,
};
use referee_engine::{ActorId, Who, conformance::Done};

/// An invariant of one creature.
type OfOne = fn(&Done<'_, Crisis>, ActorId) -> Result<(), String>;

/// An invariant of the whole act.
type OfAll = fn(&Done<'_, Crisis>) -> Result<(), String>;

/// Everything that this act broke.
pub fn broken(done: &Done<'_, Crisis>) -> Vec<String> {
    let mut all = Vec::new();
    for who in done.after.ids() {
        let checks: [(&str, OfOne); 16] = [
            ("CR-045, CR-046, CR-186", state::numbers_stay_in_bounds),
            ("CR-118 to CR-120", state::wounds_mean_what_they_mean),
            ("CR-118, CR-122, CR-134, CR-R87", state::incapacitated_for_a_reason),
            ("CR-R93, CR-R135, CR-R139", state::who_is_out_is_at_nothing),
            ("CR-R150", state::conditions_do_not_stack),
            ("CR-R101, CR-R102", state::healers_do_one_thing),
            ("CR-044, CR-176, CR-184, CR-R30", costs::action_points_are_paid),
            ("CR-047, CR-196, CR-209", costs::action_points_are_gained),
            ("CR-116, CR-194, CR-132, CR-137", told::wounds_add_up),
            ("CR-118, CR-119, CR-R93", told::what_befalls_somebody_is_told),
            ("CR-056, CR-R109, CR-R135, CR-R139", told::what_is_lost_is_told),
            ("CR-071, CR-087, CR-198, CR-208", told::reactions_are_possible),
            ("CR-182, CR-R134", told::only_watchers_watch),
            ("CR-R44", costs::ammunition_is_used),
            ("CR-153 to CR-157, CR-173, CR-R149", costs::nobody_goes_too_far),
            ("CR-R141", costs::what_was_used_is_in_hand),
        ];
        for (rules, check) in checks {
            if let Err(what) = check(done, who) {
                all.push(format!("{}: {what} ({rules})", done.after.sheet(who).key));
            }
        }
    }
    let checks: [(&str, OfAll); 5] = [
        ("CR-030", turns::one_turn_a_round),
        ("CR-036", turns::the_higher_result_acts_earlier),
        ("CR-R22, CR-207", turns::whoever_has_the_turn_can_act),
        ("CR-003, CR-060, CR-104", attacks::attack_rolls_are_read_right),
        ("CR-077, CR-102, CR-107, CR-111", attacks::damage_is_what_defences_leave),
    ];
    for (rules, check) in checks {
        if let Err(what) = check(done) {
            all.push(format!("{what} ({rules})"));
        }
    }
    all
}

fn that(holds: bool, otherwise: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

fn harm<'d>(done: &'d Done<'_, Crisis>) -> impl Iterator<Item = &'d HarmEvent> {
    done.events.iter().filter_map(|event| match event {
        Event::Harm(event) => Some(event),
        _ => None,
    })
}

fn lost(done: &Done<'_, Crisis>, is: impl Fn(&Loss) -> bool) -> bool {
    done.events.iter().any(|event| matches!(event, Event::Lost(loss) if is(loss)))
}

fn turns_of(done: &Done<'_, Crisis>, who: ActorId) -> usize {
    let begins = |event: &&Event| matches!(event, Event::Turn(TurnEvent::Begins { who: whose }) if *whose == who);
    done.events.iter().filter(begins).count()
}

/// Did a crisis run before and after, without the GM's hand in it?
fn in_one_crisis(done: &Done<'_, Crisis>) -> bool {
    let runs = |table: &Table| table.clock.mode == Mode::Crisis;
    runs(done.before) && runs(done.after) && (done.intent.actor().is_some() || matches!(done.intent, Intent::Call(_)))
}

fn died(done: &Done<'_, Crisis>, who: ActorId) -> bool {
    harm(done).any(|event| matches!(event, HarmEvent::Died { who: dead } if *dead == who))
}

/// The answers of somebody to one kind of question.
fn answers<'d>(done: &'d Done<'_, Crisis>, who: Who, kind: &'d str) -> impl Iterator<Item = &'d str> {
    done.asked.iter().filter(move |asked| asked.who == who && asked.kind == kind).map(|asked| asked.key.as_str())
}

/// CR-119, CR-120: by the letter, not by the code.
fn dies_at(table: &Table, who: ActorId) -> u16 {
    let hp = u16::from(table.sheet(who).hp);
    if table.actor(who).dies_at_zero { hp } else { hp + hp }
}

/// CR-123, CR-R90, CR-R91: when non-lethal wounds tire somebody out, and when they knock somebody down.
fn thresholds(house: &HouseRules, table: &Table, who: ActorId) -> (u16, u16) {
    let (hp, lethal) = (u16::from(table.sheet(who).hp), table.actor(who).lethal.count());
    let left = hp - lethal.min(hp);
    let down = match house.mixed_threshold {
        _ if lethal == 0 => 2 * hp,
        MixedThreshold::DoubleRemaining => 2 * left,
        MixedThreshold::HpPlusRemaining => hp + left,
        MixedThreshold::Remaining => left,
    };
    (left.max(1), down.max(1))
}

fn is_exhausted(house: &HouseRules, table: &Table, who: ActorId) -> bool {
    let worn = table.actor(who).nonlethal.count() >= thresholds(house, table, who).0;
    worn || has(table, who, |kind| kind == ConditionKind::Exhausted)
}

fn has(table: &Table, who: ActorId, is: impl Fn(ConditionKind) -> bool) -> bool {
    table.actor(who).conditions.iter().any(|condition| is(condition.kind))
}

fn is_helpless_by_condition(table: &Table, who: ActorId) -> bool {
    has(table, who, |kind| matches!(kind, ConditionKind::Helpless(_)))
}
