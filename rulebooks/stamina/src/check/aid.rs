//! Aid: others of one's side lend a hand (ST-241, ST-R101).

use super::{Cause, Pool};
use crate::{Question, Stamina, sheet::Secondary, table::Table};
use referee_engine::{ActorId, Flow, Oracle, Who};
use smallvec::SmallVec;

/// ST-241, ST-R101, ST-D35: everybody else of the side may aid, side by side: one bonus die, and one for each rank.
pub fn aid<O: Oracle<Stamina>>(
    table: &Table,
    who: ActorId,
    skill: Option<Secondary>,
    pool: &mut Pool,
    oracle: &mut O,
) -> Flow<()> {
    let others = table.ids().filter(|&other| other != who && table.is_awake(other) && !table.hostile(other, who));
    let asked: SmallVec<[(Who, Question); 8]> =
        others.map(|other| (Who::Actor(other), Question::Aid { who })).collect();
    if asked.is_empty() {
        return Ok(());
    }
    let answers = oracle.ask_all(table, &asked)?;
    // ST-R101: the GM may refuse.
    if answers.contains(&1) && oracle.ask(table, Who::Gm, &Question::AllowAid { who })? == 1 {
        return Ok(());
    }
    for ((other, _), answer) in asked.iter().zip(answers) {
        if let (Who::Actor(other), 1) = (other, answer) {
            pool.gain(Cause::Aid, 1 + skill.map_or(0, |skill| table.sheet(*other).rank(skill)));
        }
    }
    Ok(())
}
