//! Checks in words, with the factors behind each number.

use super::{Cause, Checked, How, Named, Verdict};
use crate::{Proficiency, dc::Source, table::Table};
use referee_engine::{Factor, Line, Mark, RuleId, act::Tells, rule};

fn factor(amount: impl Into<String>, why: impl Into<String>, rule: RuleId) -> Factor {
    Factor { amount: amount.into(), why: why.into(), rule }
}

/// Why there is ADV or DIS.
fn cause(cause: Cause) -> (&'static str, &'static str, RuleId) {
    match cause {
        Cause::GmAdv => ("ADV", "the GM's word", rule!("PR-066")),
        Cause::OffBalance => ("ADV", "off balance", rule!("PR-R78")),
        Cause::Exposed => ("ADV", "exposed", rule!("PR-R44")),
        Cause::Hidden => ("ADV", "from hiding", rule!("PR-R90")),
        Cause::Helped => ("ADV", "with help", rule!("PR-R83")),
        Cause::GmDis => ("DIS", "the GM's word", rule!("PR-070")),
        Cause::Exhausted => ("DIS", "exhausted", rule!("PR-R93")),
        Cause::Warded => ("DIS", "the target defends", rule!("PR-R77")),
    }
}

/// PR-083: what the numbers are made of.
fn factors(book: &Proficiency, checked: &Checked) -> Vec<Factor> {
    let (check, dc) = (&checked.check, &checked.check.dc);
    let source = match dc.source {
        Source::Defense => ("Defense", rule!("PR-088")),
        Source::Opposed => ("opposed check", rule!("PR-089")),
        Source::Difficulty => ("difficulty", rule!("PR-094")),
    };
    let mut all = vec![factor(format!("{:+}", check.bonus), "Proficiency and bonus points", rule!("PR-061"))];
    all.push(factor(format!("DC {}", dc.initial), source.0, source.1));
    let parts = [
        (dc.limited(&book.house), "situation", rule!("PR-104")),
        (dc.moved, "moved penalty", rule!("PR-112")),
        (dc.feat, "feat", rule!("PR-R101")),
    ];
    for (points, why, rule) in parts.into_iter().filter(|(points, ..)| *points != 0) {
        all.push(factor(format!("DC {points:+}"), why, rule));
    }
    for (word, why, rule) in check.causes.iter().map(cause) {
        all.push(factor(word, why, rule));
    }
    all
}

impl Tells<Proficiency> for Checked {
    /// `Warrior: attack 11 + 5 = 16 against DC 14: success, PER 2`.
    fn line(&self, book: &Proficiency, table: &Table) -> Line {
        let (check, settled, dc) = (&self.check, self.settled, self.dc);
        let name = table.name(check.who);
        let word = match check.name {
            Named::Skill(skill) => table.skill(skill).name.as_str(),
            Named::Ability => check.ability.word(),
            name @ (Named::Attack | Named::Defend | Named::Maneuver | Named::Spell | Named::Save) => name.word(),
        };
        let (text, rule) = match (settled.how, self.face) {
            (How::Mundane, _) => (format!("{name}: {word} is mundane (DC 0): done, PER 1"), rule!("PR-117")),
            (How::Withdrawn, _) => (format!("{name}: {word} at DC {dc}: thinks better of it"), rule!("PR-R63")),
            (How::Impossible, _) | (_, None) => {
                (format!("{name}: {word} is improbable (DC 25): not possible"), rule!("PR-125"))
            }
            (how, Some(face)) => {
                let natural = face.shown();
                let total = natural + i32::from(check.bonus);
                let end = match settled.verdict {
                    verdict if verdict.is_success() => format!("{}, PER {}", verdict.word(), settled.per),
                    verdict => format!("{}, shortfall {}", verdict.word(), settled.per),
                };
                let odds = if how == How::Odds { " plays the odds," } else { "" };
                let text = format!("{name}: {word}{odds} {natural} {:+} = {total} against DC {dc}: {end}", check.bonus);
                let rule = match settled.verdict {
                    Verdict::CriticalFailure => rule!("PR-074"),
                    Verdict::CriticalSuccess => rule!("PR-078"),
                    Verdict::Success => rule!("PR-071"),
                    Verdict::Failure => rule!("PR-072"),
                };
                (text, rule)
            }
        };
        Line::new(1, text, [rule]).by(check.who).with(factors(book, self))
    }

    /// EFF and PER of each check, and how it was settled.
    fn marks(&self, to: &mut Vec<Mark>) {
        let who = Some(self.check.who);
        let measure = match self.check.name {
            Named::Attack => "attack check",
            Named::Save => "save",
            Named::Defend => "defend",
            Named::Maneuver | Named::Spell | Named::Ability | Named::Skill(_) => "check",
        };
        let verdict = self.settled.verdict;
        to.push(Mark::word(measure, who, verdict as i32, verdict.word()));
        if verdict.is_success() {
            to.push(Mark::count("per", who, i32::from(self.settled.per)));
        }
        let (value, word) = match self.settled.how {
            How::Rolled => (0, "rolled"),
            How::Odds => (1, "odds"),
            How::Mundane => (2, "mundane"),
            How::Impossible => (3, "impossible"),
            How::Withdrawn => (4, "withdrawn"),
        };
        to.push(Mark::word("settled", who, value, word));
    }
}
