//! A rulebook, as the engine sees it.

use crate::{
    ActorId, ActorSet, Drawn, Filled, Flow, Handler, Line, Mark, Offer, Oracle, Prompt, Question, Refusal, Seat, Setup,
    Side, Slot, Through, View, Who, door, fingerprint_of, space,
};
use referee_dice::FastRng;
use serde::{Serialize, de::DeserializeOwned};
use smallvec::SmallVec;
use std::{borrow::Cow, fmt::Debug, sync::Arc};

/// One rulebook. The value itself holds its numbers and house-rule switches.
pub trait System: Sized + Clone + Debug + Send + Sync + 'static {
    /// Everything on the table.
    type Table: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What someone wants to do, with its parameters.
    type Intent: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a rule may need to ask.
    type Question: Question + Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What happened: rule ids and factors inside.
    type Event: Clone + Eq + Debug + Serialize + DeserializeOwned + Send + Sync;

    /// The name in files and commands: `clockworld`.
    const NAME: &'static str;
    /// The version of the rules. A journal is replayed by the version that wrote it.
    const VERSION: u32;

    /// Does what `intent` says, or refuses it. On any `Err` the table is to be thrown away.
    fn resolve<O: Oracle<Self>>(
        &self,
        table: &mut Self::Table,
        by: Seat,
        intent: &Self::Intent,
        oracle: &mut O,
    ) -> Flow<()>;

    /// [`resolve`](System::resolve) with a handler that is not in a hurry.
    fn resolve_with(
        &self,
        table: &mut Self::Table,
        by: Seat,
        intent: &Self::Intent,
        handler: &mut dyn Handler<Self>,
    ) -> Flow<()> {
        self.resolve(table, by, intent, &mut Through(handler))
    }

    /// What `seat` may do now, and what it may not with the reason.
    fn offers(&self, table: &Self::Table, seat: Seat) -> Vec<Offer>;

    /// The slots of an offer given what is filled already: every value in a domain leads to something that is accepted.
    ///
    /// Slots come in the order in which to fill them; the domain of a later one may depend on an earlier one, so a
    /// caller fills the first open slot and asks again.
    fn slots(&self, table: &Self::Table, seat: Seat, filled: &Filled) -> Result<Vec<Slot>, Refusal>;

    /// Turns a filled offer into an intent. Left-out slots take their defaults.
    fn intent(&self, table: &Self::Table, seat: Seat, filled: &Filled) -> Result<Self::Intent, Refusal>;

    /// What to draw on the map while this offer is being filled, for whoever plays its actor. Slots that were left out have
    /// their defaults, and no slot has a value that is not legal.
    fn drawn(&self, _table: &Self::Table, _filled: &Filled) -> Vec<Drawn> {
        Vec::new()
    }

    /// A question in words.
    fn prompt(&self, table: &Self::Table, who: Who, question: &Self::Question) -> Prompt;

    /// What `seat` may see.
    fn view(&self, table: &Self::Table, seat: Seat) -> View;

    /// An event in words.
    fn narrate(&self, table: &Self::Table, event: &Self::Event) -> Line;

    /// What the odds count about an event: the measures of this book.
    fn marks(&self, event: &Self::Event, to: &mut Vec<Mark>);

    /// What an actor is worth as it stands: what it has left, and more while it takes part.
    fn worth(&self, table: &Self::Table, actor: ActorId) -> u32;

    /// How well things stand for a side, its own worth less that of the others; the reactor under `best` maximises it.
    fn score(&self, table: &Self::Table, side: Side) -> u32 {
        let even = 1_i64 << 24;
        let signed = |actor| {
            let worth = i64::from(self.worth(table, actor));
            if self.side(table, actor) == side { worth } else { -worth }
        };
        (0..self.headcount(table)).fold(even, |sum, at| sum + signed(ActorId::at(at))).clamp(0, u32::MAX.into()) as u32
    }

    /// Who is to act, or how it ended.
    fn status(&self, table: &Self::Table) -> Status;

    /// The first of them, which is all that a fight asks for, before each act.
    fn next(&self, table: &Self::Table) -> Next {
        self.status(table).next()
    }

    /// How many actors there are: their ids count from 0, in roster order.
    fn headcount(&self, table: &Self::Table) -> usize;

    /// The side of an actor.
    fn side(&self, table: &Self::Table, actor: ActorId) -> Side;

    /// The word for an actor in commands, and its name.
    fn called(&self, table: &Self::Table, actor: ActorId) -> (String, String);

    /// The actors in roster order.
    fn actors(&self, table: &Self::Table) -> Vec<ActorCard> {
        let card = |id| {
            let (key, name) = self.called(table, id);
            ActorCard { id, key, name, side: self.side(table, id) }
        };
        (0..self.headcount(table)).map(|at| card(ActorId::at(at))).collect()
    }

    /// The part of a table that the rules do not change, if it is kept apart as the first field of the table: it is hashed with
    /// every line of a journal, and then need not be walked through each time.
    fn setup(&self, _table: &Self::Table) -> Option<Arc<dyn Setup>> {
        None
    }

    /// A copy of a table for a thread of its own. Worth saying where rules take hold of the setup in every act: counting who
    /// holds it keeps threads waiting for each other that share it.
    fn apart(&self, table: &Self::Table) -> Self::Table {
        table.clone()
    }

    /// Have two tables the same setup, not only an equal one? Asked before each act of a long run: worth saying without a
    /// copy.
    fn share_setup(&self, table: &Self::Table, other: &Self::Table) -> bool {
        match (self.setup(table), self.setup(other)) {
            (Some(one), Some(other)) => std::ptr::addr_eq(Arc::as_ptr(&one), Arc::as_ptr(&other)),
            (one, other) => one.is_none() && other.is_none(),
        }
    }

    /// The whole table as plain data, for cases and tools: `bandit.reactions`, `turn.side`.
    fn facts(&self, table: &Self::Table) -> serde_json::Value;

    /// The book with the house rules of a scene, and its table. Every mistake is reported.
    fn open(scene: &door::Source) -> Result<(Self, Self::Table), door::Mistakes>;

    /// The numbers and switches that a table may set for itself.
    type House: Default + Serialize + DeserializeOwned;

    /// The house rules of this table.
    fn house(&self) -> &Self::House;

    /// The book with these house rules.
    fn with_house(house: Self::House) -> Self;

    /// The house rules that differ from the defaults, by switch, for a journal's header.
    fn house_rules(&self) -> serde_json::Value {
        changed_from_default(self.house())
    }

    /// The book with these house rules (what [`house_rules`](Self::house_rules) gave).
    fn with_house_rules(rules: &serde_json::Value) -> Result<Self, Refusal> {
        let house = serde_json::from_value(rules.clone())
            .map_err(|error| Refusal::plain("bad-house-rules", format!("the house rules cannot be read: {error}")))?;
        Ok(Self::with_house(house))
    }

    /// A way a machine can play this book.
    type Policy: Copy + Eq + Debug + Send + Sync;

    /// The ways a machine can play this book, by name: `random`, `bold`, `careful`.
    fn policies() -> &'static [(&'static str, Self::Policy)];

    /// What `policy` would do next for those who are to act. The table is not over.
    fn choose(&self, table: &Self::Table, policy: Self::Policy, rng: &mut FastRng) -> Self::Intent;

    /// Does what `policy` does next for those who are to act, with the generator of the oracle. A book whose policies hand on
    /// what they have worked out says how, so that nothing is checked twice.
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

    /// What `policy` would do next for those of `by` who are to act; people play the others. `None` if nobody of `by` has
    /// anything left to do, so that it is for the people to act.
    ///
    /// A book in which several may act in any order says whose act it chooses; where one acts at a time this is enough.
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

    /// What `policy` answers: below the number of options.
    fn answer(
        &self,
        table: &Self::Table,
        policy: Self::Policy,
        who: Who,
        question: &Self::Question,
        rng: &mut FastRng,
    ) -> usize;

    /// Does `seat` know of this actor at all? Whatever is told about an actor that a seat does not know of is kept from
    /// it, whoever the audience was: see [`hears`](crate::hears).
    fn knows(&self, table: &Self::Table, seat: Seat, actor: ActorId) -> bool;

    /// The table without whatever `seat` does not know of: these actors, and things, traps and notes where the book has
    /// them. Borrowed if there is nothing to take off. Whatever a seat asks for is answered on this table.
    fn known_to<'t>(&self, table: &'t Self::Table, _seat: Seat, _unknown: ActorSet) -> Cow<'t, Self::Table> {
        Cow::Borrowed(table)
    }

    /// The side of whoever decides; `None` for the game master.
    fn side_of(&self, table: &Self::Table, who: Who) -> Option<Side> {
        match who {
            Who::Gm => None,
            Who::Actor(actor) => Some(self.side(table, actor)),
            Who::Side(side) => Some(side),
        }
    }

    /// The map, if there is one.
    fn space<'t>(&self, table: &'t Self::Table) -> &'t space::Space;

    /// Rounds or turns since the start, as [`View::clock`] has them. A batch of fights asks once a fight or more often:
    /// a book that can say it without making a view should.
    fn round(&self, table: &Self::Table) -> u32 {
        self.view(table, Seat::Gm).clock.round
    }

    /// Does this actor still take part? Asked whenever something was told about it; worth saying without a view.
    fn takes_part(&self, table: &Self::Table, actor: ActorId) -> bool {
        self.view(table, Seat::Gm).actors.iter().any(|view| view.id == actor && view.active)
    }

    /// The numbers of the actors that are worth reading at the end of a fight: health, wounds, what is left to spend.
    fn gauges(&self, table: &Self::Table) -> Vec<Gauge> {
        let gauge = |actor, track: crate::Track| Gauge { actor, name: track.name, max: track.max };
        let actors = self.view(table, Seat::Gm).actors.into_iter();
        actors.flat_map(|view| view.tracks.into_iter().map(move |track| gauge(view.id, track))).collect()
    }

    /// Reads the gauges, in their order; what an actor does not have now is 0. Asked once a fight: worth saying without
    /// a view.
    fn read_gauges(&self, table: &Self::Table, gauges: &[Gauge], values: &mut Vec<i32>) {
        let view = self.view(table, Seat::Gm);
        values.clear();
        values.extend(gauges.iter().map(|gauge| {
            let actor = view.actors.iter().find(|view| view.id == gauge.actor);
            let track = actor.and_then(|actor| actor.tracks.iter().find(|track| track.name == gauge.name));
            track.map_or(0, |track| track.now)
        }));
    }

    /// The fields of the table that only count what has passed, where nothing on it waits for a time: tables that differ in
    /// nothing else go on alike, whatever is done. A long run of fights takes them for one.
    fn mere_counters(&self, _table: &Self::Table) -> &'static [&'static str] {
        &[]
    }

    /// A number for a table by which equal ones are found; whoever merges tables compares them as well.
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

/// Those who may act. A fight asks before each act, so a list of the usual length is not on the heap.
pub type Acting = SmallVec<[ActorId; 8]>;

/// Who is to act, or how it ended.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// These may act now, in any order that they like.
    Acting(Acting),
    /// It is over. `None`: nobody won.
    Over(Option<Side>),
}

/// The first of those who are to act, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This one acts; the game master if nobody does.
    Acts(Who),
    /// It is over. `None`: nobody won.
    Over(Option<Side>),
}

impl Next {
    /// This one acts, if there is one.
    #[inline]
    pub fn acts(actor: Option<ActorId>) -> Next {
        Next::Acts(actor.map_or(Who::Gm, Who::Actor))
    }
}

impl Status {
    /// The first of those who are to act.
    pub fn next(&self) -> Next {
        match self {
            Status::Acting(actors) => Next::acts(actors.first().copied()),
            Status::Over(winner) => Next::Over(*winner),
        }
    }
}

/// Name and side of an actor.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, schemars::JsonSchema)]
pub struct ActorCard {
    /// Which.
    pub id: ActorId,
    /// The word for commands.
    pub key: String,
    /// The name.
    pub name: String,
    /// The side.
    pub side: Side,
}

/// One number of one actor, worth reading at the end of a fight.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, serde::Serialize, serde::Deserialize)]
pub struct Gauge {
    /// Whose.
    pub actor: ActorId,
    /// What is counted.
    pub name: String,
    /// At most; 0 where nothing bounds it.
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
