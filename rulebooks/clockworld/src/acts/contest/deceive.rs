//! Deceive: a lie told or a part played, against the eyes and ears of others (CW-135 to CW-137).

use super::{distract::reaches, prelude::*};
use crate::acts::value::Words;

/// The longest words of a lie or a demand.
pub const LONGEST: usize = 300;

contest! {
    /// CW-135: tells a lie or plays a part before listeners and onlookers.
    pub struct Deceive of Lying: "deceive", "Deceive", "CW-135" {
        target among several: Several<ActorId> = "Whom";
        words: Words<LONGEST> = "The lie", usual;
    }
}

/// CW-D25: what a listener suspects that was not taken in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suspicion {
    /// CW-137: that something is wrong, and not what.
    SomethingWrong,
    /// That this was a lie.
    TheLie,
    /// What is true instead.
    TheTruth,
}

impl Suspicion {
    pub const ALL: [Suspicion; 3] = [Suspicion::SomethingWrong, Suspicion::TheLie, Suspicion::TheTruth];

    /// What people read, and the word for commands.
    pub const fn words(self) -> (&'static str, &'static str) {
        match self {
            Suspicion::SomethingWrong => ("something is wrong", "something-wrong"),
            Suspicion::TheLie => ("this was a lie", "the-lie"),
            Suspicion::TheTruth => ("the truth", "the-truth"),
        }
    }
}

/// CW-D25, to the GM: what does a listener suspect that was not taken in?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OfWhat {
    who: ActorId,
    of: ActorId,
}

impl Asks<Clockworld> for OfWhat {
    type Answer = Suspicion;
    const KIND: &'static str = "suspicion";
    const RULE: RuleId = rule!("CW-137");

    fn answers(&self) -> Answers<Suspicion> {
        Suspicion::ALL.into_iter().collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        format!("What does {} suspect of {}?", table.name(self.who), table.name(self.of))
    }

    fn choice(&self, _: &Clockworld, _: &Table, _: Who, answer: &Suspicion) -> Choice {
        let (label, key) = answer.words();
        Choice::new(key, label)
    }
}

/// The lie, and who is to believe it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lying {
    targets: Targets,
    words: String,
}

/// How somebody took a lie.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heard {
    /// CW-136.
    Believed { who: ActorId, of: ActorId },
    /// CW-137: it knows that something is wrong.
    Suspicious { who: ActorId, of: ActorId },
    /// CW-D25: what it suspects.
    Suspects { who: ActorId, of: ActorId, what: Suspicion },
}

impl Contest for Lying {
    type Act = Deceive;

    fn of<'t>(act: &Deceive, see: See<'_, 't>, who: ActorId) -> Result<Lying, Bar<'t>> {
        let targets = act.target()?.0;
        reaches(see.table, who, &targets)?;
        Ok(Lying { targets, words: act.words()?.within()? })
    }

    fn tried(&self, table: &Table) -> (String, RuleId) {
        let words = if self.words.is_empty() { String::new() } else { format!(": {}", self.words) };
        (format!("tries to Deceive {}{words}", table.names(&self.targets)), rule!("CW-135"))
    }

    /// CW-135, CW-136, CW-137, CW-219, CW-R84: against the Perceive Check of each listener. Those beaten believe it; the
    /// others are suspicious, and the GM says of what.
    fn resolve<O: Oracle<Clockworld>>(
        self,
        start: Start,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let of = start.by;
        let liar = start.initiator(Skill::Guile);
        let beaten = liar.against_each(book, table, &self.targets, Guard::Perceive, oracle)?;
        for &who in &self.targets {
            if beaten.contains(who) {
                oracle.tell(Audience::All, || heard(Heard::Believed { who, of }));
                continue;
            }
            let listener = table.actor_mut(who);
            listener.suspicious_of = listener.suspicious_of.with(of);
            oracle.tell(Audience::All, || heard(Heard::Suspicious { who, of }));
            let what = OfWhat { who, of }.ask(Who::Gm, table, oracle)?;
            if what != Suspicion::SomethingWrong {
                let knows = Audience::Actors(ActorSet::EMPTY.with(who));
                oracle.tell(knows, || heard(Heard::Suspects { who, of, what }));
            }
        }
        Ok(())
    }
}

fn heard(event: Heard) -> Event {
    Event::Contest(ContestEvent::Heard(event))
}

impl Tells<Clockworld> for Heard {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let name = |who: ActorId| table.name(who);
        match *self {
            Heard::Believed { who, of } => {
                Line::new(1, format!("{} believes {}", name(who), name(of)), [rule!("CW-136")]).by(who)
            }
            Heard::Suspicious { who, of } => {
                let text = format!("{} feels that something is wrong with {}", name(who), name(of));
                Line::new(1, text, [rule!("CW-137"), rule!("CW-R84")]).by(who)
            }
            Heard::Suspects { who, of, what } => {
                let (what, _) = what.words();
                Line::new(1, format!("{} suspects of {}: {what}", name(who), name(of)), [rule!("CW-137")]).by(who)
            }
        }
    }
}
