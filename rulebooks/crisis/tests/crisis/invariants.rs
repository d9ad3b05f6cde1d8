//! What a careful player could check from the log, written from the ledger: see `Arena::broken`.

use referee_crisis::{
    Crisis, Event, Intent,
    actions::attack::{Aim, AttackEvent, Struck},
    actions::movement::Gait,
    conditions::ConditionKind,
    gm::GmIntent,
    harm::HarmEvent,
    house::{ExecuteDouble, HouseRules, MixedThreshold, ReactionReset},
    loss::Loss,
    table::{Flag, LongAction, Mode, Stance, Table},
    turn::TurnEvent,
};
use referee_engine::{ActorId, ActorSet, Seat, Status, System, Who, conformance::Done};

/// An invariant of one creature.
type OfOne = fn(&Done<'_, Crisis>, ActorId) -> Result<(), String>;

/// An invariant of the whole act.
type OfAll = fn(&Done<'_, Crisis>) -> Result<(), String>;

/// Everything that this act broke.
pub fn broken(done: &Done<'_, Crisis>) -> Vec<String> {
    let mut all = Vec::new();
    for who in done.after.ids() {
        let checks: [(&str, OfOne); 16] = [
            ("CR-045, CR-046, CR-186", numbers_stay_in_bounds),
            ("CR-118 to CR-120", wounds_mean_what_they_mean),
            ("CR-118, CR-122, CR-134, CR-R87", incapacitated_for_a_reason),
            ("CR-R93, CR-R135, CR-R139", who_is_out_is_at_nothing),
            ("CR-R150", conditions_do_not_stack),
            ("CR-R101, CR-R102", healers_do_one_thing),
            ("CR-044, CR-176, CR-184, CR-R30", action_points_are_paid),
            ("CR-047, CR-196, CR-209", action_points_are_gained),
            ("CR-116, CR-194, CR-132, CR-137", wounds_add_up),
            ("CR-118, CR-119, CR-R93", what_befalls_somebody_is_told),
            ("CR-056, CR-R109, CR-R135, CR-R139", what_is_lost_is_told),
            ("CR-071, CR-087, CR-198, CR-208", reactions_are_possible),
            ("CR-182, CR-R134", only_watchers_watch),
            ("CR-R44", ammunition_is_used),
            ("CR-153 to CR-157, CR-173, CR-R149", nobody_goes_too_far),
            ("CR-R141", what_was_used_is_in_hand),
        ];
        for (rules, check) in checks {
            if let Err(what) = check(done, who) {
                all.push(format!("{}: {what} ({rules})", done.after.sheet(who).key));
            }
        }
    }
    let checks: [(&str, OfAll); 5] = [
        ("CR-030", one_turn_a_round),
        ("CR-036", the_higher_result_acts_earlier),
        ("CR-R22, CR-207", whoever_has_the_turn_can_act),
        ("CR-003, CR-060, CR-104", attack_rolls_are_read_right),
        ("CR-077, CR-102, CR-107, CR-111", damage_is_what_defences_leave),
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
    runs(done.before) && runs(done.after) && !matches!(done.intent, Intent::Gm(_))
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
    if table.actor(who).is(Flag::DiesAtZero) { hp } else { hp + hp }
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

fn numbers_stay_in_bounds(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let actor = done.after.actor(who);
    that(actor.ap <= 6, || format!("{} AP", actor.ap))?;
    that(actor.aim <= 2, || format!("{} times aimed", actor.aim))?;
    let long = actor.long.is_none_or(|long| long.cost > 6 && long.put < long.cost);
    that(long, || format!("a long Action that is none: {:?}", actor.long))
}

fn wounds_mean_what_they_mean(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (actor, hp) = (done.after.actor(who), u16::from(done.after.sheet(who).hp));
    let lethal = actor.lethal.count();
    that(lethal < dies_at(done.after, who) || actor.is_dead(), || format!("alive with {lethal} lethal wounds"))?;
    that(!actor.is_dying() || lethal >= hp, || format!("Dying with {lethal} lethal wounds of {hp} HP"))?;
    that(!(actor.is_dying() && actor.is_dead()), || "Dying and dead".to_owned())
}

fn incapacitated_for_a_reason(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (house, actor) = (&done.book.house, done.after.actor(who));
    let down = actor.nonlethal.count() >= thresholds(house, done.after, who).1;
    let full = actor.lethal.count() >= u16::from(done.after.sheet(who).hp);
    let is = actor.is_dead()
        || actor.is_dying()
        || actor.is(Flag::KnockedOut)
        || actor.stabilised_until.is_set()
        || (full && !house.stabilised_wakes)
        || down;
    that(actor.is_incapacitated() == is, || format!("incapacitated {}, should be {is}", actor.is_incapacitated()))
}

fn who_is_out_is_at_nothing(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (actor, house) = (done.after.actor(who), &done.book.house);
    let (out, stunned) = (actor.is_incapacitated(), has(done.after, who, |kind| kind == ConditionKind::Stunned));
    that(!(out || stunned) || !actor.is(Flag::Overwatch), || "on Overwatch and out of it".to_owned())?;
    that(!(out || stunned) || actor.aim == 0, || "aims and is out of it".to_owned())?;
    that(!out || !actor.is_out_of_sight(), || "incapacitated and Hidden".to_owned())?;
    // CR-R35: whoever is bound may take up again what the GM allows (CR-D34).
    let becomes_helpless = is_helpless_by_condition(done.after, who) && !is_helpless_by_condition(done.before, who);
    let at_work = actor.long.is_some_and(|long| !long.paused);
    that(!((out || becomes_helpless) && at_work), || "Helpless, and at a long Action".to_owned())?;
    let fell = out && !done.before.actor(who).is_incapacitated() && actor.is_here();
    let lies = actor.stance == Stance::Prone || !house.incapacitated_falls_prone;
    that(!fell || lies, || "fell, and does not lie".to_owned())
}

fn conditions_do_not_stack(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let conditions = &done.after.actor(who).conditions;
    let twice = |at: usize| conditions[..at].iter().any(|before| before.kind == conditions[at].kind);
    that(!(0..conditions.len()).any(twice), || format!("{conditions:?}"))
}

fn healers_do_one_thing(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let Some(treatment) = &done.after.actor(who).treating else { return Ok(()) };
    let patient = done.after.actor(treatment.patient);
    that(done.after.clock.mode == Mode::Free, || "treats somebody in a crisis".to_owned())?;
    that(!patient.is_dead() && !done.after.actor(who).is_incapacitated(), || {
        "nobody to treat, or to be treated by".into()
    })?;
    let heals_too = treatment.patient != who && patient.treating.is_some();
    that(!heals_too, || "treats somebody who treats somebody".to_owned())
}

/// What somebody pays in this act, as the ledger has it; `None` where that cannot be told from the outside.
fn pays(done: &Done<'_, Crisis>, who: ActorId) -> Option<u8> {
    let (house, table) = (&done.book.house, done.before);
    let mut in_hand = table.actor(who).in_hand;
    let mut draw = |at: u8| {
        let ap = if in_hand == at { 0 } else { house.draw_ap };
        in_hand = at;
        ap
    };
    let mut paid = 0;
    for event in done.events {
        match event {
            Event::Attack(AttackEvent::Declared { attack, .. }) if attack.actor == who => {
                let weapon = table.weapon(who, attack.weapon);
                let attacks = match &attack.aim {
                    Aim::At(targets) => targets.len() as u8,
                    Aim::Square(_) => 1,
                };
                let states_own = weapon.rof_extra_ap > 0 || weapon.rof_extra_hit > 0;
                let further = if states_own { weapon.rof_extra_ap } else { house.rof_extra.ap };
                paid += weapon.attack_ap + further * (attacks - 1) + draw(attack.weapon);
            }
            Event::Long(work) if work.who == who => {
                // CR-R34: whoever begins again begins at 0, unless what was broken off is kept.
                let goes_on = matches!(done.intent, Intent::Continue(_));
                let known = table.actor(who).long.filter(|long| long.what == work.what && (long.paused || goes_on));
                paid += work.put.saturating_sub(known.map_or(0, |long| long.put));
            }
            _ => {}
        }
    }
    let actor = Who::Actor(who);
    for kind in ["parry", "dodge"] {
        paid += house.reaction_ap * answers(done, actor, kind).filter(|key| *key != "no").count() as u8;
    }
    paid += match done.intent {
        Intent::Go(go) if go.actor == who => {
            if go.gait == Gait::Run {
                2
            } else {
                1
            }
        }
        Intent::Stance { actor, to } if *actor == who => match (table.actor(who).stance, to) {
            (Stance::Standing, Stance::Prone) | (Stance::Prone, Stance::Standing) => 2,
            _ => 1,
        },
        Intent::Hide(actor) if *actor == who => 3,
        Intent::Sneak(actor) if *actor == who => house.sneak_ap,
        Intent::Search(actor) if *actor == who => house.search_ap,
        Intent::Stabilise { actor, .. } if *actor == who => house.stabilise_ap,
        Intent::Aim { actor, weapon, .. } if *actor == who => table.weapon(who, *weapon).aim_ap + draw(*weapon),
        Intent::Reload { actor, weapon } if *actor == who => {
            let ap = table.weapon(who, *weapon).reload_ap;
            if ap > 6 { 0 } else { ap }
        }
        Intent::UseItem { actor, item, .. } if *actor == who => table.setup.items[usize::from(*item)].use_ap,
        Intent::Extra { actor, at } if *actor == who => table.sheet(who).extra_actions().nth(usize::from(*at))?.ap,
        Intent::Light { actor, .. } if *actor == who => {
            let allowed = answers(done, Who::Gm, "light").next()?.strip_prefix("allow").map(|ap| ap.trim_matches('-'));
            match allowed {
                Some(ap) => ap.parse().unwrap_or(0),
                None if answers(done, Who::Actor(who), "anyway").any(|key| key == "anyway") => house.default_action_ap,
                None => 0,
            }
        }
        Intent::Task(task) if task.actor == who && !task.called => {
            let ap: u8 = answers(done, Who::Gm, "cost").next()?.strip_suffix("-ap")?.parse().ok()?;
            if ap > 6 { 0 } else { ap }
        }
        _ => 0,
    };
    Some(paid)
}

fn action_points_are_paid(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    if !in_one_crisis(done) || turns_of(done, who) > 0 {
        return Ok(());
    }
    let Some(paid) = pays(done, who) else { return Ok(()) };
    let (before, after) = (done.before.actor(who).ap, done.after.actor(who).ap);
    that(before.checked_sub(paid) == Some(after), || format!("{before} AP, {paid} to pay, {after} left"))
}

fn action_points_are_gained(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let house = &done.book.house;
    let turns = turns_of(done, who);
    let (before, after) = (done.before.actor(who), done.after.actor(who));
    if !in_one_crisis(done) || turns == 0 || pays(done, who) != Some(0) {
        return Ok(());
    }
    let gain = if before.is_incapacitated() && after.is_incapacitated() {
        0
    } else if turns == 1 && done.after.acting() == Some(who) {
        match () {
            () if is_helpless_by_condition(done.after, who) && !house.helpless_gains_ap => 0,
            () if is_exhausted(house, done.after, who) => 2,
            () => 4,
        }
    } else {
        return Ok(()); // its turn has passed; who knows how it was then
    };
    let expected = (before.ap + gain).min(6);
    that(after.ap == expected, || format!("{} AP and {gain} more are {}", before.ap, after.ap))
}

fn wounds_add_up(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    if matches!(done.intent, Intent::Gm(GmIntent::Set { .. })) {
        return Ok(());
    }
    let (mut lethal, mut nonlethal, mut turned) = (0, 0, false);
    for event in harm(done) {
        match *event {
            HarmEvent::Wounded { who: whose, wounds, lethal: kind, .. } if whose == who => {
                *(if kind { &mut lethal } else { &mut nonlethal }) += i32::from(wounds);
            }
            HarmEvent::Bleeds { who: whose } if whose == who => lethal += 1,
            HarmEvent::Healed { who: whose, wounds, lethal: kind } if whose == who => {
                *(if kind { &mut lethal } else { &mut nonlethal }) -= i32::from(wounds);
            }
            HarmEvent::KnockedOut { who: whose } if whose == who => turned = true,
            _ => {}
        }
    }
    let change = |of: fn(&Table, ActorId) -> u16| i32::from(of(done.after, who)) - i32::from(of(done.before, who));
    let (more, more_non) =
        (change(|table, who| table.actor(who).lethal.count()), change(|table, who| table.actor(who).nonlethal.count()));
    // CR-R157: at a survival roll lethal wounds may become non-lethal ones.
    let holds = if turned { more + more_non == lethal + nonlethal } else { (more, more_non) == (lethal, nonlethal) };
    that(holds, || format!("{more} lethal and {more_non} non-lethal wounds more, told of {lethal} and {nonlethal}"))
}

fn what_befalls_somebody_is_told(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (before, after) = (done.before.actor(who), done.after.actor(who));
    let told = |is: &dyn Fn(&HarmEvent) -> bool| harm(done).any(is);
    let dies = told(&|event| matches!(event, HarmEvent::Died { who: whose } if *whose == who));
    let falls = told(&|event| matches!(event, HarmEvent::Incapacitated { who: whose } if *whose == who));
    let bleeds = told(&|event| matches!(event, HarmEvent::Dying { who: whose } if *whose == who));
    that(before.is_dead() || !after.is_dead() || dies, || "died in silence".to_owned())?;
    that(before.is_incapacitated() || !after.is_incapacitated() || falls || dies, || "fell in silence".to_owned())?;
    that(before.is_dying() || !after.is_dying() || bleeds, || "is Dying in silence".to_owned())?;
    // CR-195: until healed or dead.
    let ended = told(&|event| match event {
        HarmEvent::Stabilised { who: whose } => *whose == who,
        HarmEvent::Healed { who: whose, lethal: true, .. } => *whose == who,
        _ => false,
    });
    let is_set = matches!(done.intent, Intent::Gm(GmIntent::Set { .. }));
    that(!before.is_dying() || after.is_dying() || ended || dies || is_set, || {
        "is no longer Dying, and why?".to_owned()
    })
}

fn what_is_lost_is_told(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (before, after) = (done.before.actor(who), done.after.actor(who));
    let begins_or_ends = done.before.clock.mode != done.after.clock.mode;
    let dies = died(done, who);
    let shoots = done.events.iter().any(|event| {
        matches!(event, Event::Attack(AttackEvent::Declared { attack, .. })
            if attack.actor == who && !done.before.weapon(who, attack.weapon).is_melee())
    });
    let aim = lost(done, |loss| matches!(loss, Loss::Aim { who: whose } if *whose == who));
    that(after.aim >= before.aim || aim || shoots || dies || begins_or_ends, || "lost its aim in silence".to_owned())?;
    let long = before.long.filter(|long| !long.paused);
    let is_done = |what: LongAction| {
        let is_full = |event: &Event| matches!(event, Event::Long(work) if work.who == who && work.what == what && work.put == work.cost);
        done.events.iter().any(is_full)
    };
    let told = lost(done, |loss| matches!(loss, Loss::Long { who: whose, .. } if *whose == who));
    if let Some(long) = long {
        let goes_on = after.long.is_some_and(|now| now.what == long.what && !now.paused && now.put >= long.put);
        that(goes_on || told || is_done(long.what) || dies, || "lost a long Action in silence".to_owned())?;
    }
    let watch = lost(done, |loss| matches!(loss, Loss::Overwatch { who: whose } if *whose == who));
    let ended = watch || turns_of(done, who) > 0 || dies || begins_or_ends;
    that(!before.is(Flag::Overwatch) || after.is(Flag::Overwatch) || ended, || "lost Overwatch in silence".to_owned())?;
    if before.treating.is_some() && after.treating.is_none() {
        let broken = lost(done, |loss| matches!(loss, Loss::Treatment { who: whose, .. } if *whose == who));
        let rolled =
            done.events.iter().any(|event| matches!(event, Event::Checked(checked) if checked.check.who == who));
        that(broken || rolled, || "left a patient in silence".to_owned())?;
    }
    Ok(())
}

/// Could somebody react at the beginning, or was something said that lets it?
fn reactions_are_possible(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let before = done.before.actor(who);
    let rounds = done.events.iter().any(|event| matches!(event, Event::Turn(TurnEvent::Round { .. })));
    let anew = rounds || (done.book.house.reaction_reset == ReactionReset::OwnTurn && turns_of(done, who) > 0);
    for (kind, flag) in [("parry", Flag::ParryUsed), ("dodge", Flag::DodgeUsed)] {
        let asked: Vec<&str> = answers(done, Who::Actor(who), kind).collect();
        if asked.is_empty() {
            continue;
        }
        that(anew || !before.is(flag), || format!("asked for a second {kind} in a round"))?;
        let used = asked.iter().filter(|key| **key != "no").count();
        that(anew || used <= 1, || format!("{used} times {kind} in a round"))?;
        let stunned = has(done.before, who, |kind| kind == ConditionKind::Stunned);
        let barred = before.is_incapacitated() || stunned || is_helpless_by_condition(done.before, who);
        let freed = harm(done).any(|event| match event {
            HarmEvent::Recovers { who: whose } | HarmEvent::ConditionEnds { who: whose, .. } => *whose == who,
            _ => false,
        });
        that(!barred || freed, || format!("asked for a {kind}, but cannot react"))?;
    }
    Ok(())
}

fn only_watchers_watch(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    if answers(done, Who::Actor(who), "overwatch").next().is_none() {
        return Ok(());
    }
    let goes = matches!(done.intent, Intent::Overwatch(actor) if *actor == who);
    that(done.before.actor(who).is(Flag::Overwatch) || goes, || "asked to shoot, but is not on Overwatch".to_owned())?;
    that(done.before.acting() != Some(who) || goes, || "interrupts itself".to_owned())?;
    that(done.before.actor(who).ap > 0, || "asked to shoot without AP".to_owned())
}

fn ammunition_is_used(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    for (at, carried) in done.before.actor(who).weapons.iter().enumerate() {
        let weapon = done.before.weapon(who, at as u8);
        let reloads = |event: &Event| matches!(event, Event::Reloads { who: whose, weapon } if (*whose, usize::from(*weapon)) == (who, at));
        if weapon.capacity == 0 || done.events.iter().any(reloads) {
            continue;
        }
        let mut shots = 0;
        for event in done.events {
            match event {
                Event::Attack(AttackEvent::Declared { attack, .. })
                    if attack.actor == who && usize::from(attack.weapon) == at =>
                {
                    shots += match &attack.aim {
                        Aim::At(targets) => targets.len(),
                        Aim::Square(_) => 1,
                    };
                }
                Event::Lost(Loss::Action { who: whose }) if *whose == who => shots = 0, // nothing was fired
                _ => {}
            }
        }
        let left = usize::from(done.after.actor(who).weapons[at].loaded);
        that(left + shots == usize::from(carried.loaded), || {
            format!("{shots} shots of {} leave {left}", carried.loaded)
        })?;
    }
    Ok(())
}

fn nobody_goes_too_far(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let house = &done.book.house;
    let mut went = false;
    for event in done.events {
        match event {
            Event::Moved { who: whose, gait, squares, .. } if *whose == who => {
                let (table, full) = (done.before, u32::from(done.before.sheet(who).pace));
                let slowed = has(table, who, |kind| kind == ConditionKind::Slowed)
                    || table.setup.is_slow(table.actor(who).place.cell);
                let pace = if slowed { (full / 2).max(full.min(house.min_pace.into())) } else { full };
                let most = match gait {
                    Gait::Move => pace,
                    Gait::Run => 2 * pace,
                    Gait::Crouch => pace / 2,
                    Gait::Crawl => (200 / house.metres_per_square.0).max(1),
                };
                that(u32::from(*squares) <= most, || format!("{squares} squares, and {most} are allowed"))?;
                went = true;
            }
            Event::GotOut { who: whose, .. } => went |= *whose == who,
            Event::Gm(GmIntent::Place { who: whose, .. } | GmIntent::Arrive { who: whose }) => went |= *whose == who,
            _ => {}
        }
    }
    let stays = done.before.actor(who).place == done.after.actor(who).place;
    that(stays || went, || "is elsewhere, and nobody saw it go".to_owned())
}

/// CR-R141: drawing is paid once for the weapon that is used.
fn what_was_used_is_in_hand(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let mut used = None;
    for event in done.events {
        match event {
            Event::Attack(AttackEvent::Declared { attack, .. }) if attack.actor == who => used = Some(attack.weapon),
            Event::Lost(Loss::Action { who: whose }) if *whose == who => return Ok(()), // before it was drawn
            _ => {}
        }
    }
    let in_hand = done.after.actor(who).in_hand;
    that(used.is_none_or(|used| used == in_hand), || format!("used {used:?} and has {in_hand} in hand"))
}

fn one_turn_a_round(done: &Done<'_, Crisis>) -> Result<(), String> {
    let mut had = ActorSet::EMPTY;
    for event in done.events {
        match event {
            Event::Turn(TurnEvent::Round { .. }) => had = ActorSet::EMPTY,
            Event::Turn(TurnEvent::Begins { who }) => {
                that(!had.contains(*who), || format!("{} has two turns in a round", done.after.sheet(*who).key))?;
                had = had.with(*who);
            }
            _ => {}
        }
    }
    Ok(())
}

fn the_higher_result_acts_earlier(done: &Done<'_, Crisis>) -> Result<(), String> {
    let in_turn = done.after.order.iter().filter(|&&who| !done.after.actor(who).is(Flag::Late));
    let results: Vec<i16> = in_turn.map(|&who| done.after.actor(who).initiative).collect();
    that(results.is_sorted_by(|a, b| a >= b), || format!("the order is {results:?}"))
}

fn whoever_has_the_turn_can_act(done: &Done<'_, Crisis>) -> Result<(), String> {
    let (table, Status::Acting(_)) = (done.after, done.book.status(done.after)) else { return Ok(()) };
    let Some(who) = table.acting() else { return Ok(()) };
    let (actor, key) = (table.actor(who), &table.sheet(who).key);
    let stunned = has(table, who, |kind| kind == ConditionKind::Stunned);
    let held = is_helpless_by_condition(table, who) && !actor.is(Flag::Allowed);
    that(!actor.is_incapacitated() && !stunned && !held, || format!("{key} has the turn and cannot act"))?;
    // CR-153: whoever stands, is not hemmed in and has an AP can go somewhere.
    let is_open = |x: i16, y: i16| {
        let cell = referee_engine::space::Cell::new(actor.place.cell.x + x, actor.place.cell.y + y);
        (x, y) != (0, 0)
            && table.setup.space.contains(cell)
            && table.is_free(cell, who)
            && !table.actors.iter().any(|other| other.is_here() && other.place.cell == cell)
    };
    let room = (-1..=1).any(|x| (-1..=1).any(|y| is_open(x, y)));
    let slowed = has(table, who, |kind| kind == ConditionKind::Slowed) || table.setup.is_slow(actor.place.cell);
    let pace = table.sheet(who).pace / if slowed { 2 } else { 1 };
    if actor.stance == Stance::Standing && actor.ap > 0 && pace > 0 && room {
        let offers = done.book.offers(table, Seat::Player(ActorSet::EMPTY.with(who)));
        let moves = offers.iter().any(|offer| offer.verb == "move" && offer.refused.is_none());
        that(moves, || format!("{key} has room and AP, and may not move"))?;
    }
    Ok(())
}

fn attack_rolls_are_read_right(done: &Done<'_, Crisis>) -> Result<(), String> {
    for (at, event) in done.events.iter().enumerate() {
        let Event::Attack(AttackEvent::Rolled { by, face, parts, struck, .. }) = event else { continue };
        let (_, executes) = declared(done, at, *by)?;
        let (dice, total) = (face.shown(), face.shown() + parts.total());
        let automatic = executes && done.book.house.execute_auto_hit;
        let expected = match () {
            () if dice == 1 && !automatic => Struck::Failed,
            () if total < 4 && !automatic => Struck::Missed,
            () => Struck::Hit((total / 4).clamp(0, 250) as u8),
        };
        that(*struck == expected, || format!("{dice} with {total} is read as {struck:?}"))?;
    }
    Ok(())
}

/// The Attack that a roll is for: is it of an area, and is it an Execute? Watchers come in between.
fn declared(done: &Done<'_, Crisis>, roll: usize, by: ActorId) -> Result<(bool, bool), String> {
    let last = done.events[..roll].iter().rev().find_map(|event| match event {
        Event::Attack(AttackEvent::Declared { attack, execute, .. }) if attack.actor == by => {
            Some((done.before.weapon(by, attack.weapon).radius.is_some(), *execute))
        }
        _ => None,
    });
    last.ok_or_else(|| "a roll without an Attack".to_owned())
}

/// One hit on somebody: what came of the damage on its way.
#[derive(Default)]
struct Hit {
    damage: i16,
    removed: i16,
    blocked: i16,
}

fn damage_is_what_defences_leave(done: &Done<'_, Crisis>) -> Result<(), String> {
    let mut executes = false;
    let mut hits: Vec<(ActorId, Hit)> = Vec::new();
    let (mut damage, mut missed, mut pending) = (None, None, None);
    let nothing_came = |pending: Option<ActorId>| match pending {
        Some(who) => Err(format!("a hit on {} does nothing", done.after.sheet(who).key)),
        None => Ok(()),
    };
    for (number, event) in done.events.iter().enumerate() {
        match event {
            Event::Attack(AttackEvent::Declared { .. }) => {
                nothing_came(pending.take())?;
                (damage, missed) = (None, None);
            }
            Event::Attack(AttackEvent::Rolled { by, at, struck, damage: told, .. }) => {
                nothing_came(pending.take())?;
                let (area, execute) = declared(done, number, *by)?;
                executes = execute;
                let hit = matches!(struck, Struck::Hit(_));
                damage = hit.then_some(*told);
                missed = at.filter(|_| !hit && !area);
                pending = at.filter(|_| hit && !area && *told > 0);
                hits.clear();
            }
            Event::Turn(_) | Event::Daily(_) => {
                nothing_came(pending.take())?;
                (damage, missed) = (None, None);
            }
            Event::Reacted(reacted) => of(&mut hits, reacted.who).removed = reacted.removes,
            Event::Harm(HarmEvent::Blocked { who, damage }) => {
                let armour = done.before.actor(*who).armour;
                that(*damage <= armour, || format!("armour {armour} blocks {damage}"))?;
                of(&mut hits, *who).blocked = i16::from(*damage);
            }
            Event::Harm(HarmEvent::Unaffected { who }) => pending = pending.filter(|hit| hit != who),
            Event::Harm(HarmEvent::Wounded { who, wounds, lethal, minimum }) => {
                pending = pending.filter(|hit| hit != who);
                that(missed != Some(*who), || format!("a miss wounds {}", done.after.sheet(*who).key))?;
                let Some(damage) = damage else { continue };
                let hit = of(&mut hits, *who);
                hit.damage = damage;
                let rest = hit.damage - hit.removed - hit.blocked;
                let twice = executes && done.book.house.execute_double == ExecuteDouble::AfterArmour;
                let expected = match rest > 0 {
                    true => (if twice { 2 * rest } else { rest }, false),
                    false => (1, true),
                };
                let found = (i16::from(*wounds), *minimum);
                that(found == expected, || {
                    format!(
                        "{damage} − {} − {} is told as {wounds} wounds, minimum {minimum}",
                        hit.removed, hit.blocked
                    )
                })?;
                that(!minimum || !lethal, || "the minimum is lethal".to_owned())?;
                *hit = Hit::default();
            }
            _ => {}
        }
    }
    nothing_came(pending)
}

fn of(hits: &mut Vec<(ActorId, Hit)>, who: ActorId) -> &mut Hit {
    let at = hits.iter().position(|(known, _)| *known == who).unwrap_or_else(|| {
        hits.push((who, Hit::default()));
        hits.len() - 1
    });
    &mut hits[at].1
}
