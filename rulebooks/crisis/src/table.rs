//! The table: everything that changes while it is played.

pub use crate::wounds::Wounds;
use crate::{
    conditions::{Cause, Condition},
    house::{HouseRules, Metric},
    roster::{Order, Roster, Sheets},
    scenery::Scenery,
    sheet::{Circumstance, Cover, Item, Sheet, Skill, Weapon},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Side,
    clock::Clock,
    rule,
    space::{Cell, Place, Space},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;

/// What does not change by the rules. A GM's correction may replace it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The map.
    pub space: Space,
    /// The names of the sides, by number.
    pub sides: Vec<String>,
    /// The names of all Skills.
    pub skills: Vec<String>,
    /// The sheets, in the order of the roster.
    pub sheets: Sheets,
    /// The weapons that anybody carries.
    pub weapons: Vec<Weapon>,
    /// The items that anybody carries.
    pub items: Vec<Item>,
    /// What stands and lies on the map.
    pub objects: Scenery,
    /// CR-025: the Unfavorable Circumstances that there are.
    pub circumstances: Vec<Circumstance>,
    /// CR-040: the groups that share an initiative roll.
    pub groups: Vec<Group>,
    /// After so many rounds the crisis ends and nobody has won; 0 for never.
    pub rounds: u32,
}

/// CR-040, CR-R20, CR-D07: creatures that share an initiative roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Whose die is rolled; the first member's if nobody is named.
    pub leader: Option<ActorId>,
}

/// Everything on the table.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What does not change by the rules.
    pub setup: Arc<Setup>,
    /// Time, round, and whose turn it is. Round 0 is the surprise round.
    pub clock: Clock<Mode>,
    /// CR-031: the turn order of the crisis.
    pub order: Order,
    /// Whose turn it is, as a place in the order.
    pub at: u8,
    /// How everybody is.
    pub actors: Roster,
    /// CR-025: the circumstances that hold everywhere, one bit each.
    pub circumstances: u32,
    /// CR-D18: what the GM has said about cover between two.
    pub covers: SmallVec<[SaidCover; 2]>,
    /// CR-D19, CR-R47: the GM's modifiers for what comes next.
    pub said: SaidModifiers,
    /// Ask the GM at each decision that the ledger gives to the GM, instead of taking the default.
    pub ask_gm: bool,
    /// How it ended, if it has.
    pub over: Option<Ending>,
}

/// How play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Outside a crisis: time passes as the story needs it.
    Free,
    /// CR-001: rounds, turns and single Actions.
    Crisis,
}

/// How a crisis ended (CR-R156).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// Who is left; nobody if the GM ended it so.
    pub winner: Option<Side>,
    /// Why, in words.
    pub why: String,
}

/// CR-D18: what the GM has said about the cover of one against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SaidCover {
    /// Who attacks.
    pub from: ActorId,
    /// Who is covered.
    pub to: ActorId,
    /// How well.
    pub cover: Cover,
}

/// CR-D19: free modifiers of the GM for the next Attack or check, then 0 again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SaidModifiers {
    /// On the next Attack roll, or on the next check.
    pub roll: i8,
    /// On the damage of the next Attack.
    pub damage: i8,
    /// On the next parry or dodge.
    pub reaction: i8,
}

/// How a creature holds itself.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    /// Upright.
    #[default]
    Standing,
    /// CR-200.
    Kneeling,
    /// CR-203.
    Prone,
}

impl Stance {
    /// In a word.
    pub const fn word(self) -> &'static str {
        match self {
            Stance::Standing => "standing",
            Stance::Kneeling => "kneeling",
            Stance::Prone => "prone",
        }
    }
}

/// CR-R112: the medical row of the natural healing table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Care {
    /// CR-144.
    #[default]
    None,
    /// CR-146: first aid, or from oneself.
    Own,
    /// CR-147.
    Doctor,
    /// CR-148.
    Hospital,
}

/// One weapon that somebody carries.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Carried {
    /// Its place in the list of weapons.
    pub weapon: u8,
    /// How many, for those that are gone after one use.
    pub count: u8,
    /// CR-R44: Attacks left before it must be reloaded.
    pub loaded: u8,
}

/// An Action under way that costs more than 6 AP (CR-052).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Long {
    /// What.
    pub what: LongAction,
    /// AP put in.
    pub put: u8,
    /// AP needed.
    pub cost: u8,
    /// CR-033: has it been worked on in this turn already?
    pub worked: bool,
    /// CR-R34: cancelled, with its progress kept for later.
    pub paused: bool,
}

/// What takes several turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LongAction {
    /// CR-057: reloading this weapon of the creature.
    Reload(u8),
    /// CR-D13: something the GM has set a cost for, with a Skill if a roll is needed.
    Other(Option<Skill>),
}

/// CR-D03, CR-D30: the items that somebody uses as Assets, by their places in the list of items.
pub type Assets = SmallVec<[u8; 4]>;

/// CR-R101: what a healer is at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Treatment {
    /// Whom.
    pub patient: ActorId,
    /// What.
    pub what: Treat,
    /// When the roll is made.
    pub ends: u64,
    /// CR-D30: with which Assets; all that fit if left out.
    #[serde(default)]
    pub assets: Option<Assets>,
}

/// CR-D30: what a treatment is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Treat {
    /// CR-124: a lethal wound, suffered at this time.
    Lethal(u64),
    /// CR-124: a non-lethal wound, suffered at this time.
    NonLethal(u64),
    /// CR-135: all non-lethal wounds.
    AllNonLethal,
    /// CR-133: Dying.
    Dying,
}

/// How a creature is.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Actor {
    /// Where it is.
    pub place: Place,
    /// One of the eight directions, clockwise from north.
    pub facing: u8,
    /// How it holds itself.
    pub stance: Stance,
    /// CR-045, CR-046: action points, 0 to 6.
    pub ap: u8,
    /// CR-186: uses of Take Aim, 0 to 2.
    pub aim: u8,
    /// The conditions as bits, see [`crate::conditions::ConditionKind::bit`].
    pub bits: u8,
    /// What else is so, see [`Flag`].
    pub flags: u32,
    /// Armour value, which may wear down (CR-R79).
    pub armour: u8,
    /// The weapon in hand, by its place among those carried.
    pub in_hand: u8,
    /// CR-035: the initiative result.
    pub initiative: i16,
    /// CR-170: the Sneak roll, while Sneaking.
    pub sneak: Option<i16>,
    /// CR-R140: whom it aims at, if that matters.
    pub aim_at: Option<ActorId>,
    /// CR-052.
    pub long: Option<Long>,
    /// CR-117.
    pub lethal: Wounds,
    /// CR-117.
    pub nonlethal: Wounds,
    /// Conditions and when they end.
    pub conditions: SmallVec<[Condition; 2]>,
    /// What it can strike with. Fists are always among them.
    pub weapons: SmallVec<[Carried; 4]>,
    /// Items, and how many of each.
    pub items: SmallVec<[(u8, u8); 4]>,
    /// CR-041: whom it has not noticed.
    pub unaware_of: ActorSet,
    /// CR-137: when the next non-lethal wound heals.
    pub hourly: Option<u64>,
    /// CR-138: when the next daily roll is due.
    pub daily: Option<u64>,
    /// CR-R156: when it bleeds next, outside a crisis.
    pub bleeds: Option<u64>,
    /// CR-134: until when it stays incapacitated.
    pub stabilised_until: Option<u64>,
    /// CR-R101: what it is treating.
    pub treating: Option<Box<Treatment>>,
    /// CR-R101, with `one_try_per_wound`: healer, kind and time of wounds that were tried.
    pub tried: SmallVec<[(ActorId, Treat); 1]>,
    /// CR-127.
    pub care: Care,
    /// CR-R113: who cares for it.
    pub carer: Option<ActorId>,
    /// Extra Actions used in this crisis, one bit each.
    pub extras_used: u8,
}

/// What is so of a creature, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Flag {
    /// CR-071.
    ParryUsed = 1,
    /// CR-087.
    DodgeUsed = 1 << 1,
    /// CR-R133: it has acted in this turn.
    Acted = 1 << 2,
    /// CR-182.
    Overwatch = 1 << 3,
    /// CR-165.
    Hidden = 1 << 4,
    /// CR-194.
    Dying = 1 << 5,
    /// CR-119.
    Dead = 1 << 6,
    /// CR-115.
    KnockedOut = 1 << 7,
    /// CR-118, CR-122: out of action; kept by [`crate::harm::settle`].
    Incapacitated = 1 << 8,
    /// CR-042: not ready for combat.
    Unready = 1 << 9,
    /// CR-041: has an additional turn.
    Surprise = 1 << 10,
    /// Not in the scene yet.
    Absent = 1 << 11,
    /// CR-R21: in the order from the next round on.
    Late = 1 << 12,
    /// CR-D34: the GM lets it act although it is held or bound.
    Allowed = 1 << 13,
    /// CR-120: dies at 0 HP.
    DiesAtZero = 1 << 14,
    /// CR-143.
    RoughTravel = 1 << 15,
    /// CR-145.
    PoorEnvironment = 1 << 16,
}

/// A list of plain values as it lies; most are empty.
#[inline]
pub(crate) fn copied<L: smallvec::Array<Item: Copy>>(list: &SmallVec<L>) -> SmallVec<L> {
    if list.is_empty() { SmallVec::new() } else { SmallVec::from_slice(list) }
}

impl Clone for Actor {
    #[inline]
    fn clone(&self) -> Actor {
        Actor {
            lethal: self.lethal.clone(),
            nonlethal: self.nonlethal.clone(),
            conditions: copied(&self.conditions),
            weapons: copied(&self.weapons),
            items: copied(&self.items),
            treating: self.treating.clone(),
            tried: copied(&self.tried),
            ..*self
        }
    }
}

impl Actor {
    /// Is this so?
    #[inline]
    pub const fn is(&self, flag: Flag) -> bool {
        self.flags & flag as u32 != 0
    }

    /// Makes it so, or not.
    #[inline]
    pub const fn set(&mut self, flag: Flag, so: bool) {
        if so {
            self.flags |= flag as u32;
        } else {
            self.flags &= !(flag as u32);
        }
    }

    /// CR-119.
    #[inline]
    pub const fn is_dead(&self) -> bool {
        self.is(Flag::Dead)
    }

    /// CR-R93.
    #[inline]
    pub const fn is_incapacitated(&self) -> bool {
        self.is(Flag::Incapacitated)
    }

    /// CR-194.
    #[inline]
    pub const fn is_dying(&self) -> bool {
        self.is(Flag::Dying)
    }

    /// CR-D34.
    #[inline]
    pub const fn is_allowed(&self) -> bool {
        self.is(Flag::Allowed)
    }

    /// CR-R135.
    #[inline]
    pub const fn set_overwatch(&mut self, so: bool) {
        self.set(Flag::Overwatch, so);
    }

    /// CR-R123, CR-R125: cannot be picked as a target.
    #[inline]
    pub const fn is_out_of_sight(&self) -> bool {
        self.is(Flag::Hidden) || self.sneak.is_some()
    }

    /// Is it on the map and alive?
    #[inline]
    pub const fn is_here(&self) -> bool {
        self.flags & (Flag::Dead as u32 | Flag::Absent as u32) == 0
    }

    /// Why it is Helpless.
    pub fn causes(&self) -> impl Iterator<Item = Cause> + '_ {
        self.conditions.iter().filter_map(|condition| match condition.kind {
            crate::conditions::ConditionKind::Helpless(cause) => Some(cause),
            _ => None,
        })
    }

    /// Keeps the bits as the conditions are.
    pub fn know_conditions(&mut self) {
        self.bits = self.conditions.iter().fold(0, |bits, condition| bits | condition.kind.bit());
    }

    /// How many of an item it has.
    pub fn item(&self, item: u8) -> u8 {
        self.items.iter().find(|(known, _)| *known == item).map_or(0, |(_, count)| *count)
    }

    /// Uses up one of an item.
    pub fn spend_item(&mut self, item: u8) {
        if let Some(known) = self.items.iter_mut().find(|(known, _)| *known == item) {
            known.1 = known.1.saturating_sub(1);
        }
        self.items.retain(|(_, count)| *count > 0);
    }
}

/// The way straight across, rounded up.
#[inline(never)]
fn as_the_crow_flies(x: u32, y: u32) -> u32 {
    let square = x * x + y * y;
    let root = square.isqrt();
    root + u32::from(root * root < square)
}

/// A batch of fights copies the table once a fight: onto the one before, whose lists are used again.
impl Clone for Table {
    fn clone(&self) -> Table {
        Table {
            setup: self.setup.clone(),
            clock: self.clock,
            order: self.order.clone(),
            at: self.at,
            actors: self.actors.clone(),
            circumstances: self.circumstances,
            covers: self.covers.clone(),
            said: self.said,
            ask_gm: self.ask_gm,
            over: self.over.clone(),
        }
    }

    fn clone_from(&mut self, source: &Table) {
        let Table { setup, clock, order, at, actors, circumstances, covers, said, ask_gm, over } = source;
        if !Arc::ptr_eq(&self.setup, setup) {
            self.setup = setup.clone();
        }
        (self.clock, self.at, self.circumstances, self.said, self.ask_gm) =
            (*clock, *at, *circumstances, *said, *ask_gm);
        self.order.clone_from(order);
        self.actors.clone_from(actors);
        self.covers.clone_from(covers);
        self.over.clone_from(over);
    }
}

impl Table {
    /// Everybody, in roster order.
    pub fn ids(&self) -> impl Iterator<Item = ActorId> + use<> {
        (0..self.actors.len() as u16).map(ActorId)
    }

    /// How a creature is.
    #[inline]
    pub fn actor(&self, who: ActorId) -> &Actor {
        &self.actors[who.index()]
    }

    /// The same, to change anything of which nothing is kept beside the roster.
    #[inline]
    pub fn actor_mut(&mut self, who: ActorId) -> &mut Actor {
        self.actors.get_mut(who)
    }

    /// The same, to change anything: see [`Roster::change`].
    #[inline]
    pub fn change<T>(&mut self, who: ActorId, change: impl FnOnce(&mut Actor) -> T) -> T {
        self.actors.change(who, change)
    }

    /// What a creature is.
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

    /// Are they of different sides?
    #[inline]
    pub fn hostile(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) != self.side_of(b)
    }

    /// The enemies that a creature knows of and that are still up.
    #[inline]
    pub fn known_foes(&self, who: ActorId) -> ActorSet {
        self.actors.up().except(self.setup.sheets.friends_of(who)).except(self.actor(who).unaware_of)
    }

    /// A weapon that somebody carries.
    #[inline]
    pub fn weapon(&self, who: ActorId, at: u8) -> &Weapon {
        &self.setup.weapons[usize::from(self.actor(who).weapons[usize::from(at)].weapon)]
    }

    /// The creature whose turn it is.
    #[inline]
    pub fn acting(&self) -> Option<ActorId> {
        if self.clock.mode == Mode::Crisis { self.order.get(usize::from(self.at)).copied() } else { None }
    }

    /// Finds a creature by its word.
    pub fn find(&self, key: &str) -> Result<ActorId, Refusal> {
        let found = self.setup.sheets.iter().position(|sheet| sheet.key == key);
        found.map(|at| ActorId(at as u16)).ok_or_else(|| {
            Refusal::plain("nobody", format!("there is no {key:?} at the table"))
                .allowing(self.setup.sheets.iter().map(|sheet| sheet.key.clone()))
        })
    }

    /// Is there such a creature? Intents may come from anywhere.
    pub fn known(&self, who: ActorId) -> Result<(), Refusal> {
        if who.index() < self.actors.len() {
            return Ok(());
        }
        Err(Refusal::plain("nobody", "there is no such creature at the table"))
    }

    /// May this creature take an Action now: in its turn, or outside a crisis (CR-030, CR-R93, CR-R146, CR-207)?
    pub fn may_act(&self, who: ActorId) -> Result<(), Refusal> {
        self.known(who)?;
        let (name, actor) = (self.name(who), self.actor(who));
        if actor.is(Flag::Absent) {
            return Err(Refusal::plain("absent", format!("{name} is not here yet")));
        }
        if !self.can_act(who) {
            let rule = if actor.bits & 8 != 0 { rule!("CR-207") } else { rule!("CR-R93") };
            return Err(Refusal::by(rule, "cannot-act", format!("{name} cannot act")));
        }
        match self.clock.mode {
            Mode::Free => Ok(()),
            Mode::Crisis if self.acting() == Some(who) => Ok(()),
            Mode::Crisis => Err(Refusal::by(rule!("CR-031"), "not-your-turn", format!("it is not {name}'s turn"))),
        }
    }

    /// The same, and it must be a crisis.
    pub fn may_act_in_crisis(&self, who: ActorId) -> Result<(), Refusal> {
        if self.clock.mode != Mode::Crisis {
            return Err(Refusal::by(rule!("CR-001"), "no-crisis", "there is no crisis, and nothing costs AP"));
        }
        self.may_act(who)
    }

    /// CR-R56, CR-R116: the distance between two squares.
    #[inline(always)] // a policy asks for everybody
    pub fn distance(&self, house: &HouseRules, a: Cell, b: Cell) -> u32 {
        let (x, y) = (u32::from(a.x.abs_diff(b.x)), u32::from(a.y.abs_diff(b.y)));
        match house.metric {
            Metric::Chebyshev => x.max(y),
            Metric::Euclid => as_the_crow_flies(x, y),
        }
    }

    /// CR-R120: can somebody end a movement there? Not where another stands or kneels, and not in an object.
    pub fn is_free(&self, cell: Cell, but: ActorId) -> bool {
        let taken = |(at, actor): (usize, &Actor)| {
            actor.place.cell == cell && actor.is_here() && actor.stance != Stance::Prone && at != but.index()
        };
        self.setup.space.contains(cell) && !self.setup.is_blocked(cell) && !self.actors.iter().enumerate().any(taken)
    }
}
