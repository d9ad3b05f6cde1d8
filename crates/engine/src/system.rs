//! The interface between the engine and a rulebook.

#![allow(missing_docs, reason = "a field or variant is described where its name does not say it")]

use crate::{
    ActorId, ActorSet, Drawn, Filled, Flow, Handler, Line, Mark, Offer, Oracle, Prompt, Question, Refusal, Seat, Setup,
    Side, Slot, Through, Track, View, Who, door, fingerprint_of, space,
};
use referee_dice::FastRng;
use serde::{Serialize, de::DeserializeOwned};
use smallvec::SmallVec;
use std::{borrow::Cow, fmt::Debug, sync::Arc};

/// One rulebook. The value itself holds its numbers and house-rule switches.
pub trait System: Sized + Clone + Debug + Send + Sync + 'static {
    /// The complete state of a table.
    type Table: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// An action with its parameters.
    type Intent: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The questions that rules may ask.
    type Question: Question + Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// The events that rules report, including rule ids and factors.
    type Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The name in files and commands: `clockworld`.
    const NAME: &'static str;
    /// The version of the rules. A journal can only be replayed by the version that wrote it.
    const VERSION: u32;

    /// Executes `intent` or refuses it. After any `Err`, the table must be discarded.
    fn resolve<O: Oracle<Self>>(
        &self,
        table: &mut Self::Table,
        by: Seat,
        intent: &Self::Intent,
        oracle: &mut O,
    ) -> Flow<()>;

    /// [`resolve`](System::resolve) with a dynamically dispatched handler.
    fn resolve_with(
        &self,
        table: &mut Self::Table,
        by: Seat,
        intent: &Self::Intent,
        handler: &mut dyn Handler<Self>,
    ) -> Flow<()> {
        self.resolve(table, by, intent, &mut Through(handler))
    }

    /// What `seat` can do now, and what it cannot, with the reason.
    fn offers(&self, table: &Self::Table, seat: Seat) -> Vec<Offer>;

    /// The slots of an offer, given the values filled in so far. Every value in a domain leads to something that is
    /// accepted.
    ///
    /// Slots come in the order in which to fill them. The domain of a later slot may depend on an earlier one, so a
    /// caller fills the first open slot and asks again.
    fn slots(&self, table: &Self::Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal>;

    /// Turns a filled offer into an intent. Omitted slots take their defaults.
    fn intent(&self, table: &Self::Table, seat: Seat, filled: &Filled) -> Result<Self::Intent, Refusal>;

    /// What to draw on the map while this offer is being filled in, for the player of its actor. Omitted slots have
    /// their defaults, and all values are legal.
    fn drawn(&self, _table: &Self::Table, _filled: &Filled) -> Vec<Drawn> {
        Vec::new()
    }

    /// The text of a question.
    fn prompt(&self, table: &Self::Table, who: Who, question: &Self::Question) -> Prompt;

    /// What `seat` may see.
    fn view(&self, table: &Self::Table, seat: Seat) -> View {
        View::of(self, table, seat)
    }

    /// The numbers of an actor that everybody may see: hit points. Whoever has nothing left of the first is out of it.
    /// [`View::of`] shows them.
    fn tracks(&self, _table: &Self::Table, _actor: ActorId) -> Vec<Track> {
        Vec::new()
    }

    /// The log line for an event.
    fn narrate(&self, table: &Self::Table, event: &Self::Event) -> Line;

    /// Adds the marks that the odds count for an event: the measures of this book.
    fn marks(&self, event: &Self::Event, to: &mut Vec<Mark>);

    /// The current value of an actor: what it has left, and more while it is still in the fight.
    fn worth(&self, table: &Self::Table, actor: ActorId) -> u32 {
        self.tracks(table, actor).first().map_or(1, |track| track.now.max(0) as u32)
    }

    /// The evaluation of the table for a side: its own worth minus that of the others. Reactions under `best` maximise
    /// it.
    fn score(&self, table: &Self::Table, side: Side) -> u32 {
        let even = 1_i64 << 24;
        let signed = |actor| {
            let worth = i64::from(self.worth(table, actor));
            if self.side(table, actor) == side { worth } else { -worth }
        };
        (0..self.headcount(table)).fold(even, |sum, at| sum + signed(ActorId::at(at))).clamp(0, u32::MAX.into()) as u32
    }

    /// Who can act, or how the encounter ended.
    fn status(&self, table: &Self::Table) -> Status;

    /// The first of those who can act. A fight asks only this, before each act.
    fn next(&self, table: &Self::Table) -> Next {
        self.status(table).next()
    }

    /// The number of actors. Their ids are consecutive from 0, in roster order.
    fn headcount(&self, table: &Self::Table) -> usize;

    /// The side of an actor.
    fn side(&self, table: &Self::Table, actor: ActorId) -> Side;

    /// An actor's key in commands, and its name.
    fn called(&self, table: &Self::Table, actor: ActorId) -> (String, String);

    /// The actors in roster order.
    fn actors(&self, table: &Self::Table) -> Vec<ActorCard> {
        let card = |id| {
            let (key, name) = self.called(table, id);
            ActorCard { id, key, name, side: self.side(table, id) }
        };
        (0..self.headcount(table)).map(|at| card(ActorId::at(at))).collect()
    }

    /// The immutable part of a table, if it is stored separately as the first field. Every journal line hashes the
    /// table; this part is then hashed only once.
    fn setup(&self, _table: &Self::Table) -> Option<Arc<dyn Setup>> {
        None
    }

    /// A deep copy of a table for another thread. Worth implementing if rules access the setup in every act: a shared
    /// reference count causes contention between threads.
    fn apart(&self, table: &Self::Table) -> Self::Table {
        table.clone()
    }

    /// Whether two tables share the same setup, rather than an equal one. Called before each act of a long run, so it
    /// should not copy anything.
    fn share_setup(&self, table: &Self::Table, other: &Self::Table) -> bool {
        match (self.setup(table), self.setup(other)) {
            (Some(one), Some(other)) => std::ptr::addr_eq(Arc::as_ptr(&one), Arc::as_ptr(&other)),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// The whole table as plain data, for cases and tools: `bandit.reactions`, `turn.side`. As it is written in a journal,
    /// unless the book has better names.
    fn facts(&self, table: &Self::Table) -> serde_json::Value {
        serde_json::to_value(table).unwrap_or_default()
    }

    /// Reads a scene: returns the book with its house rules, and the table. Reports every mistake.
    fn open(scene: &door::Source) -> Result<(Self, Self::Table), door::Mistakes>;

    /// The house rules: numbers and switches that a table may change.
    type House: Default + Serialize + DeserializeOwned;

    /// The house rules of this table.
    fn house(&self) -> &Self::House;

    /// The book with these house rules.
    fn with_house(house: Self::House) -> Self;

    /// The house rules that differ from the defaults, by switch, for a journal's header.
    fn house_rules(&self) -> serde_json::Value {
        changed_from_default(self.house())
    }

    /// The book with house rules as returned by [`house_rules`](Self::house_rules).
    fn with_house_rules(rules: &serde_json::Value) -> Result<Self, Refusal> {
        let house = serde_json::from_value(rules.clone())
            .map_err(|error| Refusal::plain("bad-house-rules", format!("the house rules cannot be read: {error}")))?;
        Ok(Self::with_house(house))
    }

    /// A computer player for this book.
    type Policy: Copy + Eq + Debug + Send + Sync;

    /// The policies by name: `random`, `bold`, `careful`.
    fn policies() -> &'static [(&'static str, Self::Policy)];

    /// The next act that `policy` chooses for those who can act. The encounter is not over.
    fn choose(&self, table: &Self::Table, policy: Self::Policy, rng: &mut FastRng) -> Self::Intent;

    /// Executes the next act that `policy` chooses, using the oracle's generator. A book whose policies already compute
    /// part of the act overrides this, so that nothing is checked twice.
    #[inline]
    fn play<O: Oracle<Self> + AsMut<FastRng>>(
        &self,
        table: &mut Self::Table,
        policy: Self::Policy,
        oracle: &mut O,
    ) -> Flow<()> {
        let intent = self.choose(table, policy, oracle.as_mut());
        self.resolve(table, Seat::Gm, &intent, oracle)
    }

    /// The next act that `policy` chooses for an actor of `by`; people play the others. `None` if no actor of `by` has
    /// anything left to do, so that it is the people's turn.
    ///
    /// The default is enough where one actor acts at a time. A book in which several may act in any order chooses whose
    /// act it is.
    fn choose_for(
        &self,
        table: &Self::Table,
        policy: Self::Policy,
        by: ActorSet,
        rng: &mut FastRng,
    ) -> Option<Self::Intent> {
        let Status::Acting(acting) = self.status(table) else { return None };
        acting.iter().all(|&actor| by.contains(actor)).then(|| self.choose(table, policy, rng))
    }

    /// The answer that `policy` gives: an index below the number of options.
    fn answer(
        &self,
        table: &Self::Table,
        policy: Self::Policy,
        who: Who,
        question: &Self::Question,
        rng: &mut FastRng,
    ) -> usize;

    /// Whether `seat` knows that this actor exists. Whatever mentions an unknown actor is withheld from the seat,
    /// whatever its audience: see [`hears`](crate::hears).
    fn knows(&self, table: &Self::Table, seat: Seat, actor: ActorId) -> bool;

    /// The table without anything `seat` does not know of: these actors, and things, traps and notes where the book has
    /// them. Borrowed if nothing has to be removed. All requests of a seat are answered on this table.
    fn known_to<'t>(&self, table: &'t Self::Table, _seat: Seat, _unknown: ActorSet) -> Cow<'t, Self::Table> {
        Cow::Borrowed(table)
    }

    /// The side that decides; `None` for the game master.
    fn side_of(&self, table: &Self::Table, who: Who) -> Option<Side> {
        match who {
            Who::Gm => None,
            Who::Actor(actor) => Some(self.side(table, actor)),
            Who::Side(side) => Some(side),
        }
    }

    /// The map. A book without one has a single cell.
    fn space<'t>(&self, _table: &'t Self::Table) -> &'t space::Space {
        space::Space::nowhere()
    }

    /// Rounds or turns since the start, as in [`View::clock`]. Called at least once per fight; override it if the book
    /// can answer without building a view.
    fn round(&self, table: &Self::Table) -> u32 {
        self.view(table, Seat::Gm).clock.round
    }

    /// Whether this actor is still in the fight. Called after every event about it; override it if the book can answer
    /// without building a view.
    fn takes_part(&self, table: &Self::Table, actor: ActorId) -> bool {
        self.view(table, Seat::Gm).actors.iter().any(|view| view.id == actor && view.active)
    }

    /// The statistics of the actors worth reporting at the end of a fight: health, wounds, resources left.
    fn gauges(&self, table: &Self::Table) -> Vec<Gauge> {
        let gauge = |actor, track: crate::Track| Gauge { actor, name: track.name, max: track.max };
        let actors = self.view(table, Seat::Gm).actors.into_iter();
        actors.flat_map(|view| view.tracks.into_iter().map(move |track| gauge(view.id, track))).collect()
    }

    /// Reads the gauges in order; a missing value is 0. Called once per fight; override it if the book can answer
    /// without building a view.
    fn read_gauges(&self, table: &Self::Table, gauges: &[Gauge], values: &mut Vec<i32>) {
        let view = self.view(table, Seat::Gm);
        values.clear();
        values.extend(gauges.iter().map(|gauge| {
            let actor = view.actors.iter().find(|view| view.id == gauge.actor);
            let track = actor.and_then(|actor| actor.tracks.iter().find(|track| track.name == gauge.name));
            track.map_or(0, |track| track.now)
        }));
    }

    /// A hash of a table. Code that merges equal tables also compares them.
    fn fingerprint(&self, table: &Self::Table) -> u64 {
        fingerprint_of(table)
    }
}

/// The fields of a book's house rules that differ from the defaults.
fn changed_from_default<T: Serialize + Default>(rules: &T) -> serde_json::Value {
    let written = |rules: &T| serde_json::to_value(rules).unwrap_or_default();
    match (written(rules), written(&T::default())) {
        (serde_json::Value::Object(all), serde_json::Value::Object(defaults)) => {
            all.into_iter().filter(|(name, value)| defaults.get(name) != Some(value)).collect()
        }
        _ => serde_json::Value::Null,
    }
}

/// Those who can act. A fight asks before each act, so lists of the usual length avoid the heap.
pub type Acting = SmallVec<[ActorId; 8]>;

/// Who can act, or how the encounter ended.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// These actors may act now, in any order.
    Acting(Acting),
    /// The encounter is over. `None`: nobody won.
    Over(Option<Side>),
}

/// The first actor to act, or how the encounter ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This one acts: an actor, or the game master if no actor can.
    Acts(Who),
    /// The encounter is over. `None`: nobody won.
    Over(Option<Side>),
}

impl Next {
    /// This actor acts, or the game master if there is none.
    #[inline]
    pub fn acts(actor: Option<ActorId>) -> Next {
        Next::Acts(actor.map_or(Who::Gm, Who::Actor))
    }
}

impl Status {
    /// The first of those who can act.
    pub fn next(&self) -> Next {
        match self {
            Status::Acting(actors) => Next::acts(actors.first().copied()),
            Status::Over(winner) => Next::Over(*winner),
        }
    }
}

/// An actor's name and side.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
pub struct ActorCard {
    pub id: ActorId,
    /// The identifier used in commands.
    pub key: String,
    pub name: String,
    pub side: Side,
}

/// A statistic of one actor, worth reporting at the end of a fight.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct Gauge {
    pub actor: ActorId,
    /// What is counted.
    pub name: String,
    /// The maximum; 0 if there is none.
    pub max: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize, Default)]
    struct Rules {
        ties: bool,
        loss: u8,
    }

    #[test]
    fn only_what_differs_is_kept() {
        assert_eq!(changed_from_default(&Rules::default()), serde_json::json!({}));
        assert_eq!(changed_from_default(&Rules { ties: false, loss: 2 }), serde_json::json!({ "loss": 2 }));
    }
}
