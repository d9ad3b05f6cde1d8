//! How a machine plays: random legal, bold, careful.

use crate::{
    Clockworld, Intent, Question,
    actions::{
        attack::{Attack, Target, arm, legal, usable_weapons},
        contest::{Act, Contest, escape, persuade},
    },
    sheet::{AttackKind, Class},
    table::{Out, Severity, Table},
    turn::TurnIntent,
};
use referee_dice::FastRng;
use referee_engine::{ActorId, Question as _, Who};

/// A way to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Anything legal.
    Random,
    /// Attacks whenever it can.
    Bold,
    /// Defends itself and keeps its Reactions for what matters.
    Careful,
}

/// What a Character is worth to its side: unhurt and active is best.
pub fn worth(table: &Table, who: ActorId) -> u32 {
    let actor = table.actor(who);
    let mut worth: u32 = match actor.out {
        Out::Active => 10_000,
        Out::Surrendered | Out::Fled => 4_000,
        Out::Unconscious => 1_500,
        Out::Dead => return 0,
    };
    for injury in &actor.injuries {
        let cost = match (injury.severity, injury.stabilized) {
            (Severity::Mild, _) => 20,
            (Severity::Serious, false) => 900,
            (Severity::Serious, true) => 200,
            (Severity::Critical, false) => 1_800,
            (Severity::Critical, true) => 500,
        };
        worth = worth.saturating_sub(cost);
    }
    worth = worth.saturating_sub(1_000 * u32::from(actor.shock_failures));
    worth = worth.saturating_sub(if actor.prone { 100 } else { 0 });
    worth = worth.saturating_sub(200 * actor.conditions.len() as u32);
    worth + 5 * u32::from(actor.reactions)
}

/// What a policy does next for the side that has the Turn.
pub fn choose(book: &Clockworld, table: &Table, policy: Policy, rng: &mut FastRng) -> Intent {
    let members =
        table.ids().filter(|&who| table.has_turn(who) && table.is_active(who) && !table.actor(who).turn.passed);
    for who in members {
        // CW-129: whoever has been Persuaded is not done before it complies.
        if persuade::may_comply(book, table, who).is_ok() {
            return Intent::Contest(Contest { actor: who, act: Act::Comply, focus: false, sneakily: false });
        }
        if let Some(escape) = escape::tries(book, table, who) {
            return Intent::Contest(escape);
        }
        if policy == Policy::Random && rng.below(4) == 0 {
            return Intent::Turn(TurnIntent::Pass(who));
        }
        if let Some(attack) = best_attack(book, table, who, policy, rng) {
            return Intent::Attack(attack);
        }
        if !table.is_pinned(who)
            && crate::actions::defend::legal(book, table, who, false).is_ok()
            && policy == Policy::Careful
        {
            return Intent::Defend { actor: who, focus: false };
        }
    }
    Intent::Turn(TurnIntent::End(table.side))
}

fn best_attack(book: &Clockworld, table: &Table, who: ActorId, policy: Policy, rng: &mut FastRng) -> Option<Attack> {
    let mut found = None;
    let mut seen = 0;
    for weapon in usable_weapons(table, who) {
        let arm = arm(table, who, weapon).ok()?;
        if arm.kind == AttackKind::Area {
            continue;
        }
        for target in table.ids().filter(|&id| table.hostile(who, id) && table.actor(id).out < Out::Unconscious) {
            let part = table.sheet(target).first(Class::Bulk).unwrap_or(0);
            let attack = Attack {
                actor: who,
                weapon,
                target: Target::Body { who: target, part },
                focus: false,
                sneakily: false,
            };
            if legal(book, table, &attack).is_ok() {
                seen += 1;
                if policy != Policy::Random {
                    return Some(attack);
                }
                if rng.below(seen) == 0 {
                    found = Some(attack);
                }
            }
        }
    }
    found
}

/// What a policy answers.
#[inline(always)]
pub fn answer(
    _book: &Clockworld,
    table: &Table,
    policy: Policy,
    who: Who,
    question: &Question,
    rng: &mut FastRng,
) -> usize {
    if policy == Policy::Random {
        return rng.below(question.options() as u32) as usize;
    }
    match question {
        Question::React { options, .. } => {
            let keep = policy == Policy::Careful && matches!(who, Who::Actor(me) if table.actor(me).reactions < 1);
            if keep || options.is_empty() { 0 } else { 1 }
        }
        _ => question.usual(),
    }
}
