//! What a careful player could check from the log and the table, written from the ledger (`Arena::broken`).

use referee_engine::{ActorId, System, Who, conformance::Done, fact::Corrected, key_of, space::Grid};
use referee_segments::{
    Event, Intent, Segments,
    acts::{
        Attack,
        attack::{AttackEvent, Blow, Strike, Target, Told},
        movement::MoveEvent,
    },
    check::{Causes, Dice},
    harm::HarmEvent,
    house::{AdvantageKeep, Death, ForfeitPaid, WardVsCrit},
    sheet::{Attribute, StatusId},
    table::{FreeAnswer, Out, Speed, Table, Whereabouts},
    time::TimeEvent,
    turn::{Intention, Phase, Place, RoundEvent, Stage, Unfinished},
};

type Act<'a> = Done<'a, Segments>;

/// Every invariant that this act broke.
pub fn broken(act: &Act<'_>) -> Vec<String> {
    let all: [fn(&Act<'_>) -> Vec<String>; 23] = [
        health_is_what_was_told,
        health_stays_in_its_bounds,
        a_roll_is_read_by_the_weaponry_rule,
        the_right_die_is_kept,
        a_blow_that_lands_hurts_for_its_damage,
        down_is_more_than_the_pain_threshold,
        down_ends_only_by_what_ends_it,
        statuses_come_and_go_with_a_word,
        statuses_harm_when_a_round_or_a_turn_ends,
        an_action_is_one_of_the_own_segment,
        an_action_is_what_was_declared,
        movement_stays_within_the_rate,
        only_those_are_asked_who_can_answer,
        a_free_attack_costs_an_action,
        the_order_follows_from_quick_and_mod,
        a_round_begins_when_all_have_declared,
        the_clock_passes_with_a_word,
        each_speed_has_its_own_state,
        whoever_is_to_act_is_able,
        a_correction_changes_one_thing,
        hands_hold_two_things,
        what_is_given_up_is_gone,
        whoever_can_step_somewhere_may,
    ];
    all.iter().flat_map(|invariant| invariant(act)).collect()
}

fn name(act: &Act<'_>, who: ActorId) -> String {
    act.after.name(who).to_owned()
}

fn rounds<'a>(act: &Act<'a>) -> impl Iterator<Item = &'a RoundEvent> + use<'a> {
    act.events.iter().filter_map(|event| if let Event::Round(round) = event { Some(round) } else { None })
}

fn harms<'a>(act: &Act<'a>) -> impl Iterator<Item = &'a HarmEvent> + use<'a> {
    act.events.iter().filter_map(|event| if let Event::Harm(harm) = event { Some(harm) } else { None })
}

/// Those who were at the table before the act: an encounter brings others.
fn old(act: &Act<'_>) -> impl Iterator<Item = ActorId> {
    act.before.ids()
}

/// The correction of this fact of somebody by the GM.
fn corrected<'e>(event: &'e Event, who: ActorId, what: &str) -> Option<&'e Corrected<ActorId>> {
    match event {
        Event::Corrected(corrected) if corrected.of == who && corrected.what == what => Some(corrected),
        _ => None,
    }
}

/// SE-R108, SE-R111: Health changes by what the log says, and in no other way: damage comes off it, never below 0; what heals
/// is added.
fn health_is_what_was_told(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for who in old(act) {
        let mut health = act.before.actor(who).health;
        for event in act.events {
            match event {
                Event::Corrected(_) => {
                    let told = corrected(event, who, "health").map(|corrected| corrected.to.parse().unwrap_or(-1));
                    health = told.unwrap_or(health);
                }
                Event::Harm(HarmEvent::Hurt { who: whose, amount, health: left }) if *whose == who => {
                    health = (health - amount).max(0);
                    if health != *left || *amount <= 0 {
                        wrong.push(format!(
                            "{} takes {amount} and is told to have {left}, not {health} (SE-R108)",
                            name(act, who)
                        ));
                    }
                }
                Event::Harm(HarmEvent::Healed { who: whose, amount, health: left, .. }) if *whose == who => {
                    health += amount;
                    if health != *left {
                        wrong.push(format!("{} heals {amount} to {left}, not {health} (SE-R111)", name(act, who)));
                    }
                }
                _ => {}
            }
        }
        let after = act.after.actor(who).health;
        if after != health {
            wrong.push(format!("{} has {after} Health; by the log it is {health} (SE-R108)", name(act, who)));
        }
    }
    wrong
}

/// SE-R108, SE-R109, SE-R110: 0 to the maximum; who has none is dead, with `strong_buffer` dead where no Strong is left and
/// dying only there. The dead are told of.
fn health_stays_in_its_bounds(act: &Act<'_>) -> Vec<String> {
    let buffer = act.book.house.death == Death::StrongBuffer;
    let mut wrong = Vec::new();
    for (who, actor, sheet) in act.after.roster() {
        let most = sheet.health_max;
        if !(0..=most).contains(&actor.health) {
            wrong.push(format!("{} has {} of {most} Health (SE-R108)", sheet.name, actor.health));
        }
        let lives = matches!(actor.out, Out::Active | Out::Helpless);
        if lives && actor.health == 0 && !buffer {
            wrong.push(format!("{} acts at 0 Health (SE-R109)", sheet.name));
        }
        if actor.out == Out::Dying && (!buffer || actor.health > 0) {
            wrong.push(format!("{} is dying with {} Health (SE-R110)", sheet.name, actor.health));
        }
        if actor.out == Out::Dead && actor.down {
            wrong.push(format!("{} is dead and Down (SE-113)", sheet.name));
        }
        let died =
            who.index() < act.before.actors.len() && act.before.actor(who).out != Out::Dead && actor.out == Out::Dead;
        // Whoever comes back dead has died before.
        let left_dead = old(act).any(|one| one == who) && act.before.actor(who).left_as == Some(Out::Dead);
        if died
            && !left_dead
            && !harms(act).any(|harm| matches!(harm, HarmEvent::Died { who: whose, .. } if *whose == who))
        {
            wrong.push(format!("{} died without a word (SE-R109)", sheet.name));
        }
    }
    wrong
}

/// The ledger's formula, by itself: SE-082 to SE-090, SE-R57, SE-R63, SE-R64, SE-R66.
fn by_the_ledger(act: &Act<'_>, face: i32, (target, open): (i16, i16), maximum: i16, ward: i16) -> Blow {
    let house = &act.book.house;
    let below = i32::from(target) - face;
    let told_as_nothing = if face > i32::from(open) { Told::Miss } else { Told::FailsToPierce };
    let (damage, told) = match face {
        20 if house.nat_1_20 => (0, told_as_nothing),
        _ if below > 0 => (below.min(maximum.into()) as i16, Told::Hit),
        _ if below == 0 && house.ward_vs_crit == WardVsCrit::Subtract => {
            ((maximum - ward.max(0)).max(0), Told::Critical)
        }
        _ if below == 0 => (maximum, Told::Critical),
        1 if house.nat_1_20 => (1, Told::Hit),
        _ => (0, told_as_nothing),
    };
    Blow { damage, told }
}

/// SE-079 to SE-090: the target number is attribute less Defense and modifiers, and one die is hit and damage at once.
fn a_roll_is_read_by_the_weaponry_rule(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Attack(AttackEvent::Rolled { strike, base, mundane, ward, modifier, target, face, blow, .. }) =
            event
        else {
            continue;
        };
        let Strike { by, attribute, maximum, .. } = *strike;
        if *base != act.after.sheet(by).attribute(attribute) || *target != base - mundane - ward + modifier {
            wrong.push(format!("{base} - {mundane} - {ward} + {modifier} is not {target} (SE-079, SE-R61)"));
        }
        let right = by_the_ledger(act, face.shown(), (*target, base + modifier), maximum, *ward);
        if *blow != right {
            wrong.push(format!("{face} against {target} is {right:?}, not {blow:?} (SE-082 to SE-090)"));
        }
    }
    wrong
}

/// SE-R58, SE-R59: one die, or two of which the better or the worse result is kept.
fn the_right_die_is_kept(act: &Act<'_>) -> Vec<String> {
    let by_result = act.book.house.advantage_keep == AdvantageKeep::Result;
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Attack(AttackEvent::Rolled {
            strike, base, ward, modifier, target, causes, face, other, blow, ..
        }) = event
        else {
            continue;
        };
        let two = causes.dice() != Dice::One;
        if other.is_some() != (two && by_result) {
            wrong.push(format!("{causes:?} and a second die {other:?} (SE-R59)"));
        }
        if let Some(other) = other {
            let left = by_the_ledger(act, other.shown(), (*target, base + modifier), strike.maximum, *ward);
            let (kept, left) = ((blow.damage, blow.told, -face.shown()), (left.damage, left.told, -other.shown()));
            let right = if causes.dice() == Dice::Advantage { kept >= left } else { kept <= left };
            if !right {
                wrong.push(format!("{face} was kept and not {other} with {:?} (SE-R58)", causes.dice()));
            }
        }
    }
    wrong
}

/// SE-082, SE-085, SE-R74, SE-R76: after the roll the target takes exactly the damage of the blow, or it is negated, or nothing.
fn a_blow_that_lands_hurts_for_its_damage(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, event) in act.events.iter().enumerate() {
        let Event::Attack(AttackEvent::Rolled { strike, blow, .. }) = event else { continue };
        let next = act.events.get(at + 1);
        let hurts = match (strike.at, next) {
            (Target::Body(who), Some(Event::Harm(HarmEvent::Hurt { who: whose, amount, .. }))) if *whose == who => {
                *amount
            }
            (Target::Body(who), Some(Event::Attack(AttackEvent::Negated { who: whose, .. }))) if *whose == who => {
                if blow.told < Told::Hit {
                    wrong.push("what did nothing was negated (SE-R74)".to_owned());
                }
                continue;
            }
            (Target::Thing(thing), Some(Event::Harm(HarmEvent::Struck { thing: what, amount, .. })))
                if *what == thing =>
            {
                *amount
            }
            _ => 0,
        };
        if hurts != blow.damage {
            wrong.push(format!("a blow of {} took {hurts} (SE-082)", blow.damage));
        }
    }
    wrong
}

/// SE-110, SE-111, SE-112, SE-R100, SE-R104: a strike of more than the Pain Threshold puts Down who lives and is not Down, and
/// nothing else does.
fn down_is_more_than_the_pain_threshold(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut down: Vec<bool> = act.before.actors.iter().map(|actor| actor.down).collect();
    down.resize(act.after.actors.len(), false);
    let mut strike: Option<(ActorId, i16)> = None; // the last blow that landed
    let mut due: Option<ActorId> = None;
    for event in act.events {
        match event {
            Event::Attack(AttackEvent::Rolled { strike: blow, blow: Blow { damage, .. }, .. }) => {
                strike = match blow.at {
                    Target::Body(who) if *damage > 0 => Some((who, *damage)),
                    _ => None,
                };
                due = None;
            }
            Event::Attack(AttackEvent::Negated { .. }) => strike = None,
            Event::Harm(HarmEvent::Hurt { who, .. }) => {
                let sheet = act.after.sheet(*who);
                let fells = strike.is_some_and(|(whose, damage)| whose == *who && damage > sheet.pain_threshold);
                due = (fells && !sheet.trap && !down[who.index()]).then_some(*who);
            }
            Event::Harm(HarmEvent::Died { who, .. }) => {
                down[who.index()] = false;
                due = due.filter(|due| due != who);
            }
            Event::Harm(HarmEvent::Down { who }) => {
                if due != Some(*who) {
                    wrong.push(format!(
                        "{} is Down without a strike above the Pain Threshold (SE-110)",
                        name(act, *who)
                    ));
                }
                (down[who.index()], due, strike) = (true, None, None);
            }
            Event::Harm(HarmEvent::Holds { .. }) | Event::Round(RoundEvent::HelpLost { .. }) => {}
            Event::Harm(HarmEvent::Stood { who })
            | Event::Round(RoundEvent::IsOver { who, what: Unfinished::Down }) => {
                down[who.index()] = false;
            }
            Event::Corrected(Corrected { of, what, to, .. }) if what == "down" => down[of.index()] = to == "yes",
            _ => {
                if let Some(who) = due.take() {
                    wrong.push(format!("{} should be Down (SE-110)", name(act, who)));
                }
                strike = None;
            }
        }
    }
    for who in old(act) {
        if act.after.actor(who).down != down[who.index()] {
            wrong.push(format!(
                "{}: Down is {}, and the log says otherwise (SE-110)",
                name(act, who),
                act.after.actor(who).down
            ));
        }
    }
    wrong
}

/// SE-R105, SE-R22: Down ends with the Ready, with the restart of the clock, with death, or by the GM's hand.
fn down_ends_only_by_what_ends_it(act: &Act<'_>) -> Vec<String> {
    let ends = |who: ActorId| {
        act.events.iter().any(|event| match event {
            Event::Harm(HarmEvent::Stood { who: whose } | HarmEvent::Died { who: whose, .. })
            | Event::Round(RoundEvent::IsOver { who: whose, what: Unfinished::Down }) => *whose == who,
            _ => corrected(event, who, "down").is_some_and(|corrected| corrected.to == "no"),
        })
    };
    let lost = old(act).filter(|&who| act.before.actor(who).down && !act.after.actor(who).down && !ends(who));
    lost.map(|who| format!("{} is Down no more, for no reason (SE-R105)", name(act, who))).collect()
}

/// SE-118: no status begins or ends silently.
fn statuses_come_and_go_with_a_word(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for who in old(act) {
        let mut statuses = act.before.actor(who).statuses;
        for event in act.events {
            match event {
                Event::Harm(HarmEvent::Gained { who: whose, status, .. }) if *whose == who => {
                    statuses = statuses.with(*status);
                }
                Event::Harm(HarmEvent::Ended { who: whose, status, .. }) if *whose == who => {
                    statuses = statuses.without(*status);
                }
                _ => {
                    let Some(corrected) = corrected(event, who, "statuses") else { continue };
                    for status in (0..act.after.setup.statuses.len() as u8).map(StatusId) {
                        let is = corrected.to.split(", ").any(|name| name == key_of(act.after.status_name(status)));
                        statuses = if is { statuses.with(status) } else { statuses.without(status) };
                    }
                }
            }
        }
        if statuses != act.after.actor(who).statuses {
            wrong.push(format!("the statuses of {} are not what was told (SE-118)", name(act, who)));
        }
        let frightened = act.after.suffers(who, |status| status.frightens);
        if !frightened && act.before.suffers(who, |status| status.frightens) && act.after.actor(who).afraid_of.is_some()
        {
            wrong.push(format!("{} is afraid of somebody without being Frightened (SE-118)", name(act, who)));
        }
    }
    wrong
}

/// SE-R112: Burning and Bleeding harm when a round is over and with every turn, each once, and at no other time.
fn statuses_harm_when_a_round_or_a_turn_ends(act: &Act<'_>) -> Vec<String> {
    let ticks = harms(act).filter(|harm| matches!(harm, HarmEvent::Ticks { .. })).count();
    let ends = rounds(act).filter(|event| matches!(event, RoundEvent::Ends { .. })).count();
    let turns = ((act.after.clock.elapsed - act.before.clock.elapsed) / 600) as usize;
    let suffer = |table: &Table| -> usize {
        let harmful = |who: ActorId| {
            table.actor(who).statuses.iter().filter(|id| table.setup.statuses[usize::from(id.0)].tick > 0)
        };
        table.ids().filter(|&who| table.is_here(who)).map(|who| harmful(who).count()).sum()
    };
    if ends + turns == 0 && ticks > 0 {
        return vec!["a status harms although neither a round nor a turn is over (SE-R112)".to_owned()];
    }
    let changes = harms(act)
        .any(|harm| matches!(harm, HarmEvent::Gained { .. } | HarmEvent::Ended { .. } | HarmEvent::Died { .. }))
        || act.intent.actor().is_none();
    let expected = suffer(act.before) * (ends + turns);
    if !changes && ticks != expected {
        return vec![format!(
            "statuses harmed {ticks} times in {ends} rounds and {turns} turns, not {expected} (SE-R112)"
        )];
    }
    Vec::new()
}

/// What somebody does with the one action of a segment; dropping and lowering are free (SE-R38).
fn is_action(intent: &Intent) -> bool {
    match intent {
        Intent::Attack(_)
        | Intent::Cast(_)
        | Intent::Use(_)
        | Intent::Recover(_)
        | Intent::Stand(_)
        | Intent::Something(_) => true,
        intent => is_ready(intent),
    }
}

/// What is done with a thing and is not free.
fn is_ready(intent: &Intent) -> bool {
    matches!(
        intent,
        Intent::Unpack(_)
            | Intent::Draw(_)
            | Intent::Reload(_)
            | Intent::Raise(_)
            | Intent::Stow(_)
            | Intent::PickUp(_)
            | Intent::Light(_)
    )
}

/// SE-036, SE-037, SE-039: while the clock is stopped one acts once, in the own segment, after all have declared.
fn an_action_is_one_of_the_own_segment(act: &Act<'_>) -> Vec<String> {
    let Some(who) = act.intent.actor().filter(|_| is_action(act.intent)) else { return Vec::new() };
    if act.before.clock.mode != Speed::Segmented {
        return Vec::new();
    }
    let own = act.before.segment().filter(|segment| segment.who == who);
    let mut wrong = Vec::new();
    if act.before.round.phase != Phase::Acting || own.is_none_or(|segment| segment.acted) {
        wrong.push(format!("{} acts out of turn, or twice (SE-036)", name(act, who)));
    }
    let still =
        act.after.segment().filter(|segment| segment.who == who && act.after.clock.round == act.before.clock.round);
    if still.is_some_and(|segment| !segment.acted || segment.stage < Stage::Last) {
        wrong.push(format!("{} has acted, and the action is not spent (SE-036)", name(act, who)));
    }
    wrong
}

/// SE-R27, SE-113, SE-069 to SE-072: what is done is what was declared; whoever is Down stands up and does nothing else.
fn an_action_is_what_was_declared(act: &Act<'_>) -> Vec<String> {
    let Some(who) = act.intent.actor().filter(|_| is_action(act.intent)) else { return Vec::new() };
    if act.before.clock.mode != Speed::Segmented {
        let stays = act.before.actor(who).down && !matches!(act.intent, Intent::Stand(_));
        return stays
            .then(|| format!("{} is Down and does {:?} (SE-113)", name(act, who), act.intent))
            .into_iter()
            .collect();
    }
    let (actor, house) = (act.before.actor(who), &act.book.house);
    let slow = |attack: &Attack| {
        let weapon = *attack.weapon.value().expect("an attack is with a weapon");
        act.before
            .weapon(who, weapon)
            .is_some_and(|numbers| referee_segments::gear::is_slow(house, numbers.tags, Some(numbers)))
    };
    let fits: &[Intention] = match act.intent {
        Intent::Stand(_) if actor.down => return Vec::new(),
        _ if actor.down => &[],
        Intent::Attack(attack) if slow(&attack.act) && house.slow_hasty => &[Intention::Slow, Intention::Hasty],
        Intent::Attack(attack) if slow(&attack.act) => &[Intention::Slow],
        Intent::Attack(_) => &[Intention::Standard, Intention::Hasty],
        Intent::Cast(_) => &[Intention::Ability],
        Intent::Recover(_) => &[Intention::Recover],
        Intent::Use(_) | Intent::Something(_) => &[Intention::Standard, Intention::Hasty, Intention::Slow],
        // Lighting something is a Standard Action (SE-R38), everything else with things a Ready.
        intent if is_ready(intent) => &[Intention::Ready, Intention::Standard, Intention::Hasty],
        _ => &[],
    };
    if actor.part.intention.is_some_and(|declared| fits.contains(&declared)) {
        return Vec::new();
    }
    vec![format!(
        "{} declared {:?}, Down is {}, and does {:?} (SE-R27)",
        name(act, who),
        actor.part.intention,
        actor.down,
        act.intent
    )]
}

/// SE-062, SE-075, SE-078, SE-R49, SE-R50: the feet of a segment, all parts together, are no more than the lowest speed, or
/// the full rate on a Dash. Nobody walks who is Down or held.
fn movement_stays_within_the_rate(act: &Act<'_>) -> Vec<String> {
    let (who, way) = match act.intent {
        Intent::Move(does) => (does.actor, does.act.way.value()),
        Intent::Dash(does) => (does.actor, does.act.way.value()),
        _ => return Vec::new(),
    };
    let (who, way, before) = (who.expect("somebody moves"), way.map_or(0, |way| way.0), act.before);
    let mut wrong = Vec::new();
    if before.actor(who).down || before.suffers(who, |status| status.holds) {
        wrong.push(format!("{} moves while Down or held (SE-R50)", name(act, who)));
    }
    let moved = act.events.iter().find_map(|event| match event {
        Event::Move(MoveEvent::Moved { who: whose, feet, .. }) if *whose == who => Some(*feet),
        _ => None,
    });
    let Some(feet) = moved else { return vec![format!("{} moved, and nothing was told", name(act, who))] };
    if before.clock.mode != Speed::Segmented {
        return wrong;
    }
    let (full, lowest) = before.rates(&act.book.house, who, usize::from(way));
    let dash = before.actor(who).part.intention == Some(Intention::Dash);
    let so_far = before.segment().filter(|segment| segment.who == who).map_or(0, |segment| u32::from(segment.moved_ft));
    let most = u32::from(if dash { full } else { lowest });
    if so_far + feet > most {
        wrong.push(format!("{} moves {so_far} and {feet} ft of {most} (SE-075, SE-062)", name(act, who)));
    }
    wrong
}

/// SE-R86, SE-R75, SE-R92, SE-R113: nobody is asked about a free attack who is out, Down, Blinded or owes an action, has given a
/// standing answer, or has been asked already; nobody about shield or helmet who has neither.
fn only_those_are_asked_who_can_answer(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut asked = Vec::new();
    for question in act.asked {
        let Who::Actor(who) = question.who else { continue };
        let (actor, before) = (act.before.actor(who), act.before);
        match question.kind.as_str() {
            "free-attack" => {
                let owes = actor.part.owed > 0 && !act.book.house.forfeit_stack;
                let blind = before.suffers(who, |status| status.blinds);
                let told = actor.free != FreeAnswer::Ask;
                if !before.is_able(who) || actor.down || owes || blind || told || before.sheet(who).trap {
                    wrong.push(format!("{} is asked for a free attack (SE-R86)", name(act, who)));
                }
                if asked.contains(&who) {
                    wrong.push(format!("{} is asked twice about one movement (SE-R84)", name(act, who)));
                }
                asked.push(who);
            }
            "negate" => {
                if actor.out != Out::Active || (actor.shield.is_none() && actor.helmet.is_none()) {
                    wrong.push(format!("{} is asked for a shield or helmet (SE-R75)", name(act, who)));
                }
            }
            kind => wrong.push(format!("{} is asked about {kind}", name(act, who))),
        }
    }
    wrong
}

/// SE-103, SE-104, SE-R87, SE-R113: every free attack is hasty and costs one action, which is owed until it is lost.
fn a_free_attack_costs_an_action(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (at, event) in act.events.iter().enumerate() {
        let Event::Attack(AttackEvent::Free { by, .. }) = event else { continue };
        let owes = matches!(act.events.get(at + 1), Some(Event::Round(RoundEvent::Owes { who, .. })) if who == by);
        if !owes {
            wrong.push(format!("{} strikes for nothing (SE-104)", name(act, *by)));
        }
        let rolled = act.events[at..].iter().find_map(|event| match event {
            Event::Attack(AttackEvent::Rolled { strike, causes, .. }) if strike.by == *by => Some(*causes),
            _ => None,
        });
        if rolled.is_some_and(|causes| causes.0 & Causes::HASTY.0 == 0) {
            wrong.push(format!("{} makes a free attack without haste (SE-103)", name(act, *by)));
        }
    }
    let restarts = rounds(act).any(|event| matches!(event, RoundEvent::Restarted { .. } | RoundEvent::Stopped { .. }));
    if restarts || act.book.house.forfeit_paid != ForfeitPaid::WhenLost {
        return wrong;
    }
    for who in old(act) {
        let count = |is: &dyn Fn(&RoundEvent) -> bool| rounds(act).filter(|event| is(event)).count() as i32;
        let owed = count(&|event| matches!(event, RoundEvent::Owes { who: whose, .. } if *whose == who));
        let paid = count(&|event| matches!(event, RoundEvent::Paid { who: whose } if *whose == who));
        let (before, after) = (act.before.actor(who).part.owed, act.after.actor(who).part.owed);
        if i32::from(before) + owed - paid != i32::from(after) {
            wrong.push(format!(
                "{} owed {before}, {owed} more, paid {paid}, and owes {after} (SE-R113)",
                name(act, who)
            ));
        }
        if after > 1 && !act.book.house.forfeit_stack {
            wrong.push(format!("{} owes {after} actions (SE-R113)", name(act, who)));
        }
    }
    wrong
}

/// SE-039 to SE-047, SE-R24, SE-R29: the places as they are told go from the highest order value down, each Quick and Mod and what
/// Dazed takes off; ties by Quick, Vigilant, Discrete.
fn the_order_follows_from_quick_and_mod(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let placed: Vec<(ActorId, i16, Intention)> = rounds(act)
        .filter_map(|event| match event {
            RoundEvent::Placed { who, value, intention } => Some((*who, *value, *intention)),
            _ => None,
        })
        .collect();
    let of = |who: ActorId, attribute| act.after.sheet(who).attribute(attribute);
    for (who, value, intention) in &placed {
        let slow = act.book.house.slow_ready && *intention == Intention::Ready;
        let dazed: i16 = {
            let ids = act.before.actor(*who).statuses.iter();
            ids.map(|id| i16::from(act.before.setup.statuses[usize::from(id.0)].order)).sum()
        };
        let plus = match intention {
            Intention::Ready | Intention::Hasty => 3,
            Intention::Dash | Intention::Recover | Intention::Standard => 0,
            Intention::Slow | Intention::Ability => -3,
            Intention::Assist => {
                wrong.push(format!("{} helps and has a place (SE-050)", name(act, *who)));
                continue;
            }
        };
        let bare = of(*who, Attribute::Quick);
        // What was declared stands, though a status may have come or gone since.
        let declared_before = act.before.actor(*who).part.place == Place::Declared;
        let fits = *value == bare + plus + dazed || (slow && *value == bare - 3 + dazed);
        if !fits && !declared_before {
            wrong.push(format!("{} has {value}, not {bare} and {plus} (SE-042)", name(act, *who)));
        }
    }
    let rank = |(who, value, _): &(ActorId, i16, Intention)| {
        (*value, of(*who, Attribute::Quick), of(*who, Attribute::Vigilant), of(*who, Attribute::Discrete))
    };
    // Several rounds may begin in one act; the places of one follow each other.
    if placed.windows(2).any(|pair| rank(&pair[0]) < rank(&pair[1]))
        && rounds(act).filter(|event| matches!(event, RoundEvent::Begins { .. })).count() < 2
    {
        wrong.push("somebody has a place before one who comes first (SE-040, SE-044)".to_owned());
    }
    let order = &act.after.round.order;
    if order.iter().enumerate().any(|(at, who)| order[..at].contains(who)) {
        wrong.push("somebody has two places in one round (SE-036)".to_owned());
    }
    wrong
}

/// SE-041, SE-R117: no segment before all have declared, and a round begins with the last declaration or by the GM's word.
fn a_round_begins_when_all_have_declared(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    let after = act.after;
    let undeclared = after.actors.iter().any(|actor| actor.part.place == Place::Undeclared);
    if after.clock.mode == Speed::Segmented && after.round.phase == Phase::Acting && undeclared {
        wrong.push("somebody has not declared, and segments are taken (SE-041)".to_owned());
    }
    let began = act.before.clock.mode == Speed::Segmented
        && act.before.round.phase == Phase::Declaring
        && (after.round.phase == Phase::Acting || after.clock.round > act.before.clock.round);
    if began && !matches!(act.intent, Intent::Declare(_) | Intent::BeginRound(_)) {
        wrong.push("a round began by itself (SE-R117)".to_owned());
    }
    let ends = rounds(act).filter(|event| matches!(event, RoundEvent::Ends { .. })).count();
    if ends > 1 {
        wrong.push(format!("{ends} rounds are over in one act, and the GM had no say (SE-R21, SE-R117)"));
    }
    for who in after.ids().filter(|&who| after.actor(who).part.place == Place::Undeclared) {
        if after.actor(who).down || !after.is_able(who) {
            wrong.push(format!("{} is to declare, being Down or out (SE-113)", name(act, who)));
        }
    }
    wrong
}

/// SE-022, SE-024, SE-035, SE-R21: time passes by turns of 10 minutes, which are told but in a passage, whose end is; none pass
/// while the clock is stopped.
fn the_clock_passes_with_a_word(act: &Act<'_>) -> Vec<String> {
    let passed = act.after.clock.elapsed - act.before.clock.elapsed;
    let mut told = 0;
    let (mut restarted, mut halted) = (None, None);
    for event in act.events {
        match event {
            Event::Time(TimeEvent::Turn { .. }) => told += 1,
            Event::Time(TimeEvent::Halted { turns, .. }) => halted = Some(u64::from(*turns)),
            Event::Round(RoundEvent::Restarted { turns }) => restarted = Some(u64::from(*turns)),
            _ => {}
        }
    }
    let mut wrong = Vec::new();
    let journey = act.before.clock.mode == Speed::Journeying;
    if !passed.is_multiple_of(600) || (!journey && told * 600 != passed) {
        wrong.push(format!("{passed} seconds have passed, and {told} turns were told (SE-024)"));
    }
    if act.before.clock.mode == Speed::Segmented && passed != restarted.unwrap_or(0) * 600 {
        wrong.push(format!("{passed} seconds while the clock was stopped (SE-035, SE-R21)"));
    }
    if journey && act.after.clock.mode != Speed::Journeying {
        let before = act.before.passage.as_ref().map_or(0, |passage| u64::from(passage.turns));
        if halted.is_none_or(|turns| (turns - before) * 600 != passed) {
            wrong.push("a passage is over, and its time was not told (SE-017)".to_owned());
        }
    }
    wrong
}

/// SE-001, SE-R22: a passage belongs to Journeying, parts of a round to Segmented play.
fn each_speed_has_its_own_state(act: &Act<'_>) -> Vec<String> {
    let after = act.after;
    let mut wrong = Vec::new();
    if after.passage.is_some() != (after.clock.mode == Speed::Journeying) {
        wrong.push("a passage and the speed do not go together (SE-002)".to_owned());
    }
    let in_round = after.actors.iter().any(|actor| actor.part.place != Place::Out || actor.part.owed > 0);
    if after.clock.mode != Speed::Segmented && (in_round || after.clock.round > 0 || !after.round.under_way.is_empty())
    {
        wrong.push("there is a round while the clock runs (SE-R22)".to_owned());
    }
    if after.clock.mode == Speed::Segmented && after.clock.round == 0 {
        wrong.push("the clock is stopped, and there is no round (SE-034)".to_owned());
    }
    wrong
}

/// SE-R109: nobody is to act who cannot.
fn whoever_is_to_act_is_able(act: &Act<'_>) -> Vec<String> {
    let referee_engine::Status::Acting(acting) = act.book.status(act.after) else { return Vec::new() };
    let not = acting.iter().filter(|&&who| !act.after.is_able(who));
    let mut wrong: Vec<String> = not.map(|&who| format!("{} is to act and cannot (SE-R109)", name(act, who))).collect();
    if let Some(who) = act.intent.actor().filter(|_| !matches!(act.intent, Intent::Standing(_)))
        && !act.before.is_able(who)
    {
        wrong.push(format!("{} did something and cannot act (SE-R109)", name(act, who)));
    }
    wrong
}

/// SE-R118: a correction changes what it names, and what follows from that by the rules. Nobody else is another than before,
/// unless a round ended with it.
fn a_correction_changes_one_thing(act: &Act<'_>) -> Vec<String> {
    if !matches!(act.intent, Intent::Correct(_)) || rounds(act).any(|event| matches!(event, RoundEvent::Ends { .. })) {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    for who in old(act) {
        let (before, after) = (act.before.actor(who), act.after.actor(who));
        let is_set = |what| act.events.iter().any(|event| corrected(event, who, what).is_some());
        let changed = [
            ("Health", before.health != after.health, is_set("health")),
            ("the place", before.place != after.place, is_set("at")),
            ("the statuses", before.statuses != after.statuses, is_set("statuses")),
            ("being hidden", before.hidden != after.hidden, is_set("hidden")),
            ("being out", before.out != after.out, is_set("out") || is_set("health")),
            (
                "Down",
                before.down != after.down,
                is_set("down")
                    || harms(act).any(|harm| matches!(harm, HarmEvent::Died { who: whose, .. } if *whose == who))
                    || rounds(act).any(|event| matches!(event, RoundEvent::Forced { .. })),
            ),
            ("Strong", before.strong != after.strong, false),
            ("gear", before.shield != after.shield || before.helmet != after.helmet, false),
        ];
        let more = changed.iter().filter(|(_, is, may)| *is && !may);
        wrong.extend(
            more.map(|(field, ..)| {
                format!("{field} of {} changed, and something else was set (SE-R118)", name(act, who))
            }),
        );
    }
    wrong
}

/// SE-R116: two hands hold two things.
fn hands_hold_two_things(act: &Act<'_>) -> Vec<String> {
    let full = act.after.ids().filter(|&who| act.after.held(who).count() > 2);
    full.map(|who| format!("{} holds more than two things (SE-R116)", name(act, who))).collect()
}

/// SE-093, SE-094, SE-098, SE-R81: one shield or helmet for one attack, and it is gone (or lies there, by house rule); without
/// it its Defense is gone too.
fn what_is_given_up_is_gone(act: &Act<'_>) -> Vec<String> {
    let mut wrong = Vec::new();
    for event in act.events {
        let Event::Attack(AttackEvent::Negated { who, thing, helmet }) = event else { continue };
        let at = act.after.thing(*thing).at;
        if !(at == Whereabouts::Gone || (*helmet && matches!(at, Whereabouts::Place(_)))) {
            wrong.push(format!("what {} gave up is at {at:?} (SE-094, SE-098)", name(act, *who)));
        }
        let actor = act.after.actor(*who);
        if actor.shield == Some(*thing) || actor.helmet == Some(*thing) {
            wrong.push(format!("{} still uses what was given up (SE-094)", name(act, *who)));
        }
    }
    wrong
}

/// SE-075, SE-077: whoever begins a segment upright and unhindered, beside a free cell, is offered a movement.
fn whoever_can_step_somewhere_may(act: &Act<'_>) -> Vec<String> {
    let (book, table) = (act.book, act.after);
    let Some(segment) = table.segment().filter(|segment| segment.stage == Stage::First && table.over.is_none()) else {
        return Vec::new();
    };
    let (who, space) = (segment.who, &table.setup.space);
    let hindered = table.suffers(who, |status| status.holds || status.frightens) || table.sheet(who).trap;
    if hindered || table.actor(who).down || segment.acted || segment.moved || space.grid() == Grid::Zones {
        return Vec::new();
    }
    if referee_segments::turn::next_waiter(book, table).is_some() || table.rates(&book.house, who, 0).1 < 10 {
        return Vec::new();
    }
    let here = table.actor(who).place.cell;
    let walled = |cell| table.pieces.iter().any(|piece| piece.active && piece.blocks_move && piece.covers(cell));
    let straight =
        |cell: referee_engine::space::Cell| space.grid() != Grid::Square || cell.x == here.x || cell.y == here.y;
    let free = space.neighbours(here).into_iter().any(|cell| straight(cell) && !table.is_taken(cell) && !walled(cell));
    let offers = book.offers(table, referee_engine::Seat::Gm);
    let offered = offers.iter().any(|offer| {
        offer.actor == Some(who) && offer.refused.is_none() && ["move", "dash"].contains(&offer.verb.as_str())
    });
    if free && !offered {
        vec![format!("{} has room and is offered no movement (SE-075)", name(act, who))]
    } else {
        Vec::new()
    }
}
