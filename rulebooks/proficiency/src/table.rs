//! The table: everything that changes while a scene is played.

use crate::{
    resource::{Lasting, ResourceId, ResourceSheet, Stock},
    roster::{Roster, Sheets},
    sheet::{Ability, Kind, Sheet, SkillId, SkillSheet, Weapon},
    tasks::{HazardSheet, TaskId, TaskSheet, TaskState},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Side,
    clock::{Clock, Turn},
    rule,
    space::{Cell, Grid, Place, Space},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// What does not change by the rules. A GM's correction or training may replace it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The map, or one zone without one.
    pub space: Space,
    /// PR-R91: what the squares are like, by index; empty without a map.
    pub squares: Vec<Square>,
    /// Is the whole place dark?
    pub dark: bool,
    /// The names of the sides; the first is that of the PCs.
    pub sides: Vec<String>,
    /// The sheets, in the order of the roster.
    pub sheets: Sheets,
    /// Skills.
    pub skills: Vec<SkillSheet>,
    /// Kinds of Resource-Dice.
    pub resources: Vec<ResourceSheet>,
    /// Tasks.
    pub tasks: Vec<TaskSheet>,
    /// Hazards.
    pub hazards: Vec<HazardSheet>,
    /// Objects.
    pub objects: Vec<ObjectSheet>,
    /// What ends it, besides a side that is down.
    pub ends: Vec<EndCondition>,
}

/// PR-R91: what a square is like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Square {
    /// Nobody walks there.
    pub blocked: bool,
    /// Cover for whoever stands there: +2 or +4.
    pub cover: u8,
    /// +2 to attacks and searches.
    pub dark: bool,
}

/// PR-R69: something that can be broken.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObjectSheet {
    /// The word for commands.
    pub key: String,
    /// The name.
    pub name: String,
    /// Hit points at first.
    pub hp: i16,
    /// Its Defense.
    pub defense: u8,
    /// Where it stands.
    pub place: Place,
}

/// What ends a scene.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndCondition {
    /// A task is done.
    Done(TaskId, Side),
    /// So many units of time have passed.
    Units(u32, Option<Side>),
    /// An object is broken.
    Broken(u8, Side),
}

/// PR-006: the four units of time, as modes of the clock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// PR-007, PR-008: 1 to 10 seconds, commonly for initiative.
    #[default]
    Moment,
    /// PR-009, PR-010: 1 to 10 minutes, commonly for exploration.
    Interval,
    /// PR-011, PR-012: 1 to 10 hours, commonly for recovery.
    Period,
    /// PR-013, PR-014: 1 to 10 days, commonly for training.
    Downtime,
}

impl Mode {
    /// All of them.
    pub const ALL: [Mode; 4] = [Mode::Moment, Mode::Interval, Mode::Period, Mode::Downtime];
    /// PR-R06: the counts at first: 6 seconds, 10 minutes, 8 hours, 7 days.
    pub const COUNTS: [u8; 4] = [6, 10, 8, 7];

    /// Seconds of one second, minute, hour, day.
    pub const fn seconds(self) -> u32 {
        [1, 60, 3600, 86_400][self as usize]
    }

    /// In commands.
    pub const fn key(self) -> &'static str {
        ["moment", "interval", "period", "downtime"][self as usize]
    }

    /// In a word.
    pub const fn word(self) -> &'static str {
        ["Moment", "Interval", "Period", "Downtime"][self as usize]
    }
}

/// PR-001, PR-004: how play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No turns: everybody acts as the talk goes.
    #[default]
    Free,
    /// PR-004: turns without initiative.
    Turns,
    /// PR-016: initiative.
    Initiative,
}

/// Everything on the table.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What does not change by the rules.
    pub setup: Arc<Setup>,
    /// Time, and whose turn it is.
    pub clock: Clock<Mode>,
    /// PR-R06: seconds, minutes, hours, days of one unit.
    pub counts: [u8; 4],
    /// Are there turns, and initiative?
    pub phase: Phase,
    /// PR-027: the sides in the order in which they act; several in one set act together.
    pub order: SmallVec<[SideSet; 4]>,
    /// Which of them acts.
    pub part: u8,
    /// Units of time since the scene began.
    pub units: u32,
    /// How characters are.
    pub actors: Roster,
    /// How objects are: hit points left.
    pub objects: SmallVec<[i16; 4]>,
    /// How tasks stand.
    pub tasks: SmallVec<[TaskState; 4]>,
    /// PR-R107: dice of places.
    pub areas: SmallVec<[Area; 1]>,
    /// PR-D13, PR-D14, PR-D15: what the GM has set for checks to come.
    pub circumstances: SmallVec<[Circumstance; 2]>,
    /// PR-D13, PR-D14: ask the GM before every check.
    pub gm_before_every_check: bool,
    /// How it ended, if it has.
    pub over: Option<Ending>,
    /// A fight that the GM lets go on does not end again by itself.
    pub goes_on: bool,
}

/// Sides that act together, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideSet(pub u8);

impl SideSet {
    /// One side.
    pub const fn of(side: Side) -> SideSet {
        SideSet(1 << side.0)
    }

    /// Is this side among them?
    #[inline]
    pub const fn contains(self, side: Side) -> bool {
        self.0 >> side.0 & 1 == 1
    }

    /// All of them, in their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Side> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let side = Side(left.trailing_zeros() as u8);
            (left != 0).then(|| {
                left &= left - 1;
                side
            })
        })
    }

    /// The first of them, if there is any.
    #[inline]
    pub fn any(self) -> Option<Side> {
        (self.0 != 0).then(|| self.first())
    }

    /// The first of them.
    #[inline]
    pub const fn first(self) -> Side {
        Side(self.0.trailing_zeros() as u8)
    }
}

/// How a scene ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who won.
    pub winner: Option<Side>,
    /// Why, in words.
    pub why: String,
}

/// Does a character take part, and how?
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// It can act.
    #[default]
    Able,
    /// PR-R72: at 0 hit points.
    Down,
    /// PR-D33: in somebody's hands.
    Captured,
    /// PR-R72: dead.
    Dead,
    /// PR-R21: not here yet.
    Absent,
}

impl Life {
    /// In a word.
    pub fn word(self) -> &'static str {
        ["able", "down", "captured", "dead", "not here"][self as usize]
    }
}

/// How a character is.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Actor {
    /// Hit points.
    pub hp: i16,
    /// Does it take part? It changes through [`Table::set_life`] alone, which keeps count of the able.
    pub life: Life,
    /// PR-R72, switch `hp_zero`: down and stable, so that no Save is due.
    pub stable: bool,
    /// PR-R77: Defense is raised by so much until the start of its next turn.
    pub guarded: u8,
    /// PR-R77, switch `defend_effect`: attacks against it have DIS until the start of its next turn.
    pub warded: bool,
    /// PR-R44: the next check against it has ADV.
    pub exposed: bool,
    /// PR-R79: no Standard or Bonus check, until the end of its next turn.
    pub held: bool,
    /// PR-R93: DIS on STR, DEX and CON checks.
    pub exhausted: bool,
    /// PR-R78: the next check of that side against it has ADV.
    pub off_balance: Option<OffBalance>,
    /// PR-R90: those it is hidden from.
    pub hidden_from: ActorSet,
    /// PR-R67: magic on the character, as bonus points.
    pub magic: u8,
    /// Which weapon is in hand.
    pub in_hand: u8,
    /// Weapons that lie on the ground, a bit each.
    pub dropped: u16,
    /// Weapons that are gone, a bit each.
    pub used_up: u16,
    /// What it has done this turn.
    pub turn: TurnState,
    /// PR-R21: the round from which it acts.
    pub acts_from: u32,
    /// PR-R74: it rests this Period.
    pub resting: bool,
    /// Light by a spell, until so many seconds have passed.
    pub light_until: u64,
    /// Where it is.
    pub place: Place,
    /// Its stocks.
    pub stocks: SmallVec<[Stock; 4]>,
    /// PR-R105: lasting effects, the oldest first.
    pub lasting: SmallVec<[Lasting; 2]>,
}

/// PR-R78.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OffBalance {
    /// Who did it.
    pub by: ActorId,
    /// It ends when so many of that character's turns have ended.
    pub turns: u8,
}

/// What a character has done in this round (PR-R05).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnState {
    /// Standard checks used.
    pub standards: u8,
    /// PR-052: Bonus checks granted.
    pub granted: u8,
    /// Bonus checks used.
    pub bonus: u8,
    /// PR-R91: has it moved?
    pub moved: bool,
    /// It has used a feat that needs it to stand still.
    pub still: bool,
    /// PR-R85, switch `save_limit`: has it made a Save?
    pub saved: bool,
    /// PR-003: has it had its turn?
    pub acted: bool,
}

/// PR-R107: a die of a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Area {
    /// What kind of die, as it stands.
    pub stock: Stock,
    /// Who is inside.
    pub inside: ActorSet,
}

/// Something the GM has set for a character's checks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Circumstance {
    /// Whose checks.
    pub who: ActorId,
    /// What it gives.
    pub gives: Gives,
    /// The next check only, or until the GM takes it away.
    pub once: bool,
    /// Why, in the GM's words.
    pub why: String,
}

/// What a circumstance gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gives {
    /// PR-104: a change of the DC.
    Dc(i8),
    /// PR-066.
    Adv,
    /// PR-070.
    Dis,
    /// PR-R32, PR-D15: another ability.
    Ability(Ability),
}

/// Each simulated fight begins with a copy of the table, so that copying takes as little as it can: lists of plain values
/// as they lie, and the room of the old table's actors is used again.
impl Clone for Table {
    fn clone(&self) -> Table {
        self.with_actors(self.actors.clone())
    }

    fn clone_from(&mut self, source: &Table) {
        let mut actors = std::mem::take(&mut self.actors);
        actors.clone_from(&source.actors);
        *self = source.with_actors(actors);
    }
}

/// A list of plain values as it lies; most are empty.
#[inline]
fn copied<L: smallvec::Array<Item: Copy>>(list: &SmallVec<L>) -> SmallVec<L> {
    if list.is_empty() { SmallVec::new() } else { SmallVec::from_slice(list) }
}

impl Clone for Actor {
    #[inline]
    fn clone(&self) -> Actor {
        Actor { stocks: copied(&self.stocks), lasting: copied(&self.lasting), ..*self }
    }
}

impl Actor {
    /// PR-003, PR-R21: has it a turn in this round that it has not had?
    #[inline]
    fn may_begin(&self, round: u32) -> bool {
        !self.turn.acted && self.life == Life::Able && self.acts_from <= round
    }
}

impl Table {
    /// The same with these actors.
    fn with_actors(&self, actors: Roster) -> Table {
        Table {
            setup: self.setup.clone(),
            order: SmallVec::from_slice(&self.order),
            actors,
            objects: SmallVec::from_slice(&self.objects),
            tasks: self.tasks.clone(),
            areas: SmallVec::from_slice(&self.areas),
            circumstances: self.circumstances.clone(),
            over: self.over.clone(),
            ..*self
        }
    }

    /// The sheet of a character.
    #[inline]
    pub fn sheet(&self, id: ActorId) -> &Sheet {
        &self.setup.sheets[id.index()]
    }

    /// How a character is.
    #[inline]
    pub fn actor(&self, id: ActorId) -> &Actor {
        &self.actors[id]
    }

    /// How a character is, to change it.
    #[inline]
    pub fn actor_mut(&mut self, id: ActorId) -> &mut Actor {
        &mut self.actors[id]
    }

    /// PR-R72: somebody is able now, or no more.
    #[inline]
    pub fn set_life(&mut self, id: ActorId, life: Life) {
        self.actors.set_life(id, life);
    }

    /// A sheet to change, all but its side: for a correction, or for what was learnt.
    pub fn sheet_mut(&mut self, id: ActorId) -> &mut Sheet {
        Arc::make_mut(&mut self.setup).sheets.get_mut(id)
    }

    /// All characters in roster order.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = ActorId> + use<> {
        (0..self.actors.len() as u16).map(ActorId)
    }

    /// Is there such a character?
    #[inline]
    pub fn has(&self, id: ActorId) -> bool {
        id.index() < self.actors.len()
    }

    /// The name of a character.
    pub fn name(&self, id: ActorId) -> &str {
        &self.sheet(id).name
    }

    /// The side of a character.
    #[inline]
    pub fn side_of(&self, id: ActorId) -> Side {
        self.sheet(id).side
    }

    /// Is it run by a player?
    #[inline]
    pub fn is_pc(&self, id: ActorId) -> bool {
        self.sheet(id).kind == Kind::Pc
    }

    /// Can it act at all?
    #[inline]
    pub fn is_able(&self, id: ActorId) -> bool {
        self.actor(id).life == Life::Able
    }

    /// Are they on different sides?
    #[inline]
    pub fn hostile(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) != self.side_of(b)
    }

    /// The kind of a Resource-Die.
    #[inline]
    pub fn resource(&self, id: ResourceId) -> &ResourceSheet {
        &self.setup.resources[usize::from(id.0)]
    }

    /// A skill.
    pub fn skill(&self, id: SkillId) -> &SkillSheet {
        &self.setup.skills[usize::from(id.0)]
    }

    /// The stock of a kind that somebody has.
    #[inline]
    pub fn stock(&self, id: ActorId, kind: ResourceId) -> Option<&Stock> {
        self.actor(id).stocks.iter().find(|stock| stock.kind == kind)
    }

    /// Is a stock of this kind spent? Who has none does not keep count of it.
    #[inline]
    pub fn is_spent(&self, id: ActorId, kind: ResourceId) -> bool {
        self.stock(id, kind).is_some_and(|stock| stock.spent)
    }

    /// The weapon in somebody's hand.
    #[inline]
    pub fn weapon_in_hand(&self, id: ActorId) -> &Weapon {
        &self.sheet(id).weapons[usize::from(self.actor(id).in_hand)]
    }

    /// Finds a character by the word for commands.
    pub fn find(&self, key: &str) -> Result<ActorId, Refusal> {
        let found = self.setup.sheets.iter().position(|sheet| sheet.key == key);
        found.map(|at| ActorId(at as u16)).ok_or_else(|| {
            let keys = self.setup.sheets.iter().map(|sheet| sheet.key.clone());
            Refusal::plain("unknown-character", format!("there is no character {key:?}")).allowing(keys)
        })
    }

    /// Seconds of one unit of a mode.
    pub fn unit_seconds(&self, mode: Mode) -> u32 {
        u32::from(self.counts[mode as usize]) * mode.seconds()
    }

    /// Is the distance on the map looked at?
    #[inline]
    pub fn is_mapped(&self) -> bool {
        self.setup.space.grid() == Grid::Square
    }

    /// PR-R91: how many squares apart; diagonals count like any other step.
    #[inline]
    pub fn squares_between(&self, a: Place, b: Place) -> u16 {
        let (x, y) = (a.cell.x.abs_diff(b.cell.x), a.cell.y.abs_diff(b.cell.y));
        x.max(y)
    }

    /// What a square is like.
    #[inline]
    pub fn square(&self, cell: Cell) -> Square {
        let at = self.setup.space.index(cell);
        at.and_then(|at| self.setup.squares.get(at)).copied().unwrap_or_default()
    }

    /// Is somebody there who takes part?
    pub fn occupied(&self, cell: Cell) -> Option<ActorId> {
        let there = |actor: &Actor| actor.place.cell == cell && actor.life <= Life::Down;
        self.actors.iter().position(there).map(ActorId::at)
    }

    /// Does anybody carry a light?
    #[cold]
    pub fn is_lit(&self) -> bool {
        self.actors.iter().any(|actor| {
            actor.light_until > self.clock.elapsed
                || actor.stocks.iter().any(|stock| stock.in_use && self.resource(stock.kind).light)
        })
    }

    /// PR-R91: what it is like where this character is. Single squares count where the map does.
    #[inline]
    pub fn square_of(&self, id: ActorId, map_use: bool) -> Square {
        let counts = map_use && !self.setup.squares.is_empty();
        if counts { self.square(self.actor(id).place.cell) } else { Square::default() }
    }

    /// PR-R91: is it dark on such a square, with no light about?
    #[inline]
    pub fn is_dark(&self, square: Square) -> bool {
        (self.setup.dark || square.dark) && !self.is_lit()
    }

    /// PR-R91: is it dark where this character is, with no light about?
    #[inline]
    pub fn in_the_dark(&self, id: ActorId, map_use: bool) -> bool {
        self.is_dark(self.square_of(id, map_use))
    }

    /// Whose part of the round it is.
    #[inline]
    pub fn acting_sides(&self) -> SideSet {
        self.order.get(usize::from(self.part)).copied().unwrap_or_default()
    }

    /// PR-003, PR-027: may this character act now? In its own turn, or, while its side has the round and nobody is in
    /// the middle of a turn, by beginning its turn with the act.
    #[inline]
    pub fn has_turn(&self, id: ActorId) -> bool {
        match (self.phase, self.clock.turn) {
            (Phase::Free, _) => true,
            (_, Turn::Of(who)) => who == id,
            (_, _) => self.may_begin(id) && self.actor(id).lasting.is_empty(),
        }
    }

    /// May this character's turn begin now?
    #[inline]
    pub fn may_begin(&self, id: ActorId) -> bool {
        self.beginning_sides().contains(self.side_of(id)) && self.actor(id).may_begin(self.clock.round)
    }

    /// Those whose turn may begin now.
    #[inline]
    pub fn beginners(&self) -> impl Iterator<Item = ActorId> + '_ {
        let able = self.actors.able().both(self.setup.sheets.of_sides(self.beginning_sides()));
        able.iter().filter(|&id| self.actor(id).may_begin(self.clock.round))
    }

    /// The sides of which somebody may begin a turn: none in the middle of one.
    #[inline]
    fn beginning_sides(&self) -> SideSet {
        let none = self.phase == Phase::Free || matches!(self.clock.turn, Turn::Of(_));
        if none { SideSet::default() } else { self.acting_sides() }
    }

    /// The sides of which somebody is able.
    #[inline]
    pub fn able_sides(&self) -> SideSet {
        let (able, sheets) = (self.actors.able(), &self.setup.sheets);
        let sides = (0..self.setup.sides.len() as u8).map(Side).filter(|&side| able.meets(sheets.of_side(side)));
        SideSet(sides.fold(0, |sides, side| sides | SideSet::of(side).0))
    }

    /// PR-R04: have two sides or more somebody able?
    #[inline]
    pub fn is_contested(&self) -> bool {
        let able = self.actors.able();
        able.first().is_some_and(|one| !able.except(self.setup.sheets.of_side(self.side_of(one))).is_empty())
    }

    /// The able foes of a character.
    #[inline]
    pub fn able_foes(&self, who: ActorId) -> impl Iterator<Item = ActorId> + use<> {
        self.actors.able().except(self.setup.sheets.of_side(self.side_of(who))).iter()
    }

    /// May this character act now: is it there, able, and has it the turn?
    #[inline]
    pub fn can_act(&self, id: ActorId) -> bool {
        self.has(id) && self.over.is_none() && self.is_able(id) && self.has_turn(id)
    }

    /// Refuses unless this character may act now.
    #[inline]
    pub fn may_act(&self, id: ActorId) -> Result<(), Refusal> {
        if self.can_act(id) { Ok(()) } else { Err(self.no_act(id)) }
    }

    /// Why this character may not act now.
    #[cold]
    fn no_act(&self, id: ActorId) -> Refusal {
        if !self.has(id) {
            return Refusal::plain("unknown-character", "there is no such character");
        }
        if let Some(ending) = &self.over {
            return Refusal::by(rule!("PR-R04"), "over", format!("the scene is over: {}", ending.why));
        }
        let name = self.name(id);
        if !self.is_able(id) {
            let how = self.actor(id).life.word();
            return Refusal::by(rule!("PR-R72"), "not-able", format!("{name} is {how} and cannot act"));
        }
        Refusal::by(rule!("PR-027"), "not-your-turn", format!("it is not {name}'s turn"))
    }
}
