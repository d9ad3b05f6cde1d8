//! The table: everything that changes while it is played.

mod actor;
mod arms;
mod lasting;
mod moment;
mod weapons;
mod written;

pub use actor::{Actor, Flag, Stance};
pub use arms::Arms;
pub(crate) use arms::runs_out;
pub use lasting::{Assets, Care, Lasting, Long, LongAction, Treat, Treatment};
pub use moment::Moment;
pub use weapons::{Carried, Weapons};

pub use crate::wounds::Wounds;
use crate::{
    house::{HouseRules, Metric},
    roster::{Order, Roster, Sheets},
    scenery::Scenery,
    sheet::{Circumstance, Cover, Item, Sheet, Weapon},
};
use referee_engine::{
    ActorId, ActorSet, Refusal, Seldom, Side,
    clock::Clock,
    rule,
    space::{Cell, Space},
};
use serde::{Deserialize, Serialize};
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
    pub covers: Seldom<Vec<SaidCover>>,
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

    /// The same, to change where it is and how it holds itself.
    #[inline]
    pub fn shift(&mut self, who: ActorId, change: impl FnOnce(&mut Actor)) {
        self.actors.shift(who, change);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{duel, who};
    use referee_engine::{Derived, space::Place};

    /// Whatever was on a table before, a copy of another one is that one in every part.
    #[test]
    fn a_table_that_becomes_a_copy_keeps_nothing_of_its_own() {
        let (_, plain) = duel();
        let (ann, cid) = (who(&plain, "ann"), who(&plain, "cid"));
        let mut full = plain.clone();
        full.setup = Arc::new((*plain.setup).clone());
        (full.clock.elapsed, full.at, full.circumstances, full.ask_gm) = (77, 1, 3, true);
        full.order = [cid, ann].into_iter().collect();
        full.covers.fill().push(SaidCover { from: ann, to: cid, cover: Cover::Heavy });
        full.said = SaidModifiers { roll: 1, damage: -1, reaction: 2 };
        full.over = Some(Ending { winner: None, why: "it rains".into() });
        full.change(cid, |cid| {
            *cid = Actor {
                place: Place::new(5, 6, 1),
                facing: 3,
                stance: Stance::Prone,
                ap: 1,
                aim: 2,
                bits: 0,
                flags: Flag::Overwatch as u32 | Flag::Dying as u32 | Flag::Incapacitated as u32,
                armour: 7,
                in_hand: 1,
                initiative: 9,
                lethal: Wounds::default(),
                nonlethal: Wounds::default(),
                weapons: vec![Carried { weapon: 0, count: 3, loaded: 2 }; 6].into(),
                arms: Derived::default(),
                hourly: Moment::at(1),
                daily: Moment::at(2),
                stabilised_until: Moment::at(3),
                extras_used: 5,
                lasting: cid.lasting.clone(),
            };
            (0..6).for_each(|round| cid.lethal.add(6 * round, 1));
            cid.nonlethal.add(6, 2);
            cid.overlook(ann);
        });
        for (from, to) in [(&plain, &full), (&full, &plain)] {
            let mut copy = from.clone();
            assert_eq!(copy, *from);
            copy.clone_from(to);
            assert_eq!(copy, *to);
            assert!(Arc::ptr_eq(&copy.setup, &to.setup));
            assert_eq!(serde_json::to_value(&copy).unwrap(), serde_json::to_value(to).unwrap());
            assert_eq!(copy.actors.dying(), to.actors.dying());
        }
    }

    /// Eight people take three quarters of a kibibyte, and the rest of the table less than the last one.
    #[test]
    fn a_table_is_small() {
        assert_eq!((size_of::<Actor>(), size_of::<Table>()), (96, 248));
    }
}
