//! The table: everything that changes in play is small, what does not sits behind one `Arc`.

use crate::{
    actions::{Action, ActionSet},
    reason::Reason,
    sheet::{Cantrip, ClueSheet, Custom, Effect, ItemSheet, Melee, Power, Sheet, Spell},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Side,
    clock::{Clock, Ends},
    rule,
    space::{Cell, Piece, Place, Space},
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
    /// The items.
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
    /// The name.
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

/// The place of an item in the setup.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ItemId(pub u16);

/// With what an attack is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WeaponRef {
    /// A part of the body.
    Natural(u8),
    /// A readied item.
    Item(ItemId),
    /// The effect that the caster keeps ready.
    Effect,
}

/// Where an item is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whereabouts {
    /// In hand.
    Held(ActorId),
    /// Carried, not readied.
    Carried(ActorId),
    /// On the ground.
    Ground(Cell),
}

/// How an item is held.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Grip {
    /// In the dominant hand.
    Main,
    /// In the other hand.
    Off,
    /// In two hands.
    Both,
}

/// An item in hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Held {
    /// Which.
    pub item: ItemId,
    /// How.
    pub grip: Grip,
}

/// What changes about an item.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Where it is.
    pub at: Whereabouts,
    /// Is ammunition in place?
    pub loaded: bool,
    /// What a shield still stands; 0 is broken.
    pub durability: u8,
}

/// How a body stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// On its feet.
    #[default]
    Standing,
    /// On its knees.
    Kneeling,
    /// On the ground.
    Prone,
}

/// Whether a character takes part.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Out {
    /// It does.
    #[default]
    Active,
    /// ST-R23, ST-R24: out of the fight.
    Out,
    /// ST-D38: the GM said that it is dying.
    Dying,
    /// ST-D38: the GM said that it is dead.
    Dead,
}

/// ST-147: a target that was aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Aim {
    /// Whom.
    pub target: ActorId,
    /// ST-149: it ends at the end of the next own turn.
    pub ends: Ends,
}

/// What a caster has gathered and shaped (ST-180 to ST-190).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Craft {
    /// Successes stored, shaped ones included.
    pub stored: u8,
    /// Of these, the shaped ones by power.
    pub shaped: [u8; 7],
    /// Gather and Shape actions since the last release or loss.
    pub actions: u8,
    /// ST-183: own turns in a row with a Gather.
    pub row: u8,
    /// Has this turn seen a Gather?
    pub gathered: bool,
}

impl Craft {
    /// Shaped successes.
    pub fn shaped(&self) -> u8 {
        self.shaped.iter().fold(0, |sum, more| sum.saturating_add(*more))
    }

    /// Successes that can still be shaped.
    pub fn unshaped(&self) -> u8 {
        self.stored.saturating_sub(self.shaped())
    }

    /// The effect as it is now.
    pub fn effect(&self) -> Effect {
        let mut effect = Effect::CRAFTED;
        for (power, count) in Power::ALL.into_iter().zip(self.shaped) {
            for _ in 0..count {
                effect = effect.stronger(power);
            }
        }
        effect
    }
}

/// ST-R27: loading that takes several turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Work {
    /// What is being loaded.
    pub item: ItemId,
    /// Turns that are still needed.
    pub left: u8,
}

/// What a turn has seen so far. It begins anew with each own turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnState {
    /// ST-047: the one action of requirement one or more.
    pub slot_used: bool,
    /// ST-049: actions of requirement zero.
    pub zero: ActionSet,
    /// ST-R28: actions in lowered form.
    pub lowered: ActionSet,
    /// Metres moved by move actions.
    pub metres: u16,
    /// ST-120: has a Dash been taken?
    pub dashed: bool,
    /// ST-071: or a Sprint?
    pub sprinted: bool,
    /// ST-R60: has there been an attack since the Dash?
    pub attacked: bool,
    /// ST-R86: stamina spent, dues included.
    pub spent: u8,
    /// ST-193: has a check been made that is no movement?
    pub checked: bool,
    /// ST-R29: penalty dice of lowered actions.
    pub penalty: u8,
    /// ST-112, ST-118: weapons whose parry bonus is lost.
    pub parry_lost: SmallVec<[WeaponRef; 2]>,
    /// ST-196.
    pub dodging: bool,
    /// ST-194.
    pub disengaged: bool,
    /// ST-200.
    pub no_attack: bool,
    /// ST-169.
    pub no_magic: bool,
    /// ST-228.
    pub reacted: bool,
    /// ST-203: Restoration was taken; what was spent stays below the rank.
    pub restored: bool,
    /// ST-R37: has the character gone down already?
    pub went_down: bool,
}

/// One character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Actor {
    /// Where its feet are.
    pub place: Place,
    /// ST-R32: the side of its hex that it faces.
    pub facing: u8,
    /// How it stands.
    pub posture: Posture,
    /// Does it take part?
    pub out: Out,
    /// Health left.
    pub health: u8,
    /// Stamina left.
    pub stamina: u8,
    /// Current defense.
    pub defense: u8,
    /// ST-R24.
    pub stun: u8,
    /// What is in its hands.
    pub held: SmallVec<[Held; 2]>,
    /// ST-157: pieces of ammunition at hand.
    pub ready_ammo: u8,
    /// Pieces of ammunition in the quiver.
    pub ammo: u8,
    /// This turn.
    pub turn: TurnState,
    /// ST-051: moves in this round.
    pub moves: u8,
    /// ST-199: attacks in this round.
    pub attacks: u8,
    /// ST-126: the Quick attack of this round.
    pub quick_used: bool,
    /// ST-R25: of this round.
    pub initiative: u8,
    /// ST-147.
    pub aim: Option<Aim>,
    /// ST-R112: whom it has attacked in melee since engaging.
    pub settled: ActorSet,
    /// Gathering and shaping.
    pub craft: Craft,
    /// ST-R81: an effect that is kept ready.
    pub kept: Option<(Effect, Ends)>,
    /// A guard, and when it ends.
    pub guard: Option<(u8, Ends)>,
    /// Light around it: metres, and when it ends.
    pub light: Option<(u8, Ends)>,
    /// ST-R27.
    pub work: Option<Work>,
    /// ST-220: for the first round.
    pub surprised: bool,
    /// ST-219: to be applied when rounds begin.
    pub flat_footed: bool,
    /// ST-R103: rounds of warning.
    pub warning: u8,
    /// ST-R97: the piece that it has taken cover behind, until it moves.
    pub behind: Option<u16>,
    /// ST-D29: cover that the GM gives it.
    pub gm_cover: u8,
    /// ST-D29: concealment that the GM gives it.
    pub gm_concealment: u8,
    /// Nobody of another side knows of it.
    pub hidden: bool,
    /// ST-R104: its stealth result.
    pub stealth: Option<u8>,
    /// ST-R102: bonus dice on its stealth checks.
    pub stealth_bonus: u8,
    /// ST-056: it travels at quick pace.
    pub hurrying: bool,
    /// ST-239: questions it may still put to the GM.
    pub questions: u8,
}

/// ST-R11: what a character was close to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// A movement.
    Move(Action),
    /// A spell.
    Cast(u8),
    /// A check of the GM's.
    Custom(u8),
    /// A topic of clues, by the first of them.
    Topic(u8),
    /// The search for things.
    Search,
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
    /// Its state.
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

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The side that stands.
    pub winner: Option<Side>,
}

/// Everything on the table.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
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
    /// The items.
    pub items: Vec<Item>,
    /// What stands about: cover, concealment, water. Shared, since little of it ever changes.
    pub pieces: Arc<Vec<Piece>>,
    /// What each piece still stands.
    pub durability: Vec<u8>,
    /// ST-221: wind dice.
    pub wind: u8,
    /// Clues.
    pub clues: Vec<Clue>,
    /// ST-R11: who has a bonus die for what.
    pub retry: SmallVec<[(ActorId, Goal); 2]>,
    /// ST-245: who may not try what again without help.
    pub no_retry: SmallVec<[(ActorId, Goal); 2]>,
    /// ST-D04: outside of rounds the GM says whether people are rushed.
    pub rushed: bool,
    /// ST-R12: whose materials are used up.
    pub spoiled: ActorSet,
    /// How it ended.
    pub over: Option<Ending>,
}

impl Clone for Table {
    fn clone(&self) -> Table {
        Table {
            setup: self.setup.clone(),
            clock: self.clock,
            order: self.order.clone(),
            at: self.at,
            warning: self.warning,
            first_round: self.first_round,
            actors: self.actors.clone(),
            items: self.items.clone(),
            pieces: self.pieces.clone(),
            durability: self.durability.clone(),
            wind: self.wind,
            clues: self.clues.clone(),
            retry: self.retry.clone(),
            no_retry: self.no_retry.clone(),
            rushed: self.rushed,
            spoiled: self.spoiled,
            over: self.over,
        }
    }

    /// Every fight of a batch begins so: what the last one left is written over, and nothing is fetched anew.
    fn clone_from(&mut self, from: &Table) {
        #[rustfmt::skip]
        let Table {
            setup, clock, order, at, warning, first_round, actors, items, pieces, durability, wind, clues, retry, no_retry,
            rushed, spoiled, over,
        } = self;
        setup.clone_from(&from.setup);
        order.clone_from(&from.order);
        actors.clone_from(&from.actors);
        items.clone_from(&from.items);
        pieces.clone_from(&from.pieces);
        durability.clone_from(&from.durability);
        clues.clone_from(&from.clues);
        retry.clone_from(&from.retry);
        no_retry.clone_from(&from.no_retry);
        (*clock, *at, *warning, *first_round) = (from.clock, from.at, from.warning, from.first_round);
        (*wind, *rushed, *spoiled, *over) = (from.wind, from.rushed, from.spoiled, from.over);
    }
}

impl Table {
    /// Everybody, in roster order.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = ActorId> + use<> {
        (0..self.actors.len() as u16).map(ActorId)
    }

    /// A character.
    #[inline]
    pub fn actor(&self, who: ActorId) -> &Actor {
        &self.actors[who.index()]
    }

    /// A character, to change it.
    #[inline]
    pub fn actor_mut(&mut self, who: ActorId) -> &mut Actor {
        &mut self.actors[who.index()]
    }

    /// Its sheet.
    #[inline]
    pub fn sheet(&self, who: ActorId) -> &Sheet {
        &self.setup.sheets[who.index()]
    }

    /// Its name.
    pub fn name(&self, who: ActorId) -> &str {
        &self.sheet(who).name
    }

    /// Its side.
    #[inline]
    pub fn side_of(&self, who: ActorId) -> Side {
        self.sheet(who).side
    }

    /// Are the two opponents?
    #[inline]
    pub fn hostile(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) != self.side_of(b)
    }

    /// The opponents of a character who take part, in roster order.
    #[inline]
    pub fn foes(&self, of: ActorId) -> impl Iterator<Item = (ActorId, &Actor)> {
        let side = self.side_of(of);
        let everybody = self.actors.iter().zip(&self.setup.sheets).zip(0..);
        let foes = everybody.filter(move |((actor, sheet), _)| actor.out == Out::Active && sheet.side != side);
        foes.map(|((actor, _), at)| (ActorId(at), actor))
    }

    /// Does it take part?
    #[inline]
    pub fn is_active(&self, who: ActorId) -> bool {
        self.actor(who).out == Out::Active
    }

    /// Whose turn it is, in rounds.
    #[inline]
    pub fn acting(&self) -> Option<ActorId> {
        if self.clock.mode == Mode::Rounds { self.order.get(usize::from(self.at)).copied() } else { None }
    }

    /// May it act now?
    #[inline]
    pub fn has_turn(&self, who: ActorId) -> bool {
        self.over.is_none() && self.is_active(who) && (self.clock.mode == Mode::Free || self.acting() == Some(who))
    }

    /// ST-R24: the most stamina it can have now.
    #[inline]
    pub fn stamina_limit(&self, who: ActorId) -> u8 {
        self.sheet(who).max_stamina.saturating_sub(self.actor(who).stun)
    }

    /// An item's sheet.
    #[inline]
    pub fn item_sheet(&self, item: ItemId) -> &ItemSheet {
        &self.setup.items[usize::from(item.0)]
    }

    /// An item.
    #[inline]
    pub fn item(&self, item: ItemId) -> &Item {
        &self.items[usize::from(item.0)]
    }

    /// An item, to change it.
    #[inline]
    pub fn item_mut(&mut self, item: ItemId) -> &mut Item {
        &mut self.items[usize::from(item.0)]
    }

    /// Every item.
    pub fn item_ids(&self) -> impl Iterator<Item = ItemId> + use<> {
        (0..self.items.len() as u16).map(ItemId)
    }

    /// How `who` holds an item, if it does.
    #[inline]
    pub fn grip(&self, who: ActorId, item: ItemId) -> Option<Grip> {
        self.actor(who).held.iter().find(|held| held.item == item).map(|held| held.grip)
    }

    /// The blow of a weapon, if it can strike one.
    #[inline]
    pub fn melee(&self, who: ActorId, weapon: WeaponRef) -> Option<&Melee> {
        match weapon {
            WeaponRef::Natural(at) => self.sheet(who).natural.get(usize::from(at)).map(|natural| &natural.melee),
            WeaponRef::Item(item) => self.item_sheet(item).melee.as_ref(),
            WeaponRef::Effect => None,
        }
    }

    /// Hands that are free.
    pub fn free_hands(&self, who: ActorId) -> u8 {
        let used: u8 = self.actor(who).held.iter().map(|held| if held.grip == Grip::Both { 2 } else { 1 }).sum();
        self.sheet(who).hands.saturating_sub(used)
    }

    /// Takes an item out of whatever hand holds it.
    pub fn let_go(&mut self, item: ItemId, to: Whereabouts) {
        if let Whereabouts::Held(by) = self.item(item).at {
            self.actor_mut(by).held.retain(|held| held.item != item);
        }
        self.item_mut(item).at = to;
    }

    /// Is somebody who takes part standing there?
    pub fn is_taken(&self, cell: Cell) -> bool {
        self.taken().any(|taken| taken == cell)
    }

    /// Where somebody stands.
    pub fn taken(&self) -> impl Iterator<Item = Cell> + '_ {
        self.actors.iter().filter(|actor| actor.out == Out::Active).map(|actor| actor.place.cell)
    }

    /// ST-R17: in rounds everybody is rushed; outside the GM says.
    #[inline]
    pub fn is_rushed(&self) -> bool {
        self.rushed || self.clock.mode == Mode::Rounds
    }

    /// Does `watcher` know of `other`?
    #[inline]
    pub fn is_aware(&self, watcher: ActorId, other: ActorId) -> bool {
        !self.actor(other).hidden || !self.hostile(watcher, other)
    }

    /// A character by its word.
    pub fn find(&self, key: &str) -> Result<ActorId, Refusal> {
        let at = self.setup.sheets.iter().position(|sheet| sheet.key == key);
        at.map(|at| ActorId(at as u16)).ok_or_else(|| {
            Refusal::plain("nobody", format!("there is no character {key:?}"))
                .allowing(self.setup.sheets.iter().map(|sheet| sheet.key.clone()))
        })
    }

    /// Is there such a character, and may it act now?
    #[inline]
    pub fn may_act<R: Reason>(&self, who: ActorId) -> Result<(), R> {
        if who.index() >= self.actors.len() {
            return Err(R::because(|| Refusal::plain("nobody", "there is no such character")));
        }
        if self.over.is_some() {
            return Err(R::because(|| Refusal::by(rule!("ST-043"), "over", "the fight is over")));
        }
        if !self.is_active(who) {
            let why = || format!("{} is out of the fight", self.name(who));
            return Err(R::because(|| Refusal::by(rule!("ST-R23"), "out", why())));
        }
        if !self.has_turn(who) {
            let why = || format!("it is not the turn of {}", self.name(who));
            return Err(R::because(|| Refusal::by(rule!("ST-040"), "not-your-turn", why())));
        }
        Ok(())
    }
}
