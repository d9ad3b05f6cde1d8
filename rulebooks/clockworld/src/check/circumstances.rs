//! What the GM has to say about a Check (CW-043, CW-D09, CW-D10).

use super::{Cause, Check};
use crate::{
    Clockworld, Question,
    table::{Gives, Table},
};
use referee_engine::{Flow, Oracle, Who};

/// CW-043, CW-D09: what the GM has set for this Check, and what the GM says when asked.
pub(super) fn under_circumstances<O: Oracle<Clockworld>>(
    table: &mut Table,
    check: &mut Check,
    oracle: &mut O,
) -> Flow<()> {
    let question = Question::Circumstance { who: check.who, skill: check.skill };
    apply_circumstances(table, check);
    if table.gm_before_every_check {
        let answer = oracle.ask(table, Who::Gm, &question)?;
        match Circumstances::OPTIONS[answer].0 {
            Circumstances::None => {}
            Circumstances::High => check.causes = check.causes.and(Cause::Helped),
            Circumstances::Low => check.causes = check.causes.and(Cause::Hindered),
            Circumstances::Plus(modifier) => check.modifier = check.modifier.saturating_add(modifier),
        }
    }
    Ok(())
}

/// What the GM may say before a Check (CW-D09).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Circumstances {
    /// Nothing special.
    None,
    /// High Roll.
    High,
    /// Low Roll.
    Low,
    /// A modifier.
    Plus(i8),
}

impl Circumstances {
    /// The options, with the words for them.
    pub const OPTIONS: [(Circumstances, &'static str); 7] = [
        (Circumstances::None, "none"),
        (Circumstances::High, "high-roll"),
        (Circumstances::Low, "low-roll"),
        (Circumstances::Plus(1), "+1"),
        (Circumstances::Plus(2), "+2"),
        (Circumstances::Plus(-1), "-1"),
        (Circumstances::Plus(-2), "-2"),
    ];
}

/// CW-043, CW-R12, CW-R16: what the GM has set; what was set for one Check is used up.
fn apply_circumstances(table: &mut Table, check: &mut Check) {
    let Table { circumstances, setup, .. } = table;
    circumstances.retain(|set| {
        if set.who != check.who {
            return true;
        }
        match set.gives {
            Gives::HighRoll => check.causes = check.causes.and(Cause::Helped),
            Gives::LowRoll => check.causes = check.causes.and(Cause::Hindered),
            Gives::Fear => check.causes = check.causes.and(Cause::Fear),
            Gives::Modifier(modifier) => check.modifier = check.modifier.saturating_add(modifier),
            Gives::Skill(skill) => {
                check.skill = skill;
                check.trained = setup.sheets[check.who.index()].skill(skill);
            }
        }
        !set.once
    });
}
