//! What the GM has to say about a Check (CW-043, CW-D09, CW-D10).

use super::{Cause, Check};
use crate::{
    Clockworld, Oracle,
    sheet::Skill,
    table::{Gives, Table},
};
use referee_engine::{
    ActorId, Choice, Flow, RuleId, Who,
    act::{Answers, Asks},
    rule,
};
use serde::{Deserialize, Serialize};

/// CW-043, CW-D09: what the GM has set for this Check, and what the GM says when asked.
pub(super) fn under_circumstances<O: Oracle>(table: &mut Table, check: &mut Check, oracle: &mut O) -> Flow<()> {
    let help = Help { who: check.who, skill: check.skill };
    apply_circumstances(table, check);
    if table.gm_before_every_check {
        match help.ask(Who::Gm, table, oracle)? {
            Circumstances::None => {}
            Circumstances::High => check.causes = check.causes.and(Cause::Helped),
            Circumstances::Low => check.causes = check.causes.and(Cause::Hindered),
            Circumstances::Plus(modifier) => check.modifier = check.modifier.saturating_add(modifier),
        }
    }
    Ok(())
}

/// CW-043, CW-D09, to the GM before a Check: does anything help or hinder it?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Help {
    /// Whose Check.
    who: ActorId,
    /// With which Skill, before the GM names another.
    skill: Skill,
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

impl Asks<Clockworld> for Help {
    type Answer = Circumstances;
    const KIND: &'static str = "circumstance";
    const RULE: RuleId = rule!("CW-043");

    fn answers(&self) -> Answers<Circumstances> {
        let modifiers = [1, 2, -1, -2].map(Circumstances::Plus);
        [Circumstances::None, Circumstances::High, Circumstances::Low].into_iter().chain(modifiers).collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("Does anything help or hinder {} ({})?", table.name(self.who), self.skill)
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &Circumstances) -> Choice {
        match answer {
            Circumstances::None => Choice::plain("none"),
            Circumstances::High => Choice::plain("high-roll"),
            Circumstances::Low => Choice::plain("low-roll"),
            Circumstances::Plus(modifier) => Choice::new(format!("{modifier:+}"), format!("{modifier:+}")),
        }
    }
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
