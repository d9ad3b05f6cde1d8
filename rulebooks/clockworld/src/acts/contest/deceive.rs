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

named! {
    /// CW-D25: what a listener suspects that was not taken in.
    pub enum Suspicion {
        /// CW-137: that something is wrong, and not what.
        SomethingWrong = "something-wrong" / "something is wrong",
        /// That this was a lie.
        TheLie = "the-lie" / "this was a lie",
        /// What is true instead.
        TheTruth = "the-truth" / "the truth",
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
        Choice::new(answer.key(), answer.word())
    }
}

/// The lie, and who is to believe it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lying {
    targets: Targets,
    words: String,
}

told! {
    /// How somebody took a lie.
    pub enum Heard for Clockworld, |table| {
        /// CW-136.
        Believed { who: ActorId, of: ActorId } under "CW-136" by who
            => format!("{} believes {}", table.name(who), table.name(of));
        /// CW-137: it knows that something is wrong.
        Suspicious { who: ActorId, of: ActorId } under "CW-137", "CW-R84" by who
            => format!("{} feels that something is wrong with {}", table.name(who), table.name(of));
        /// CW-D25: what it suspects.
        Suspects { who: ActorId, of: ActorId, what: Suspicion } under "CW-137" by who
            => format!("{} suspects of {}: {what}", table.name(who), table.name(of));
    }
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
    fn resolve<O: Oracle>(self, start: Start, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
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
