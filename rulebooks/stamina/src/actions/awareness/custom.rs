//! The GM's own check, by the empty form at the end of the text (ST-271, ST-R107), and the ordinary task (ST-001).

use super::aid;
use crate::{
    Event, Question, Stamina,
    check::{Cause, Degree, How, Named, consequence, perform, pool_of, progress, use_progress},
    harm::knock_down,
    sheet::Primary,
    table::{Goal, Posture, Table},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, rule};

/// ST-003: attribute, skill, dice, difficulty, degree; then what the form says of that degree.
pub(super) fn resolve<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    check: u8,
    how: How,
    oracle: &mut O,
) -> Flow<()> {
    let setup = table.setup.clone();
    let form = &setup.customs[usize::from(check)];
    let difficulty = match form.difficulty {
        Some(difficulty) => difficulty,
        None => Question::ask_difficulty(table, who, Named::Custom(check), oracle)?,
    };
    let mut pool = pool_of(table, who, form.attribute, form.skill.unwrap_or(Primary::Awareness));
    if form.skill.is_none() {
        pool.rank = 0;
    }
    if let Some(secondary) = form.secondary {
        pool.gain(Cause::Secondary, table.sheet(who).rank(secondary));
    }
    let goal = Goal::Custom(check);
    use_progress(table, who, goal, &mut pool);
    if form.aid {
        aid(table, who, form.secondary, &mut pool, oracle)?;
    }
    let degree = perform(book, who, Named::Custom(check), pool, difficulty, how, Audience::All, oracle)?;
    oracle.tell(Audience::All, || Event::CustomCheck { who, check, degree });
    match degree {
        // ST-017 to ST-019, ST-R12: the form's own text, materials, a fall, or what the GM considers.
        Degree::CriticalFailure if form.materials => {
            table.spoiled = table.spoiled.with(who);
            oracle.tell(Audience::All, || Event::MaterialsLost { who });
        }
        Degree::CriticalFailure if form.movement => knock_down(table, who, Posture::Prone, rule!("ST-019"), oracle)?,
        Degree::CriticalFailure if form.critical_failure.is_empty() => consequence(table, who, oracle)?,
        Degree::NearFailure if form.near_failure.is_empty() => progress(table, who, goal, oracle)?,
        _ => {}
    }
    Ok(())
}
