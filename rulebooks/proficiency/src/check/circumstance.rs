//! What the GM is asked before a check (PR-D13, PR-D14).

use super::{Cause, Check};
use crate::{
    Proficiency,
    table::{Gives, Table},
};
use referee_engine::{
    ActorId, Choice, Flow, Oracle, RuleId, Who,
    act::{Answers, Asks},
    rule,
};
use serde::{Deserialize, Serialize};

/// PR-D13, PR-D14, to the GM before a check: nothing, ADV, DIS, or a change of the DC.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circumstance {
    pub who: ActorId,
}

/// PR-104: the changes of a DC that the GM may choose, the usual one first.
const POINTS: [i8; 10] = [1, 2, 3, 4, 5, -1, -2, -3, -4, -5];

impl Asks<Proficiency> for Circumstance {
    type Answer = Option<Gives>;
    const KIND: &'static str = "circumstance";
    const RULE: RuleId = rule!("PR-104");

    fn answers(&self) -> Answers<Option<Gives>> {
        [None, Some(Gives::Adv), Some(Gives::Dis)].into_iter().chain(POINTS.map(Gives::Dc).map(Some)).collect()
    }

    fn text(&self, _: &Proficiency, table: &Table, _: Who) -> String {
        format!("Does anything help or hinder {}?", table.name(self.who))
    }

    fn choice(&self, _: &Proficiency, _: &Table, _: Who, gives: &Option<Gives>) -> Choice {
        match gives {
            None => Choice::new("none", "Nothing"),
            Some(Gives::Adv) => Choice::new("adv", "ADV"),
            Some(Gives::Dis) => Choice::new("dis", "DIS"),
            Some(Gives::Dc(points)) => Choice::new(format!("{points:+}"), format!("DC {points:+}")),
            Some(Gives::Ability(ability)) => Choice::new(ability.key(), ability.word()),
        }
    }
}

impl Check {
    /// PR-105, PR-110, PR-R93: what weighs on the character itself: exhaustion, and what the GM has set. The GM changes
    /// the DC, never the check.
    pub fn circumstances(&mut self, table: &Table) {
        let who = self.who;
        if table.actor(who).exhausted && self.ability.is_of_the_body() {
            self.causes = self.causes.with(Cause::Exhausted);
        }
        for circumstance in table.circumstances.iter().filter(|circumstance| circumstance.who == who) {
            self.change(circumstance.gives);
        }
    }

    /// PR-D13, PR-D14: where the table wants it, the GM is asked before the check.
    pub fn ask_gm<O: Oracle<Proficiency>>(&mut self, table: &Table, oracle: &mut O) -> Flow<()> {
        if !table.gm_before_every_check {
            return Ok(());
        }
        if let Some(gives) = (Circumstance { who: self.who }).ask(Who::Gm, table, oracle)? {
            self.change(gives);
        }
        Ok(())
    }

    /// PR-066, PR-070, PR-104: what the GM gives. Another ability is in the check from the beginning (see
    /// [`named_by_gm`](super::named_by_gm)).
    fn change(&mut self, gives: Gives) {
        match gives {
            Gives::Dc(points) => self.dc.situation += i16::from(points),
            Gives::Adv => self.causes = self.causes.with(Cause::GmAdv),
            Gives::Dis => self.causes = self.causes.with(Cause::GmDis),
            Gives::Ability(_) => {}
        }
    }
}
