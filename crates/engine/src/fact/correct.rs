//! The act of the game master that corrects a fact.

use super::{Fact, Given};
use crate::{
    ActorId, Audience, CellChoice, Choice, Flow, Line, Oracle, Through,
    act::{Act, Bar, Book, Card, Field, Fields, Gm, Open, Seen, Shape, SlotCard, Slots, Tells, Value, Why},
    bar,
    oracle::Handing,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// What has facts that can be corrected: a character, or a thing of a book.
pub trait Subject: Copy + Eq + Debug + Serialize + DeserializeOwned + 'static {
    /// The character, if it is one.
    fn actor(self) -> Option<ActorId> {
        None
    }
}

impl Subject for ActorId {
    fn actor(self) -> Option<ActorId> {
        Some(self)
    }
}

/// A book that declares facts of its characters (`Corrects<ActorId>`) or things.
pub trait Corrects<Of: Subject + Value<Self>>: Book {
    /// All of them.
    const FACTS: &'static [Fact<Self, Of>];

    /// What people read of the act that corrects them.
    const CARD: Card;

    /// May anything of it be corrected? It may not exist.
    fn may_be_corrected<'t>(see: &Seen<'t, Self>, of: Of) -> Result<(), Why<'t>>;

    /// Who is told of it, unless it is for the game master alone.
    fn told(_table: &Self::Table, _of: Of) -> Audience {
        Audience::All
    }

    /// The correction as an event of the book.
    fn corrected(corrected: Corrected<Of>) -> Self::Event;
}

/// Corrects a fact of a character or a thing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, bound = "Of: Subject")]
pub struct Correct<Of> {
    /// Of whom or of what.
    #[serde(skip_serializing_if = "Open::is_open")]
    pub who: Open<Of>,
    /// Which fact.
    #[serde(skip_serializing_if = "Open::is_open")]
    pub what: Open<FactKey>,
    /// What it is set to.
    #[serde(skip_serializing_if = "Open::is_open")]
    pub to: Open<To>,
    /// Is it told to nobody else?
    #[serde(skip_serializing_if = "Open::is_open")]
    pub secret: Open<bool>,
}

impl<Of> Default for Correct<Of> {
    fn default() -> Self {
        Correct { who: Open::default(), what: Open::default(), to: Open::default(), secret: Open::default() }
    }
}

/// The name of a fact.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FactKey {
    key: String,
    /// What people read of it where it is offered: its words, and what it is now.
    #[serde(skip)]
    label: (&'static str, String),
}

/// A value for a fact, as it is written in a command. What it means is up to the fact.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct To {
    word: String,
    /// How a person is asked for it where it is offered.
    #[serde(skip)]
    shape: Asked,
}

#[derive(Clone, Copy, Debug, Default)]
enum Asked {
    #[default]
    Word,
    Number,
    Cell,
    Actor(ActorId),
}

impl PartialEq for FactKey {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for FactKey {}

impl PartialEq for To {
    fn eq(&self, other: &Self) -> bool {
        self.word == other.word
    }
}

impl Eq for To {}

impl To {
    pub(super) fn word(word: &str) -> To {
        To { word: word.to_owned(), shape: Asked::Word }
    }

    pub(super) fn number(number: i32) -> To {
        To { word: number.to_string(), shape: Asked::Number }
    }

    pub(super) fn actor(word: String, actor: ActorId) -> To {
        To { word, shape: Asked::Actor(actor) }
    }

    pub(super) fn cell(word: String) -> To {
        To { word, shape: Asked::Cell }
    }
}

impl<S: Book> Value<S> for FactKey {
    /// The facts depend on the act, which lists them.
    fn all(_: &Seen<'_, S>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new()
    }

    fn choice(&self, _: &Seen<'_, S>, _: Option<ActorId>) -> Choice {
        Choice::new(self.key.clone(), self.label.0).noting(self.label.1.clone())
    }
}

impl<S: Book> Value<S> for To {
    fn shape(&self) -> Shape {
        match self.shape {
            Asked::Word | Asked::Actor(_) => Shape::One,
            Asked::Number => Shape::Number,
            Asked::Cell => Shape::Cell,
        }
    }

    /// The values depend on the fact.
    fn all(_: &Seen<'_, S>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new()
    }

    fn choice(&self, see: &Seen<'_, S>, whose: Option<ActorId>) -> Choice {
        match self.shape {
            Asked::Actor(actor) => actor.choice(see, whose),
            Asked::Word | Asked::Number | Asked::Cell => Choice::new(self.word.clone(), self.word.replace('-', " ")),
        }
    }

    fn cell(&self, see: &Seen<'_, S>, _: Option<ActorId>) -> Option<CellChoice> {
        let space = see.book.space(see.table);
        space.find_cell(&self.word).map(|cell| CellChoice::of(space, cell, 0, ""))
    }

    fn read(_: &Seen<'_, S>, _: Option<ActorId>, word: &str) -> Option<Self> {
        Some(To::word(word))
    }
}

/// The fact of this name, if it can be corrected.
fn fact_of<S: Corrects<Of>, Of: Subject + Value<S>>(key: &FactKey) -> Option<&'static Fact<S, Of>> {
    S::FACTS.iter().find(|fact| fact.key == key.key && fact.change.is_some())
}

fn facts<S: Corrects<Of>, Of: Subject + Value<S>>(
    act: &Correct<Of>,
    see: &Seen<'_, S>,
    _: Option<ActorId>,
) -> Vec<FactKey> {
    let of = act.who.value().copied().filter(|of| S::may_be_corrected(see, *of).is_ok());
    let now = |fact: &Fact<S, Of>| of.map_or_else(String::new, |of| format!("now {}", fact.now(see, of)));
    let listed = S::FACTS.iter().filter(|fact| fact.change.is_some());
    listed.map(|fact| FactKey { key: fact.key.to_owned(), label: (fact.words, now(fact)) }).collect()
}

fn values<S: Corrects<Of>, Of: Subject + Value<S>>(
    act: &Correct<Of>,
    see: &Seen<'_, S>,
    _: Option<ActorId>,
) -> Vec<To> {
    let of = act.who.value().copied().filter(|of| S::may_be_corrected(see, *of).is_ok());
    let change = act.what.value().and_then(|what| fact_of::<S, Of>(what)?.change.as_ref());
    of.zip(change).map_or_else(Vec::new, |(of, change)| change.values(see, of))
}

/// A slot that has to be filled.
const fn needed(name: &'static str, label: &'static str) -> SlotCard {
    SlotCard { name, label, is_usual: false, of: None }
}

impl<S: Corrects<Of>, Of: Subject + Value<S>> Fields<S> for Correct<Of> {
    const SLOTS: &'static [&'static dyn Slots<S, Self>] = &[
        &Field::<S, Self, Of> {
            card: needed("who", "Of whom or what"),
            open: |act| &act.who,
            open_mut: |act| &mut act.who,
            owner: None,
            among: None,
            when: None,
        },
        &Field::<S, Self, FactKey> {
            card: needed("what", "What"),
            open: |act| &act.what,
            open_mut: |act| &mut act.what,
            owner: None,
            among: Some(facts::<S, Of>),
            when: None,
        },
        &Field::<S, Self, To> {
            card: needed("to", "To"),
            open: |act| &act.to,
            open_mut: |act| &mut act.to,
            owner: None,
            among: Some(values::<S, Of>),
            when: None,
        },
        &Field::<S, Self, bool> {
            card: SlotCard { is_usual: true, ..needed("secret", "For the GM alone") },
            open: |act| &act.secret,
            open_mut: |act| &mut act.secret,
            owner: None,
            among: None,
            when: None,
        },
    ];
}

/// A correction that may be made.
pub struct Correction<S: Book, Of: 'static> {
    fact: &'static Fact<S, Of>,
    of: Of,
    given: Given,
    to: Audience,
}

/// A fact was corrected.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Corrected<Of> {
    /// Of whom or of what.
    pub of: Of,
    /// The name of the fact.
    pub what: String,
    /// What it was, in words.
    pub from: String,
    /// What it is, in words.
    pub to: String,
    /// Whom the new value names.
    pub named: Option<ActorId>,
}

impl<S: Corrects<Of>, Of: Subject + Value<S>> Act<S> for Correct<Of> {
    type By = Gm;
    type Ready = Correction<S, Of>;
    const CARD: Card = S::CARD;

    fn ready<'t>(&self, see: &Seen<'t, S>, _: Gm) -> Result<Correction<S, Of>, Bar<'t>> {
        let of = self.who.get(0)?;
        S::may_be_corrected(see, of)?;
        let unknown = bar!(_, "no-fact", "there is nothing of that name to correct");
        let fact = fact_of::<S, Of>(&self.what.get(1)?).ok_or(unknown)?;
        let change = fact.change.as_ref().ok_or(unknown)?;
        if let Some(bars) = fact.bars {
            bars(see, of)?;
        }
        let given = change.read(see, of, (fact.words, fact.rule), &self.to.get(2)?.word)?;
        if let Some(refuses) = fact.refuses {
            refuses(see, of, given)?;
        }
        let to = if self.secret.get(3)? { Audience::Gm } else { S::told(see.table, of) };
        Ok(Correction { fact, of, given, to })
    }

    fn resolve<O: Oracle<S>>(
        Correction { fact, of, given, to }: Correction<S, Of>,
        book: &S,
        table: &mut S::Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let before = table.clone();
        if let Some(change) = &fact.change {
            change.set(table, of, given);
        }
        oracle.tell(to, || {
            let now = |table| fact.now(&Seen::truth(book, table), of);
            let named = if let Given::Actor(actor) = given { Some(actor) } else { None };
            S::corrected(Corrected { of, what: fact.key.to_owned(), from: now(&before), to: now(table), named })
        });
        match fact.then {
            Some(then) => then(book, &before, table, of, &mut Through(&mut Handing(oracle))),
            None => Ok(()),
        }
    }
}

impl<S: Corrects<Of>, Of: Subject + Value<S>> Tells<S> for Corrected<Of> {
    fn line(&self, book: &S, table: &S::Table) -> Line {
        let fact = S::FACTS.iter().find(|fact| fact.key == self.what);
        let words = fact.map_or(self.what.as_str(), |fact| fact.words);
        let name = self.of.choice(&Seen::truth(book, table), None).label;
        let text = format!("Correction: {name}, {words}: {}, was {}", self.to, self.from);
        let line = Line::new(0, text, fact.and_then(|fact| fact.rule));
        match self.of.actor() {
            Some(actor) => line.by(actor),
            None => line,
        }
    }
}
