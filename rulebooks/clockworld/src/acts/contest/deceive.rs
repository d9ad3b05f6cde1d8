//! Deceive: a lie told or a part played, against the eyes and ears of others (CW-135 to CW-137).

use super::{
    ContestName, Start, Targets, any_of_others,
    bout::{Defender, Guard, oppose},
    distract::reaches,
    may_start, names, warn,
};
use crate::acts::{prelude::*, value::Words};

/// The longest words of a lie or a demand.
pub const LONGEST: usize = 300;

act! {
    /// CW-135: tells a lie or plays a part before listeners and onlookers.
    pub struct Deceive for Clockworld, by ActorId {
        target among any_of_others: Several<ActorId> = "Whom";
        words: Words<LONGEST> = "The lie", usual;
        focus: bool = "Focus (High Roll, no other Action)", usual;
        sneakily: bool = "Sneakily (a Sneak Check afterwards)", usual;
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

/// A lie that may be tried.
pub struct Lying {
    start: Start,
    targets: Targets,
    words: String,
}

/// What happened in a Deceive, besides the Checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeceiveEvent {
    Tried {
        start: Start,
        targets: Targets,
        words: String,
    },
    /// CW-136.
    Believed {
        who: ActorId,
        of: ActorId,
    },
    /// CW-137: it knows that something is wrong.
    Suspicious {
        who: ActorId,
        of: ActorId,
    },
    /// CW-D25: what it suspects.
    Suspects {
        who: ActorId,
        of: ActorId,
        what: Suspicion,
    },
}

impl Act<Clockworld> for Deceive {
    type By = ActorId;
    type Ready = Lying;
    const CARD: Card = card!("deceive", "Deceive", "Actions", "1 Action", "CW-135");
    const NOTHING: Why<'static> = bar!("CW-122", "no-target", "nobody can be the Target of that here");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Lying, Bar<'t>> {
        may_start(see, who, ContestName::Deceive)?;
        let targets = self.target()?.0;
        reaches(see.table, who, &targets)?;
        let words = self.words()?.within()?;
        let start = Start::of(see, who, ContestName::Deceive, self.focus()?, self.sneakily()?)?;
        Ok(Lying { start, targets, words })
    }

    /// CW-135, CW-136, CW-137, CW-219, CW-R84: against the Perceive Check of each listener. Those beaten believe it; the
    /// others are suspicious, and the GM says of what.
    fn resolve<O: Oracle<Clockworld>>(
        Lying { start, targets, words }: Lying,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let of = start.by;
        start.spend(book, table);
        oracle.tell(Audience::All, || Event::Deceive(DeceiveEvent::Tried { start, targets: targets.clone(), words }));
        let defenders: SmallVec<[Defender; 4]> =
            targets.iter().map(|&target| Defender::new(target, Guard::Perceive)).collect();
        let beaten = oppose(book, table, start.initiator(Skill::Guile), &defenders, oracle)?;
        for &who in &targets {
            if beaten.contains(who) {
                oracle.tell(Audience::All, || Event::Deceive(DeceiveEvent::Believed { who, of }));
                continue;
            }
            let listener = table.actor_mut(who);
            listener.suspicious_of = listener.suspicious_of.with(of);
            oracle.tell(Audience::All, || Event::Deceive(DeceiveEvent::Suspicious { who, of }));
            let what = OfWhat { who, of }.ask(Who::Gm, table, oracle)?;
            if what != Suspicion::SomethingWrong {
                let knows = Audience::Actors(ActorSet::EMPTY.with(who));
                oracle.tell(knows, || Event::Deceive(DeceiveEvent::Suspects { who, of, what }));
            }
        }
        start.noticed(book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        warn(see, who, offer);
    }
}

impl act::Tells<Clockworld> for DeceiveEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        let name = |who: &ActorId| table.name(*who);
        match self {
            DeceiveEvent::Tried { start, targets, words } => {
                let words = if words.is_empty() { String::new() } else { format!(": {words}") };
                let text = format!("tries to Deceive {}{words}", names(table, targets));
                start.line(table, &text, rule!("CW-135"))
            }
            DeceiveEvent::Believed { who, of } => {
                Line::new(1, format!("{} believes {}", name(who), name(of)), [rule!("CW-136")]).by(*who)
            }
            DeceiveEvent::Suspicious { who, of } => {
                let text = format!("{} feels that something is wrong with {}", name(who), name(of));
                Line::new(1, text, [rule!("CW-137"), rule!("CW-R84")]).by(*who)
            }
            DeceiveEvent::Suspects { who, of, what } => {
                let (what, _) = what.words();
                Line::new(1, format!("{} suspects of {}: {what}", name(who), name(of)), [rule!("CW-137")]).by(*who)
            }
        }
    }
}
