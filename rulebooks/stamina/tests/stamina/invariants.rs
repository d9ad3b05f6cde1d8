//! What a careful player could check from the log of every act, written from the ledger.
//!
//! Each invariant is a small function that says in words what was wrong.

use crate::conformance::Scenes;
use referee_engine::{
    ActorId, Seat, System, Who,
    conformance::{Done, soak, soak_acts},
    rule,
    space::Place,
};
use referee_stamina::{
    Event, Stamina,
    action::Action,
    acts::{
        attack::{Band, Grants, Rolled},
        gm::{Corrected, Correction},
        movement::{Moved, is_blocked, is_water},
        travel::Travelled,
    },
    check::Cause,
    defense::Defenses,
    harm::{Dues, Fell, LostDefense, Struck},
    house::{self, DamageModel, LoweredRepeat, Sprint},
    reactions::{FreeStrike, TookCover},
    recovery::{Recovered, Track},
    sheet::{Attribute, Secondary},
    table::{Mode, Out, Posture, Table, TurnState},
    turn::{Cost, Declared, Need, RoundEvent},
};

type Act<'a> = Done<'a, Stamina>;

/// Everything that this act broke.
pub fn broken(act: &Act<'_>) -> Vec<String> {
    let all: [fn(&Act<'_>) -> Vec<String>; 20] = [
        numbers_follow_from_the_log,
        numbers_stay_in_their_bounds,
        whoever_has_nothing_left_is_out,
        two_do_not_stand_in_one_hex,
        costs_are_those_of_the_list,
        a_turn_holds_one_slot,
        actions_keep_to_their_order,
        reactions_are_one_between_turns,
        only_those_who_can_are_asked,
        bands_follow_from_the_defenses,
        defenses_are_the_sum_of_their_parts,
        damage_meets_armour,
        moves_are_no_longer_than_allowed,
        whoever_can_walk_is_offered_a_walk,
        whoever_attacks_is_seen,
        warning_freezes_nobody_who_is_attacked,
        somebody_has_the_turn,
        turns_and_rounds_begin_anew,
        reach_dice_are_taken_or_answered,
        strikes_are_granted_to_those_who_can_strike,
    ];
    all.iter().flat_map(|invariant| invariant(act)).collect()
}

fn name(act: &Act<'_>, who: ActorId) -> String {
    act.before.name(who).to_owned()
}

fn in_rounds(table: &Table) -> bool {
    table.clock.mode == Mode::Rounds
}

/// Has the log something about a turn or a round of somebody? Then its turn has begun anew.
fn has_new_turn(act: &Act<'_>, who: ActorId) -> bool {
    let begins =
        |event: &RoundEvent| *event == RoundEvent::Turn(who) || matches!(event, RoundEvent::Begin | RoundEvent::End);
    act.events.iter().any(|event| matches!(event, Event::Round(round) if begins(round)))
}

fn declared(act: &Act<'_>) -> impl Iterator<Item = (ActorId, Cost)> {
    act.events.iter().filter_map(|event| match event {
        Event::Declared(Declared { who, cost }) => Some((*who, *cost)),
        _ => None,
    })
}

/// The four numbers of a character, as somebody with a pencil keeps them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Account {
    health: u8,
    stamina: u8,
    stun: u8,
    defense: u8,
}

impl Account {
    fn of(table: &Table, who: ActorId) -> Account {
        let actor = table.actor(who);
        Account { health: actor.health, stamina: actor.stamina, stun: actor.stun, defense: actor.defense }
    }

    /// ST-R24: each stun lowers the stamina limit by one.
    fn stun(&mut self, amount: u8, most: u8) {
        self.stun = self.stun.saturating_add(amount).min(most);
        self.stamina = self.stamina.min(most - self.stun);
    }
}

/// ST-233: the stamina of a Free attack is that of the action: 1, but nothing for a shot.
fn price_of_free_attack(key: &str) -> u8 {
    if key.starts_with("loose") { 0 } else { 1 }
}

/// ST-045, ST-R20, ST-R21, ST-R24, ST-R35, ST-R42, ST-R44, ST-R76, ST-233, ST-234: health, stamina, stun and defense change by
/// what is told and by nothing else.
fn numbers_follow_from_the_log(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for who in act.before.ids() {
        let sheet = act.before.sheet(who);
        let most = sheet.max_stamina;
        let mut account = Account::of(act.before, who);
        let free = |asked: &&referee_engine::conformance::Answered| {
            asked.kind == "free-attack" && asked.who == Who::Actor(who) && asked.key != "decline"
        };
        let mut strikes = act.asked.iter().filter(free);
        for event in act.events {
            match event {
                Event::Declared(Declared { who: whose, cost }) if *whose == who => {
                    if cost.stamina > account.stamina {
                        wrong.push(format!("{} pays {} of {account:?} (ST-R20)", name(act, who), cost.stamina));
                    }
                    account.stamina = account.stamina.saturating_sub(cost.stamina);
                }
                Event::FreeStrike(FreeStrike { by, .. }) if *by == who => {
                    let price = strikes.next().map_or(0, |asked| price_of_free_attack(&asked.key));
                    if price > account.stamina {
                        wrong.push(format!("{} strikes without stamina (ST-233)", name(act, who)));
                    }
                    account.stamina = account.stamina.saturating_sub(price);
                }
                Event::TookCover(TookCover { who: whose, .. }) if *whose == who => {
                    if account.stamina < 2 {
                        wrong.push(format!("{} takes cover without stamina (ST-234)", name(act, who)));
                    }
                    account.stamina = account.stamina.saturating_sub(2);
                }
                Event::Dues(Dues { who: whose, dues, stun, .. }) if *whose == who => {
                    if *stun != dues.saturating_sub(account.stamina) {
                        wrong.push(format!(
                            "{} owes {dues}, {stun} of it as stun, with {account:?} (ST-R76)",
                            name(act, who)
                        ));
                    }
                    account.stamina = account.stamina.saturating_sub(dues - stun);
                    account.stun(*stun, most);
                }
                Event::Struck(Struck { who: whose, health, stun, .. }) if *whose == who => {
                    account.health = account.health.saturating_sub(*health);
                    account.stun(*stun, most);
                }
                Event::Fell(Fell { who: whose, metres, health }) if *whose == who => {
                    let expected = if *metres >= 2 { (*metres).min(255) as u8 } else { 0 };
                    if *health != expected {
                        wrong.push(format!("{} falls {metres} m and loses {health} (ST-R35)", name(act, who)));
                    }
                    account.health = account.health.saturating_sub(*health);
                }
                Event::LostDefense(LostDefense { who: whose, amount, left, rule }) if *whose == who => {
                    let reflexes = sheet.attribute(Attribute::Reflexes).min(account.defense);
                    if *rule == rule!("ST-219") && *amount != reflexes {
                        wrong.push(format!("{} is flat footed and loses {amount} (ST-219)", name(act, who)));
                    }
                    account.defense = account.defense.saturating_sub(*amount);
                    if account.defense != *left {
                        wrong.push(format!("{} is told to have {left} defense, not {account:?}", name(act, who)));
                    }
                }
                Event::Recovered(Recovered { who: whose, what, amount, .. }) if *whose == who => match what {
                    Track::Defense => account.defense = account.defense.saturating_add(*amount),
                    Track::Stamina => account.stamina = account.stamina.saturating_add(*amount),
                    Track::Stun => account.stun = account.stun.saturating_sub(*amount),
                },
                Event::Travelled(Travelled { who: whose, stamina, .. }) if *whose == who => account.stamina = *stamina,
                // ST-R21; what being flat footed takes is told (ST-219).
                Event::Round(RoundEvent::Begin | RoundEvent::End) => account.defense = sheet.max_defense,
                Event::Corrected(Corrected { who: whose, what }) if *whose == who => match what {
                    Correction::Health(to) => account.health = *to,
                    Correction::Stamina(to) => account.stamina = *to,
                    Correction::Defense(to) => account.defense = *to,
                    Correction::Stun(to) => {
                        account.stun = 0;
                        account.stun(*to, most);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        let after = Account::of(act.after, who);
        if after != account {
            wrong.push(format!("{} has {after:?}; by the log it is {account:?}", name(act, who)));
        }
    }
    wrong
}

/// ST-R20, ST-R24: nothing above its most; stamina not above the most less the stun. Only the GM sets defense above it.
fn numbers_stay_in_their_bounds(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for who in act.after.ids() {
        let (sheet, actor) = (act.after.sheet(who), act.after.actor(who));
        let before = act.before.actor(who).defense;
        let is_set = matches!(act.events.last(), Some(Event::Corrected(Corrected { .. })));
        let fine = actor.health <= sheet.max_health
            && actor.stun <= sheet.max_stamina
            && actor.stamina <= sheet.max_stamina - actor.stun
            && (is_set || actor.defense <= sheet.max_defense.max(before));
        if !fine {
            wrong.push(format!("{} has {:?} (ST-R20, ST-R24)", sheet.name, Account::of(act.after, who)));
        }
    }
    wrong
}

/// ST-R23, ST-R24, ST-R27, ST-R78: at 0 health or full stun one is out, and whoever goes out lies on the ground and has lost
/// stored energy, work and aim. ST-R145: nobody goes down on a wall without falling.
fn whoever_has_nothing_left_is_out(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for who in act.after.ids() {
        let (sheet, actor, before) = (act.after.sheet(who), act.after.actor(who), act.before.actor(who));
        let is_spent = actor.health == 0 || (actor.stun > 0 && actor.stun == sheet.max_stamina);
        if is_spent && actor.out == Out::Active {
            wrong.push(format!("{} takes part with {:?} (ST-R23, ST-R24)", sheet.name, Account::of(act.after, who)));
        }
        let goes_out = actor.out != Out::Active && before.out == Out::Active;
        let keeps = actor.craft.stored > 0 || actor.work.is_some() || actor.aim.is_some();
        if goes_out && (actor.posture != Posture::Prone || keeps) {
            wrong.push(format!("{} goes out and does not lie, or keeps something (ST-R23, ST-R78)", sheet.name));
        }
        let goes_down = actor.posture > before.posture;
        if (goes_down || actor.out != Out::Active) && act.after.setup.space.drop_below(actor.place) > 0 {
            wrong.push(format!("{} is {:?} on a wall (ST-R145)", sheet.name, (actor.posture, actor.out)));
        }
    }
    wrong
}

/// ST-R32: a hex holds one of those who take part.
fn two_do_not_stand_in_one_hex(act: &Act<'_>) -> Vec<String> {
    let active: Vec<ActorId> = act.after.ids().filter(|&who| act.after.is_active(who)).collect();
    let cell = |who: ActorId| act.after.actor(who).place.cell;
    let mut wrong = Vec::new();
    for (at, &one) in active.iter().enumerate() {
        for &other in active[at + 1..].iter().filter(|&&other| cell(other) == cell(one)) {
            wrong.push(format!("{} and {} share a hex (ST-R32)", name(act, one), name(act, other)));
        }
    }
    wrong
}

/// The stamina behind the names of the actions in the ledger. What a weapon says of itself (Load) is not here.
fn listed_cost(action: Action) -> Option<u8> {
    use Action::*;
    Some(match action {
        Walk | StandUp | ReadyStow | Aim | Loose | ReadyAmmo | Gated | Ungated | Gather | Shape | Release
        | Restoration | Investigate | KeepWatch | Search | Sneak | Custom | Wake => 0,
        Basic | OffHand | Throw | RegainComposure => 1,
        Dash | Swim | Climb | Jump | Bash | Disarm | Distracting | HalfSword | Lunge | Power | Quick | Reckless
        | Trip | Cantrip | Disengage | Dodge => 2,
        Sprint | Flurry => 3,
        Load => return None,
    })
}

fn is_move(action: Action) -> bool {
    use Action::*;
    matches!(action, Walk | Dash | Sprint | Swim | Climb | Jump)
}

/// ST-045, ST-046, ST-053: an action costs what its name says; outside of rounds a move costs nothing.
fn costs_are_those_of_the_list(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (who, cost) in declared(act) {
        let is_free = is_move(cost.action) && !in_rounds(act.before);
        let expected = if is_free { Some(0) } else { listed_cost(cost.action) };
        if expected.is_some_and(|expected| expected != cost.stamina) {
            wrong.push(format!("{} pays {} for {} (ST-045)", name(act, who), cost.stamina, cost.action.word()));
        }
    }
    wrong
}

/// ST-044, ST-047, ST-049, ST-051, ST-052, ST-R28, ST-R31: in rounds only whose turn it is declares anything; one slot a turn,
/// an action of requirement zero once, a lowered one once; the first move of a round needs no slot and every other does.
fn a_turn_holds_one_slot(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    if !in_rounds(act.before) {
        return wrong;
    }
    for (who, cost) in declared(act) {
        let (actor, word) = (act.before.actor(who), cost.action.word());
        let mut must = |holds: bool, rule: &str| {
            if !holds {
                wrong.push(format!("{} declares {word} as {:?} ({rule})", act.before.name(who), cost.need));
            }
        };
        must(act.before.acting() == Some(who), "ST-044");
        must(act.before.is_active(who), "ST-R23");
        match cost.need {
            Need::One | Need::Turns(_) => must(!actor.turn.slot_used, "ST-047"),
            Need::Zero => must(!actor.turn.zero.contains(cost.action), "ST-049"),
            Need::FirstMove => must(actor.moves == 0, "ST-051"),
            Need::Lowered => must(
                !actor.turn.lowered.contains(cost.action) || act.book.house.lowered_repeat == LoweredRepeat::Unlimited,
                "ST-R28",
            ),
        }
        if is_move(cost.action) {
            let first = actor.moves == 0;
            must(cost.need == if first { Need::FirstMove } else { Need::One }, "ST-052");
        }
        if cost.need.takes_slot() && !has_new_turn(act, who) {
            must(act.after.actor(who).turn.slot_used, "ST-047");
        }
    }
    if declared(act).count() > 1 {
        wrong.push("two actions are declared at once (ST-044)".into());
    }
    wrong
}

/// ST-193, ST-195, ST-199, ST-200, ST-203: defensive actions before checks, no second Disengage, no Regain Composure after an
/// attack in the round and no attack after it, no Restoration after spending more than the rank.
fn actions_keep_to_their_order(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    if !in_rounds(act.before) {
        return wrong;
    }
    for (who, cost) in declared(act) {
        let (actor, sheet) = (act.before.actor(who), act.before.sheet(who));
        let rule = match cost.action {
            Action::Disengage | Action::Dodge if actor.turn.checked => "ST-193",
            Action::Disengage if actor.turn.disengaged => "ST-195",
            Action::RegainComposure if actor.attacks > 0 => "ST-199",
            Action::Restoration if actor.turn.spent > sheet.rank(Secondary::Stamina) => "ST-203",
            action if action.is_attack() && actor.turn.no_attack => "ST-200",
            _ => continue,
        };
        wrong.push(format!("{} declares {} too late ({rule})", sheet.name, cost.action.word()));
    }
    for by in reacting(act, true) {
        if act.before.actor(by).turn.no_attack {
            wrong.push(format!("{} strikes after Regain Composure (ST-200)", name(act, by)));
        }
    }
    wrong
}

/// Those who have reacted, in the order in which they did; with a blow or a shot only, or in any way.
fn reacting(act: &Act<'_>, strikes_only: bool) -> Vec<ActorId> {
    let by = |event: &Event| match event {
        Event::FreeStrike(FreeStrike { by, .. }) => Some(*by),
        Event::TookCover(TookCover { who, .. }) if !strikes_only => Some(*who),
        _ => None,
    };
    act.events.iter().filter_map(by).collect()
}

/// ST-227, ST-228, ST-R96: a reaction is outside of the own turn, and one between two turns.
fn reactions_are_one_between_turns(act: &Act<'_>) -> Vec<String> {
    let all = reacting(act, false);
    let mut wrong = Vec::new();
    for (at, &who) in all.iter().enumerate() {
        let had = act.before.actor(who).turn.reacted || all[..at].contains(&who);
        if had || act.before.acting() == Some(who) || !in_rounds(act.before) {
            wrong.push(format!("{} reacts twice or in its own turn (ST-227, ST-228)", name(act, who)));
        }
        if !has_new_turn(act, who) && !act.after.actor(who).turn.reacted {
            wrong.push(format!("{} has its reaction again at once (ST-228)", name(act, who)));
        }
    }
    wrong
}

/// ST-R23, ST-228, ST-230: nobody is asked for a reaction who is out, has reacted, has the turn, or does not know of whoever
/// gives the reason for it.
fn only_those_who_can_are_asked(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let Some(acting) = act.before.acting() else { return wrong };
    for asked in act.asked.iter().filter(|asked| asked.kind == "free-attack" || asked.kind == "take-cover") {
        let Who::Actor(who) = asked.who else { continue };
        let able = act.before.is_active(who) && !act.before.actor(who).turn.reacted && who != acting;
        let takes_cover_from_reaction = asked.kind == "take-cover" && who == acting;
        if !able && !takes_cover_from_reaction {
            wrong.push(format!("{} is asked for {} and cannot (ST-228)", name(act, who), asked.kind));
        }
        if takes_cover_from_reaction {
            wrong.push(format!("{} is asked to react in its own turn (ST-227)", name(act, who)));
        }
        if !act.before.is_aware(who, acting) {
            wrong.push(format!("{} is asked for {} by somebody unseen", name(act, who), asked.kind));
        }
    }
    wrong
}

/// ST-144, ST-R40, ST-R46, ST-024: the hit test first, then current defense; a success more for every three points.
fn bands_follow_from_the_defenses(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Attack(Rolled { attack, face, defenses, reading, .. }) = event else { continue };
        let (total, current) = (i32::from(defenses.total), i32::from(defenses.current));
        let sheet = act.before.sheet(attack.actor);
        let band = match *face {
            face if face >= total => Band::Hit,
            face if face >= current => Band::NearMiss,
            _ => Band::Miss,
        };
        let most = match attack.technique.action() {
            Action::Flurry => i32::from(sheet.rank(Secondary::FlurryOfBlows)), // ST-102
            Action::Quick => i32::from(sheet.rank(Secondary::QuickAttack)),    // ST-125
            Action::OffHand | Action::Trip => 0,                               // ST-117, ST-R64
            _ => i32::MAX,
        };
        let more = if band == Band::Hit { ((face - total) / 3).min(most) } else { 0 };
        let critical = band != Band::Hit && 2 * face < total;
        if (band, more, critical) != (reading.band, i32::from(reading.more), reading.critical) {
            wrong.push(format!("{face} against {defenses:?} is read as {reading:?} (ST-R40)"));
        }
        if !act.before.is_active(attack.target) {
            wrong.push(format!("{} is attacked and out (ST-R23)", name(act, attack.target)));
        }
    }
    wrong
}

/// ST-206, ST-207 to ST-210, ST-214, ST-R13, ST-R41: a total is what its parts come to, at least 0; cover gives 9 at most, a
/// low posture what the list says.
fn defenses_are_the_sum_of_their_parts(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Attack(Rolled { defenses, .. }) = event else { continue };
        let Defenses { current, total, parry, cover, posture, flanked, situation, .. } = *defenses;
        let sum = (current + parry + cover + posture - flanked + situation).max(0);
        if sum != total
            || !(0..=9).contains(&cover)
            || ![0, -3, -9, 2, 6].contains(&posture)
            || flanked == 1 && act.before.actors.len() < 3
        {
            wrong.push(format!("{defenses:?} does not add up (ST-R41)"));
        }
    }
    wrong
}

/// ST-R44: penetrating if APV is above AV, otherwise a stun for each three points above AV or part of them; with the switch,
/// less what AV is above APV, and a stun where nothing is left.
fn damage_meets_armour(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Struck(Struck { who, damage, apv, av, health, stun }) = event else { continue };
        let (damage, apv, armour) = (i32::from(*damage), i32::from(*apv), i32::from(*av));
        let (lost, stunned) = match act.book.house.damage_model {
            DamageModel::Threshold if apv > armour => (damage, 0),
            DamageModel::Threshold => (0, ((damage - armour).max(0) + 2) / 3),
            DamageModel::Soak => match (damage - (armour - apv).max(0)).max(0) {
                0 => (0, 1),
                rest => (rest, 0),
            },
        };
        if (i32::from(*health), i32::from(*stun)) != (lost, stunned) {
            wrong.push(format!("{damage} damage, APV {apv}, AV {av}: {health} health, {stun} stun (ST-R44)"));
        }
        let sheet = act.before.sheet(*who);
        if *av != sheet.av && *av != sheet.arm_av {
            wrong.push(format!("{} is struck as if it had AV {av} (ST-R44)", sheet.name));
        }
    }
    wrong
}

/// ST-057 to ST-059, ST-209, ST-210, ST-R33, ST-R34, ST-R38: a Walk goes half the base movement at most, and so on, less what a
/// low posture takes; nobody goes farther than it has moved.
fn moves_are_no_longer_than_allowed(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Moved(Moved { who, action, from, to, metres }) = event else { continue };
        let base = u16::from(act.before.sheet(*who).base_movement);
        let slowed = match act.before.actor(*who).posture {
            Posture::Standing => 0,
            Posture::Kneeling => 3,
            Posture::Prone => 9,
        };
        let most = match (action, act.book.house.sprint) {
            (Action::Walk, _) => base / 2,
            (Action::Dash, _) => base,
            (Action::Sprint, Sprint::Twice) => 2 * base,
            (Action::Sprint, Sprint::OneAndAHalf) => base + base / 2,
            (Action::Sprint, Sprint::Off) => 0,
            _ => u16::MAX,
        };
        let steps = act.before.setup.space.steps(Place::from(*from), Place::from(*to));
        if *metres > most.saturating_sub(slowed) || steps > u32::from(*metres) {
            wrong.push(format!("{} moves {metres} m, {steps} hexes, by {} (ST-058)", name(act, *who), action.word()));
        }
    }
    if in_rounds(act.after) {
        for who in act.after.ids().filter(|&who| act.after.actor(who).moves > 2) {
            wrong.push(format!("{} moves a third time (ST-R31)", name(act, who)));
        }
    }
    wrong
}

/// ST-051, ST-057: whoever stands on firm ground with its first move before it, and has a hex beside it that can be entered, is
/// offered a Walk.
fn whoever_can_walk_is_offered_a_walk(act: &Act<'_>) -> Vec<String> {
    let table = act.after;
    let Some(who) = table.acting().filter(|&who| table.has_turn(who)) else { return Vec::new() };
    let (actor, space) = (table.actor(who), &table.setup.space);
    let is_ready = actor.moves == 0
        && actor.posture == Posture::Standing
        && table.sheet(who).base_movement >= 2
        && space.drop_below(actor.place) == 0
        && !is_water(table, actor.place.cell);
    let here = actor.place.cell;
    let is_open = |&to: &referee_engine::space::Cell| {
        let is_level = space.drop_between(here, to).abs() <= 1;
        !table.is_taken(to) && !is_blocked(table, to) && !is_water(table, to) && is_level
    };
    if !is_ready || !space.neighbours(here).iter().any(is_open) {
        return Vec::new();
    }
    let seat = Seat::Player(referee_engine::ActorSet::EMPTY.with(who));
    let walk = act.book.offers(table, seat).into_iter().find(|offer| offer.verb == "walk");
    match walk.map(|walk| walk.refused) {
        Some(None) => Vec::new(),
        other => vec![format!("{} cannot walk: {other:?} (ST-057)", name(act, who))],
    }
}

/// Whoever attacks is hidden no longer.
fn whoever_attacks_is_seen(act: &Act<'_>) -> Vec<String> {
    let attackers = act.events.iter().filter_map(|event| match event {
        Event::Attack(Rolled { attack, .. }) => Some(attack.actor),
        _ => None,
    });
    let hidden = attackers.filter(|&who| act.after.actor(who).hidden);
    hidden.map(|who| format!("{} has attacked and is hidden", name(act, who))).collect()
}

/// ST-R103: in rounds of warning whoever was attacked or attacked is in the fight, and only those in it have turns.
fn warning_freezes_nobody_who_is_attacked(act: &Act<'_>) -> Vec<String> {
    let table = act.after;
    let mut wrong = Vec::new();
    if !in_rounds(table) || table.warning == 0 {
        return wrong;
    }
    for event in act.events {
        let Event::Attack(Rolled { attack, .. }) = event else { continue };
        for who in [attack.actor, attack.target] {
            if table.is_active(who) && table.actor(who).warning < table.warning {
                wrong.push(format!("{} is fought with and has no turns (ST-R103)", name(act, who)));
            }
        }
    }
    let idle = table.order.iter().filter(|&&who| table.actor(who).warning < table.warning);
    wrong.extend(idle.map(|&who| format!("{} has a turn and has noticed nothing (ST-R103)", name(act, who))));
    wrong
}

/// ST-040, ST-041: in rounds it is the turn of somebody who takes part, until one side is left.
fn somebody_has_the_turn(act: &Act<'_>) -> Vec<String> {
    let table = act.after;
    if !in_rounds(table) || table.over.is_some() {
        return Vec::new();
    }
    match table.acting() {
        Some(who) if table.is_active(who) => Vec::new(),
        other => vec![format!("it is the turn of {other:?} (ST-040)")],
    }
}

/// ST-R29, ST-R96, ST-194, ST-196, ST-200: with its own turn everything ends that lasts until then. ST-051, ST-199: with a round
/// moves and attacks are counted anew.
fn turns_and_rounds_begin_anew(act: &Act<'_>) -> Vec<String> {
    let table = act.after;
    let mut wrong = Vec::new();
    let is_round = |event: &Event| matches!(event, Event::Round(RoundEvent::Round { .. }));
    if act.events.iter().any(is_round) {
        let counted = |who: &ActorId| (table.actor(*who).moves, table.actor(*who).attacks) != (0, 0);
        wrong.extend(table.ids().filter(counted).map(|who| format!("{} begins a round late (ST-051)", name(act, who))));
    }
    if let Some(who) = table.acting()
        && act.events.contains(&Event::Round(RoundEvent::Turn(who)))
        && table.actor(who).turn != TurnState::default()
    {
        wrong.push(format!("{} begins its turn with {:?} (ST-R96)", name(act, who), table.actor(who).turn));
    }
    wrong
}

/// ST-R51: reach in points: that of the body and of the longest weapon in hand.
fn reach_of(table: &Table, who: ActorId) -> u16 {
    let sheet = table.sheet(who);
    let held = table.actor(who).held.iter().filter_map(|held| table.item_sheet(held.item).melee.as_ref());
    let longest = held.chain(sheet.natural.iter().map(|natural| &natural.melee)).map(|melee| melee.reach).max();
    u16::from(sheet.reach) + u16::from(longest.unwrap_or(0))
}

/// ST-224, ST-225, ST-226, ST-R94, ST-R112: a first Basic attack on somebody who reaches farther has one penalty die and one
/// for every five points, unless a free strike was granted; a later one has none.
fn reach_dice_are_taken_or_answered(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Attack(Rolled { attack, free: false, pool, .. }) = event else { continue };
        let (me, target) = (attack.actor, attack.target);
        let Some(melee) = act.before.melee(me, attack.weapon).filter(|_| attack.technique.action() == Action::Basic)
        else {
            continue;
        };
        let (mine, other) =
            (u16::from(act.before.sheet(me).reach) + u16::from(melee.reach), reach_of(act.before, target));
        let is_first = !act.before.actor(me).settled.contains(target);
        let granted =
            act.asked.iter().any(|asked| asked.who == Who::Actor(me) && asked.kind == "reach" && asked.key == "strike");
        let due = if is_first && !granted && other > mine { 1 + (other - mine) / 5 } else { 0 };
        let taken: u16 =
            pool.causes().filter(|(cause, ..)| *cause == Cause::Reach).map(|(.., dice)| u16::from(dice)).sum();
        if taken != due {
            wrong.push(format!("{} takes {taken} reach dice, {due} are due (ST-224)", name(act, me)));
        }
    }
    wrong
}

/// ST-R94: a free strike is granted to somebody who is then asked for it, unless the switch allows any.
fn strikes_are_granted_to_those_who_can_strike(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Grants(Grants { by, to }) = event else { continue };
        let is_asked = act.asked.iter().any(|asked| asked.who == Who::Actor(*to) && asked.kind == "free-attack");
        if !is_asked && act.book.house.free_strike == house::FreeStrike::IfAble {
            wrong.push(format!("{} grants {} a strike that cannot come (ST-R94)", name(act, *by), name(act, *to)));
        }
    }
    wrong
}

#[test]
fn soaked_in_random_play() {
    let report = soak(&Scenes, soak_acts(2_000));
    println!("{:?}", report.counts);
    report.assert_ok();
}
