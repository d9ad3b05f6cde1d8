//! Checks against a Rank (CW-040, CW-192 to CW-195, CW-226).

use super::{Check, Named, beats};
use crate::{
    Clockworld, Event, Oracle,
    house::BeyondLegendary,
    rank::Rank,
    table::Table,
    words::{factors, sum},
};
use referee_engine::{
    Audience, Face, Factor, Flow, Line, Mark, RuleId, Throw, Who,
    act::{Tells, Why},
    bar, rule,
};
use serde::{Deserialize, Serialize};

/// How a Check against a Rank came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// CW-227: Skill Capped; no die was rolled.
    Hopeless,
    /// The total did not beat the number.
    Failed,
    /// It did.
    Beaten,
    /// CW-195: no die was needed.
    Automatic,
}

impl Verdict {
    pub fn is_success(self) -> bool {
        self >= Verdict::Beaten
    }
}

/// A Check against a Rank, as it is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RankChecked {
    /// For what: `Crack`, `Shock Check`.
    pub name: Named,
    pub check: Check,
    pub rank: Rank,
    pub verdict: Verdict,
    /// What the dice showed, if any were rolled.
    pub face: Option<Face>,
    /// The rule that asks for it.
    pub rule: RuleId,
}

/// CW-040, CW-192, CW-194, CW-195: a Check against a Rank, told to everybody.
///
/// CW-R04: no die is asked for where the result cannot change.
pub fn against_rank<O: Oracle>(
    book: &Clockworld,
    check: &Check,
    rank: Rank,
    capped: Capped,
    name: Named,
    rule: RuleId,
    oracle: &mut O,
) -> Flow<Verdict> {
    against_rank_for(book, check, rank, capped, name, rule, Audience::All, oracle)
}

/// The same, with dice and result for those alone who may know.
#[allow(clippy::too_many_arguments, reason = "a check has this many parts")]
pub fn against_rank_for<O: Oracle>(
    book: &Clockworld,
    check: &Check,
    rank: Rank,
    capped: Capped,
    name: Named,
    rule: RuleId,
    to: Audience,
    oracle: &mut O,
) -> Flow<Verdict> {
    let (verdict, face) = if capped == Capped::Yes && check.is_capped(rank) {
        (Verdict::Hopeless, None)
    } else if check.is_automatic(book, rank) {
        (Verdict::Automatic, None)
    } else {
        let number = book.number(rank);
        let throw = Throw::hidden(Who::Actor(check.who), name.word(), to);
        let rolled = check.roll(throw, oracle, |total| match number {
            Some(number) if beats(total, number) => Verdict::Beaten,
            _ => Verdict::Failed,
        })?;
        (rolled.value, Some(rolled.face))
    };
    oracle.tell(to, || Event::RankCheck(RankChecked { name, check: *check, rank, verdict, face, rule }));
    Ok(verdict)
}

/// CW-226: is it Skill Capped?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "yes or no")]
pub enum Capped {
    Yes,
    No,
}

/// CW-R09, switch `beyond_legendary`: what nobody can beat cannot be tried.
pub fn possible(book: &Clockworld, rank: Rank) -> Result<(), Why<'static>> {
    if book.number(rank).is_some() {
        return Ok(());
    }
    let words = "Legendary +{} is harder than anybody can do";
    Err(bar!("CW-R09", "impossible", words, rank.0 - Rank::LEGENDARY.0))
}

impl Clockworld {
    /// CW-R09: the number of a Rank; `None` if nothing above Legendary can be done.
    pub fn number(&self, rank: Rank) -> Option<i32> {
        if rank <= Rank::LEGENDARY {
            return Some(rank.number());
        }
        match self.house.beyond_legendary {
            BeyondLegendary::Extend => Some(rank.number()),
            BeyondLegendary::Cap => Some(Rank::LEGENDARY.number()),
            BeyondLegendary::Impossible => None,
        }
    }
}

impl Tells<Clockworld> for RankChecked {
    fn line(&self, book: &Clockworld, table: &Table) -> Line {
        let (name, word, rank) = (table.name(self.check.who), self.name.word(), self.rank);
        let number = book.number(rank).map_or("out of reach".to_owned(), |number| number.to_string());
        let text = match (self.verdict, self.face) {
            (Verdict::Hopeless, _) => format!("{name}: {word} against {rank} fails with no roll, the Skill is capped"),
            (Verdict::Automatic, _) => format!("{name}: {word} against {rank} succeeds with no roll"),
            (Verdict::Beaten, Some(face)) => {
                format!("{name}: {word} {} beats {number} ({rank})", sum(face, &self.check))
            }
            (_, Some(face)) => format!("{name}: {word} {} does not beat {number} ({rank})", sum(face, &self.check)),
            (_, None) => format!("{name}: {word} against {rank}"),
        };
        let why = match self.verdict {
            Verdict::Hopeless => rule!("CW-227"),
            Verdict::Automatic => rule!("CW-195"),
            Verdict::Beaten | Verdict::Failed => rule!("CW-042"),
        };
        Line::new(1, text, [self.rule, why]).by(self.check.who).with(factors(&self.check)).with([Factor::new(
            number,
            format!("Rank {rank}"),
            rule!("CW-052"),
        )])
    }

    /// Whether it succeeded. A Shock Check is counted by its failures.
    fn marks(&self, to: &mut Vec<Mark>) {
        if self.name != Named::Shock {
            let (value, word) = if self.verdict.is_success() { (1, "success") } else { (0, "failure") };
            to.push(Mark::word(self.name.word(), Some(self.check.who), value, word));
        }
    }
}
