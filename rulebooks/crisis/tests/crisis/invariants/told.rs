//! What the log says is what happened, and only those are asked who may be.

use super::{answers, died, harm, has, is_helpless_by_condition, lost, that, turns_of};
use referee_crisis::{
    Crisis, Event, Intent, acts::attack::AttackEvent, conditions::ConditionKind, harm::HarmEvent, house::ReactionReset,
    loss::Loss, table::LongAction, table::Table, turn::TurnEvent,
};
use referee_engine::{ActorId, Who, conformance::Done};

/// CR-R161: does the GM correct wounds?
fn sets_wounds(event: &Event) -> bool {
    matches!(event, Event::Corrected(corrected) if ["lethal", "nonlethal"].contains(&corrected.what.as_str()))
}

pub(super) fn wounds_add_up(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    if done.events.iter().any(sets_wounds) {
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

pub(super) fn what_befalls_somebody_is_told(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (before, after) = (done.before.actor(who), done.after.actor(who));
    let told = |is: &dyn Fn(&HarmEvent) -> bool| harm(done).any(is);
    let dies = told(&|event| matches!(event, HarmEvent::Died { who: whose } if *whose == who));
    let falls = told(&|event| matches!(event, HarmEvent::Incapacitated { who: whose } if *whose == who));
    let bleeds = told(&|event| matches!(event, HarmEvent::Dying { who: whose } if *whose == who));
    that(before.dead || !after.dead || dies, || "died in silence".to_owned())?;
    that(before.incapacitated || !after.incapacitated || falls || dies, || "fell in silence".to_owned())?;
    that(before.dying || !after.dying || bleeds, || "is Dying in silence".to_owned())?;
    // CR-195: until healed or dead.
    let ended = told(&|event| match event {
        HarmEvent::Stabilised { who: whose } => *whose == who,
        HarmEvent::Healed { who: whose, lethal: true, .. } => *whose == who,
        _ => false,
    });
    let is_set = done.events.iter().any(sets_wounds);
    that(!before.dying || after.dying || ended || dies || is_set, || "is no longer Dying, and why?".to_owned())
}

pub(super) fn what_is_lost_is_told(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let (before, after) = (done.before.actor(who), done.after.actor(who));
    let dies = died(done, who);
    let shoots = done.events.iter().any(|event| {
        matches!(event, Event::Attack(AttackEvent::Declared { attack, .. })
            if attack.actor == who && !done.before.weapon(who, attack.weapon).is_melee())
    });
    let aim = lost(done, |loss| matches!(loss, Loss::Aim { who: whose } if *whose == who));
    that(after.aim >= before.aim || aim || shoots || dies, || "lost its aim in silence".to_owned())?;
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
    let ended = watch || turns_of(done, who) > 0 || dies;
    that(!before.overwatch || after.overwatch || ended, || "lost Overwatch in silence".to_owned())?;
    if before.treating.is_some() && after.treating.is_none() {
        let broken = lost(done, |loss| matches!(loss, Loss::Treatment { who: whose, .. } if *whose == who));
        let rolled =
            done.events.iter().any(|event| matches!(event, Event::Checked(checked) if checked.check.who == who));
        that(broken || rolled, || "left a patient in silence".to_owned())?;
    }
    Ok(())
}

/// Could somebody react at the beginning, or was something said that lets it?
pub(super) fn reactions_are_possible(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    let before = done.before.actor(who);
    let rounds = done.events.iter().any(|event| matches!(event, Event::Turn(TurnEvent::Round { .. })));
    let anew = rounds || (done.book.house.reaction_reset == ReactionReset::OwnTurn && turns_of(done, who) > 0);
    for (kind, was_used) in [("parry", before.parry_used), ("dodge", before.dodge_used)] {
        let asked: Vec<&str> = answers(done, Who::Actor(who), kind).collect();
        if asked.is_empty() {
            continue;
        }
        that(anew || !was_used, || format!("asked for a second {kind} in a round"))?;
        let used = asked.iter().filter(|key| **key != "no").count();
        that(anew || used <= 1, || format!("{used} times {kind} in a round"))?;
        let stunned = has(done.before, who, |kind| kind == ConditionKind::Stunned);
        let barred = before.incapacitated || stunned || is_helpless_by_condition(done.before, who);
        let freed = harm(done).any(|event| match event {
            HarmEvent::Recovers { who: whose } | HarmEvent::ConditionEnds { who: whose, .. } => *whose == who,
            _ => false,
        });
        that(!barred || freed, || format!("asked for a {kind}, but cannot react"))?;
    }
    Ok(())
}

pub(super) fn only_watchers_watch(done: &Done<'_, Crisis>, who: ActorId) -> Result<(), String> {
    if answers(done, Who::Actor(who), "overwatch").next().is_none() {
        return Ok(());
    }
    let goes = matches!(done.intent, Intent::Overwatch(does) if does.actor == Some(who));
    that(done.before.actor(who).overwatch || goes, || "asked to shoot, but is not on Overwatch".to_owned())?;
    that(done.before.acting() != Some(who) || goes, || "interrupts itself".to_owned())?;
    that(done.before.actor(who).ap > 0, || "asked to shoot without AP".to_owned())
}
