//! The table: everything that changes in play is small, what does not sits behind one `Arc`.

mod actor;
mod item;
mod turn_state;

pub use actor::{Actor, Aim, Craft, Out, Posture, Work};
pub use item::{Grip, Held, Item, ItemId, WeaponRef, Whereabouts};
pub use turn_state::TurnState;

use crate::{
    action::Action,
    sheet::{Cantrip, ClueSheet, Custom, ItemSheet, Sheet, Spell},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Side,
    act::Why,
    bar,
    clock::Clock,
    space::{Cell, Piece, Space},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// What does not change in play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The ground.
    pub space: Space,
    /// The sides by name.
    pub sides: Vec<String>,
    /// The characters.
    pub sheets: Vec<Sheet>,
    pub items: Vec<ItemSheet>,
    /// What stands about: names, armour, terrain; beside `Table::pieces`.
    pub scenery: Vec<SceneryTerms>,
    /// Every spell that somebody knows.
    pub spells: Vec<Spell>,
    /// Every cantrip that somebody knows.
    pub cantrips: Vec<Cantrip>,
    /// What there is to find.
    pub clues: Vec<ClueSheet>,
    /// ST-271: the checks that the GM has written.
    pub customs: Vec<Custom>,
}

/// What a piece of scenery is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SceneryTerms {
    pub name: String,
    /// Its armour.
    pub av: u8,
    /// Darkness hides nobody where there is light.
    pub dark: bool,
    /// Water: one swims there.
    pub water: bool,
    /// ST-061, ST-065: the difficulty to swim or climb here, if the GM has settled it.
    pub difficulty: Option<u8>,
}

/// ST-R11: what a character was close to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    Move(Action),
    /// A spell.
    Cast(u8),
    /// A check of the GM's.
    Custom(u8),
    /// A topic of clues, by the first of them.
    Topic(u8),
    /// The search for things.
    Search,
    /// One of the things that are searched for.
    Thing(u8),
}

/// What has become of a clue.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ClueState {
    /// As it was.
    #[default]
    Whole,
    /// ST-244: some of it is gone.
    Damaged,
    /// ST-244: all of it is gone.
    Lost,
}

/// A clue in play.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clue {
    pub state: ClueState,
    /// Who has found it.
    pub found: ActorSet,
}

/// How time runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Outside of rounds.
    Free,
    /// ST-039.
    Rounds,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The side that stands.
    pub winner: Option<Side>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What does not change.
    pub setup: Arc<Setup>,
    /// Time.
    pub clock: Clock<Mode>,
    /// ST-040: the order of this round.
    pub order: SmallVec<[ActorId; 8]>,
    /// Whose turn it is, in that order.
    pub at: u8,
    /// ST-R103: rounds of warning left, this one included.
    pub warning: u8,
    /// Has the first round that all take part in begun?
    pub first_round: bool,
    /// The characters.
    pub actors: Vec<Actor>,
    pub items: Vec<Item>,
    /// What stands about: cover, concealment, water. Shared, since little of it ever changes.
    pub pieces: Arc<Vec<Piece>>,
    /// What each piece still stands.
    pub durability: Vec<u8>,
    /// ST-221: wind dice.
    pub wind: u8,
    pub clues: Vec<Clue>,
    /// ST-R11: who has a bonus die for what.
    pub retry: Vec<(ActorId, Goal)>,
    /// ST-245: who may not try what again without help.
    pub no_retry: Vec<(ActorId, Goal)>,
    /// ST-D04: outside of rounds the GM says whether people are rushed.
    pub rushed: bool,
    /// ST-R12: whose materials are used up.
    pub spoiled: ActorSet,
    /// How it ended.
    pub over: Option<Ending>,
    /// On the table as a seat knows it: those who were taken off. Empty on the true table.
    #[serde(skip)]
    pub unseen: ActorSet,
}

impl Table {
    /// Everybody, in roster order.
    pub fn ids(&self) -> impl Iterator<Item = ActorId> + use<> {
        (0..self.actors.len() as u16).map(ActorId)
    }

    /// A character.
    pub fn actor(&self, who: ActorId) -> &Actor {
        &self.actors[who.index()]
    }

    /// A character, to change it.
    pub fn actor_mut(&mut self, who: ActorId) -> &mut Actor {
        &mut self.actors[who.index()]
    }

    pub fn sheet(&self, who: ActorId) -> &Sheet {
        &self.setup.sheets[who.index()]
    }

    pub fn name(&self, who: ActorId) -> &str {
        &self.sheet(who).name
    }

    pub fn side_of(&self, who: ActorId) -> Side {
        self.sheet(who).side
    }

    /// Are the two opponents?
    pub fn hostile(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) != self.side_of(b)
    }

    /// The opponents of a character who take part, in roster order.
    pub fn foes(&self, of: ActorId) -> impl Iterator<Item = (ActorId, &Actor)> {
        let foes = self.ids().filter(move |&foe| self.is_active(foe) && self.hostile(foe, of));
        foes.map(|foe| (foe, self.actor(foe)))
    }

    /// Those who take part.
    pub fn active(&self) -> ActorSet {
        self.ids().filter(|&who| self.is_active(who)).collect()
    }

    /// Does it take part?
    pub fn is_active(&self, who: ActorId) -> bool {
        self.actor(who).out == Out::Active
    }

    /// ST-R122: does it take part, and is it awake?
    pub fn is_awake(&self, who: ActorId) -> bool {
        self.is_active(who) && !self.actor(who).asleep
    }

    /// Whose turn it is, in rounds.
    pub fn acting(&self) -> Option<ActorId> {
        if self.clock.mode == Mode::Rounds { self.order.get(usize::from(self.at)).copied() } else { None }
    }

    /// May it act now?
    pub fn has_turn(&self, who: ActorId) -> bool {
        self.over.is_none() && self.is_awake(who) && (self.clock.mode == Mode::Free || self.acting() == Some(who))
    }

    /// ST-R24: the most stamina it can have now.
    pub fn stamina_limit(&self, who: ActorId) -> u8 {
        self.sheet(who).max_stamina.saturating_sub(self.actor(who).stun)
    }

    /// Is somebody who takes part standing there?
    pub fn is_taken(&self, cell: Cell) -> bool {
        self.taken().any(|taken| taken == cell)
    }

    /// Does `who` know of somebody who stands there?
    pub fn seems_taken(&self, who: ActorId, cell: Cell) -> bool {
        self.ids()
            .any(|other| self.is_active(other) && self.is_aware(who, other) && self.actor(other).place.cell == cell)
    }

    /// Where somebody stands.
    pub fn taken(&self) -> impl Iterator<Item = Cell> + '_ {
        self.actors.iter().filter(|actor| actor.out == Out::Active).map(|actor| actor.place.cell)
    }

    /// ST-R17: in rounds everybody is rushed; outside the GM says.
    pub fn is_rushed(&self) -> bool {
        self.rushed || self.clock.mode == Mode::Rounds
    }

    /// Does `watcher` know of `other`? ST-R120: of an opponent who is hidden only if `watcher` itself has noticed it.
    pub fn is_aware(&self, watcher: ActorId, other: ActorId) -> bool {
        let seen = self.actor(other);
        !seen.hidden || !self.hostile(watcher, other) || seen.noticed_by.contains(watcher)
    }

    /// ST-R104: it is out of sight of every opponent, or seen by all of them.
    pub fn set_hidden(&mut self, who: ActorId, hidden: bool) {
        let actor = self.actor_mut(who);
        (actor.hidden, actor.noticed_by) = (hidden, ActorSet::EMPTY);
    }

    /// ST-R120: `watcher` has noticed `sneaker`; when every opponent has, it is hidden no longer.
    pub fn notice(&mut self, watcher: ActorId, sneaker: ActorId) {
        let noticed = &mut self.actor_mut(sneaker).noticed_by;
        *noticed = noticed.with(watcher);
        if self.ids().all(|other| self.is_aware(other, sneaker)) {
            self.set_hidden(sneaker, false);
        }
    }

    /// A character by its word.
    pub fn find(&self, key: &str) -> Result<ActorId, Refusal> {
        let at = self.setup.sheets.iter().position(|sheet| sheet.key == key);
        at.map(|at| ActorId(at as u16)).ok_or_else(|| {
            Refusal::plain("nobody", format!("there is no character {key:?}"))
                .allowing(self.setup.sheets.iter().map(|sheet| sheet.key.clone()))
        })
    }

    /// Is there such a character?
    pub fn has(&self, who: ActorId) -> bool {
        who.index() < self.actors.len()
    }

    /// Bars whoever is nobody.
    pub fn someone(&self, who: ActorId) -> Result<(), Why<'static>> {
        if self.has(who) { Ok(()) } else { Err(bar!(_, "nobody", "there is no such character")) }
    }

    /// Is there such a character, and may it act now?
    pub fn may_act(&self, who: ActorId) -> Result<(), Why<'_>> {
        self.someone(who)?;
        if self.over.is_some() {
            return Err(bar!("ST-043", "over", "the fight is over"));
        }
        if !self.is_active(who) {
            return Err(bar!("ST-R23", "out", "{} is out of the fight", self.name(who)));
        }
        if self.actor(who).asleep {
            return Err(bar!("ST-254", "asleep", "{} is asleep, until somebody wakes or attacks it", self.name(who)));
        }
        if !self.has_turn(who) {
            return Err(bar!("ST-040", "not-your-turn", "it is not the turn of {}", self.name(who)));
        }
        Ok(())
    }

    /// As if somebody were not there, for a seat that does not know of it.
    pub fn take_off(&mut self, who: ActorId) {
        crate::harm::put_out(self, who, Out::Dead);
        self.unseen = self.unseen.with(who);
    }
}
