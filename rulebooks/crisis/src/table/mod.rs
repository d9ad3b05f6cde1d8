//! The table: everything that changes while it is played.

mod actor;

pub use actor::{Actor, Assets, Care, Carried, Long, LongAction, Stance, Treat, Treatment};

pub use crate::wounds::Wounds;
use crate::{
    check::GmMod,
    conditions::ConditionKind,
    house::{HouseRules, Metric},
    scenery::Scenery,
    sheet::{Circumstance, Cover, Item, Sheet, Weapon},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Side,
    act::Why,
    actors_of, bar,
    clock::Clock,
    space::{Cell, Space},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::{collections::BTreeSet, sync::Arc};

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
    pub sheets: Vec<Sheet>,
    /// The weapons that anybody carries.
    pub weapons: Vec<Weapon>,
    /// The items that anybody carries.
    pub items: Vec<Item>,
    /// What stands and lies on the map.
    pub objects: Scenery,
    /// CR-025: the Unfavorable Circumstances that there are.
    pub circumstances: Vec<Circumstance>,
    /// CR-R162: the purposes that some items and circumstances are for alone.
    #[serde(default)]
    pub purposes: Vec<String>,
    /// CR-040: the groups that share an initiative roll.
    pub groups: Vec<Group>,
    /// After so many rounds the crisis ends and nobody has won; 0 for never.
    pub rounds: u32,
}

/// CR-040, CR-R20, CR-D07: creatures that share an initiative roll.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Group {
    pub name: String,
    /// Whose die is rolled; the first member's if nobody is named.
    pub leader: Option<ActorId>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Table {
    /// What does not change by the rules.
    pub setup: Arc<Setup>,
    /// Time, round, and whose turn it is. Round 0 is the surprise round.
    pub clock: Clock<Mode>,
    /// CR-031: the turn order of the crisis.
    pub order: SmallVec<[ActorId; 8]>,
    /// Whose turn it is, as a place in the order.
    pub at: u8,
    /// How everybody is.
    pub actors: Vec<Actor>,
    /// CR-025: the circumstances that hold everywhere, by their places in the list.
    pub circumstances: BTreeSet<u8>,
    /// CR-D18: what the GM has said about cover between two.
    pub covers: Vec<SaidCover>,
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
    pub why: Arc<str>,
}

/// CR-D18: what the GM has said about the cover of one against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SaidCover {
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

impl SaidModifiers {
    /// The one for this.
    pub fn of(&mut self, of: GmMod) -> &mut i8 {
        match of {
            GmMod::Roll => &mut self.roll,
            GmMod::Damage => &mut self.damage,
            GmMod::Reaction => &mut self.reaction,
        }
    }
}

impl Setup {
    /// One of the weapons that somebody carries.
    pub fn weapon_of(&self, actor: &Actor, at: u8) -> &Weapon {
        &self.weapons[usize::from(actor.weapons[usize::from(at)].weapon)]
    }
}

actors_of!(Table: Actor, Sheet);

impl Table {
    /// Those of whom this is so.
    pub fn those(&self, is: impl Fn(&Actor) -> bool) -> ActorSet {
        self.ids().filter(|&who| is(self.actor(who))).collect()
    }

    /// Are they of different sides?
    pub fn hostile(&self, a: ActorId, b: ActorId) -> bool {
        self.side_of(a) != self.side_of(b)
    }

    /// Everybody on the side of a creature, itself included.
    pub fn friends_of(&self, who: ActorId) -> ActorSet {
        self.ids().filter(|&other| !self.hostile(who, other)).collect()
    }

    /// The enemies that a creature knows of and that are still up.
    pub fn known_foes(&self, who: ActorId) -> ActorSet {
        self.those(Actor::is_up).except(self.friends_of(who)).except(self.actor(who).unaware_of)
    }

    /// A weapon that somebody carries.
    pub fn weapon(&self, who: ActorId, at: u8) -> &Weapon {
        self.setup.weapon_of(self.actor(who), at)
    }

    /// The creature whose turn it is.
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
    pub fn known(&self, who: ActorId) -> Result<(), Why<'static>> {
        let nobody = bar!(_, "nobody", "there is no such creature at the table").moot();
        if self.is_one(who) { Ok(()) } else { Err(nobody) }
    }

    /// The same, as a question.
    pub fn is_one(&self, who: ActorId) -> bool {
        who.index() < self.actors.len()
    }

    /// CR-170: for whoever does not know of this creature, it is not there.
    pub fn take_off(&mut self, who: ActorId) {
        let actor = self.actor_mut(who);
        (actor.absent, actor.overwatch, actor.treating) = (true, false, None);
        let Some(place) = self.order.iter().position(|other| *other == who) else { return };
        let at = usize::from(self.at);
        self.order.remove(place);
        if place < at {
            self.at -= 1;
        } else if place == at {
            self.at = self.order.len() as u8; // it is the turn of nobody that is known
        }
    }

    /// May this creature take an Action now: in its turn, or outside a crisis (CR-030, CR-R93, CR-R146, CR-207)?
    pub fn may_act(&self, who: ActorId) -> Result<(), Why<'_>> {
        self.known(who)?;
        let (name, actor) = (self.name(who), self.actor(who));
        if actor.absent {
            return Err(bar!(_, "absent", "{} is not here yet", name));
        }
        if !self.can_act(who) {
            let stunned = actor.has(ConditionKind::Stunned);
            let by_stun = bar!("CR-207", "cannot-act", "{} cannot act", name);
            return Err(if stunned { by_stun } else { bar!("CR-R93", "cannot-act", "{} cannot act", name) });
        }
        match self.clock.mode {
            Mode::Free => Ok(()),
            Mode::Crisis if self.acting() == Some(who) => Ok(()),
            Mode::Crisis => Err(bar!("CR-031", "not-your-turn", "it is not {}'s turn", name)),
        }
    }

    /// The same, and it must be a crisis.
    pub fn may_act_in_crisis(&self, who: ActorId) -> Result<(), Why<'_>> {
        if self.clock.mode != Mode::Crisis {
            return Err(bar!("CR-001", "no-crisis", "there is no crisis, and nothing costs AP"));
        }
        self.may_act(who)
    }

    /// CR-R56, CR-R116: the distance between two squares.
    pub fn distance(&self, house: &HouseRules, a: Cell, b: Cell) -> u32 {
        let (x, y) = (u32::from(a.x.abs_diff(b.x)), u32::from(a.y.abs_diff(b.y)));
        match house.metric {
            Metric::Chebyshev => x.max(y),
            // The way straight across, rounded up.
            Metric::Euclid => {
                let square = x * x + y * y;
                let root = square.isqrt();
                root + u32::from(root * root < square)
            }
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
