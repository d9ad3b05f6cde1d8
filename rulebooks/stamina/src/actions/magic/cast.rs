//! Gated and ungated spells (ST-170 to ST-178).

use super::{activate, keep};
use crate::{
    Event, Question, Stamina,
    actions::Action,
    check::{
        Checked, Degree, How, Named, arcane_result, consequence, pool_of, progress, roll_less, roll_less_degree,
        use_progress,
    },
    harm::pay_dues,
    house::{ArcaneSuccesses, HouseRules},
    sheet::{Attribute, Primary, Spell},
    table::{Goal, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Who, rule};

/// ST-172, ST-173, ST-177, ST-178, ST-R75: the dues of a cast.
pub fn spell_dues(house: &HouseRules, spell: &Spell, ungated: bool, degree: Degree, result: i32) -> u8 {
    let raw = (result.max(0) / 3) as u8;
    let rolled = match (house.arcane_successes, degree.is_success()) {
        (ArcaneSuccesses::Raw, _) | (ArcaneSuccesses::Mixed, false) => raw,
        (ArcaneSuccesses::Margin, false) => 0,
        (_, true) => degree.successes(),
    };
    match (degree.is_success(), ungated) {
        (true, false) => spell.cost,
        (true, true) => i16::from(rolled).saturating_add(i16::from(spell.cost_modifier)).clamp(0, 255) as u8,
        (false, _) => rolled,
    }
}

/// ST-170, ST-174: mind and arcane aptitude against the difficulty, one more if the spell is to grow with the roll.
#[allow(clippy::too_many_arguments, reason = "everything that is declared of a cast")]
pub(super) fn cast<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    spell: u8,
    ungated: bool,
    target: ActorId,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let setup = table.setup.clone();
    let terms = &setup.spells[usize::from(spell)];
    let difficulty = terms.difficulty + u8::from(ungated);
    let name = Named::Action(if ungated { Action::Ungated } else { Action::Gated });
    let mut pool = pool_of(table, who, Attribute::Mind, Primary::ArcaneAptitude); // ST-166
    let goal = Goal::Cast(spell);
    use_progress(table, who, goal, &mut pool);
    let (degree, result) = match how {
        How::Roll => {
            let result = arcane_result(book, table, who, name, &pool, oracle)?;
            (Degree::of(&book.house, result, i32::from(difficulty)), result)
        }
        _ => {
            let successes = roll_less(&pool, &book.house, how);
            let degree = roll_less_degree(&book.house, successes, i32::from(difficulty));
            (degree, 3 * i32::from(successes))
        }
    };
    let dues = spell_dues(&book.house, terms, ungated, degree, result);
    oracle.tell(Audience::All, || {
        let (face, successes) = ((how == How::Roll).then_some(result), degree.successes());
        let (difficulty, degree) = (Some(difficulty), Some(degree));
        Event::Checked(Checked { who, name, pool, face, how, difficulty, degree, successes })
    });
    let mut effect = terms.effect;
    if let (Degree::Success(more), true) = (degree, ungated) {
        // ST-176, ST-R77: every additional success becomes a power.
        for _ in 0..more {
            let question = Question::Power { spell: Some(spell), count: terms.powers.len() as u8 };
            let power = terms.powers[oracle.ask(table, Who::Actor(who), &question)?];
            effect = effect.stronger(power);
            oracle.tell(Audience::All, || Event::Powered { who, power, rule: rule!("ST-176") });
        }
    }
    if degree.is_success() {
        if terms.thrown {
            keep(table, who, effect, oracle);
        } else {
            activate(book, table, who, target, effect, oracle)?; // ST-171, ST-175
        }
    }
    let rule = match (degree.is_success(), ungated) {
        (true, false) => rule!("ST-172"),
        (false, false) => rule!("ST-173"),
        (true, true) => rule!("ST-177"),
        (false, true) => rule!("ST-178"),
    };
    pay_dues(table, who, dues, rule, oracle)?;
    match degree {
        _ if !table.is_active(who) => Ok(()),
        Degree::NearFailure => progress(table, who, goal, oracle),
        Degree::CriticalFailure => consequence(table, who, oracle), // ST-R12
        _ => Ok(()),
    }
}
