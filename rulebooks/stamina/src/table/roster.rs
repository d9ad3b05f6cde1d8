//! The characters and things in roster order, with what many rules ask about all of them at once: who takes part, who is
//! whose opponent, how far anybody reaches. That follows from the lists, so it is neither written nor read, but made anew
//! with them.

use super::{Actor, Out};
use crate::{
    initiative,
    sheet::{Attribute, ItemSheet, Primary, Secondary, Sheet},
};
use referee_dice::Packed;
use referee_engine::{ActorId, ActorSet, Derived};
use std::ops::DerefMut;

/// How the characters are.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Roster {
    all: Vec<Actor>,
    active: ActorSet,
    /// Has it been looked at who is left since somebody went out or came back?
    settled: Derived<bool>,
}

impl Clone for Roster {
    fn clone(&self) -> Roster {
        Roster { all: self.all.clone(), active: self.active, settled: self.settled }
    }

    fn clone_from(&mut self, from: &Roster) {
        ask_for(&from.all);
        self.all.clone_from(&from.all);
        (self.active, self.settled) = (from.active, from.settled);
    }
}

/// Looks at each of these in several places at once. A table of a run that is copied mostly lies far from the processor: whoever
/// copies it field by field waits for one line of memory after the other, and this waits for all of them together.
#[inline]
fn ask_for(all: &[Actor]) {
    let looked = all
        .iter()
        .fold(0, |sum, actor| sum ^ actor.turn.seen() ^ u64::from(actor.health) ^ u64::from(actor.hands.0.parry));
    std::hint::black_box(looked);
}

impl Roster {
    /// These, in their order.
    pub fn new(all: Vec<Actor>) -> Roster {
        let active = Roster::look_for_active(&all);
        Roster { all, active, settled: Derived(false) }
    }

    fn look_for_active(all: &[Actor]) -> ActorSet {
        let active = all.iter().enumerate().filter(|(_, actor)| actor.out == Out::Active);
        active.map(|(at, _)| ActorId::at(at)).collect()
    }

    /// Those who take part.
    #[inline]
    pub fn active(&self) -> ActorSet {
        debug_assert_eq!(self.active, Roster::look_for_active(&self.all), "`out` changes through `set_out` alone");
        self.active
    }

    /// The one place where it changes whether somebody takes part.
    #[inline]
    pub fn set_out(&mut self, who: ActorId, out: Out) {
        self.all[who.index()].out = out;
        self.settled = Derived(false);
        self.active = if out == Out::Active { self.active.with(who) } else { self.active.without(who) };
    }

    /// Has nobody gone out or come back since [`settle`](Roster::settle)?
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.settled.0
    }

    /// It has been looked at who is left.
    #[inline]
    pub fn settle(&mut self) {
        self.settled = Derived(true);
    }

    /// All of them, to change anything but whether they take part.
    #[inline]
    pub fn all_mut(&mut self) -> &mut [Actor] {
        &mut self.all
    }
}

referee_engine::listed!(Roster of Actor by ActorId);

/// What the characters are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheets {
    all: Vec<Sheet>,
    facts: Vec<Facts>,
    /// Who has at least so much armour, up to the most of anybody.
    armoured: Vec<ActorSet>,
    reach: u8,
    natural: u8,
}

/// What is asked of a sheet all the time, in one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The opponents, whether they take part or not.
    pub foes: ActorSet,
    /// ST-R51: the points of reach of its bare body.
    pub body_reach: u16,
    /// Its own points of reach, which a weapon adds to.
    pub reach: u8,
    /// The most stamina that it can have.
    pub max_stamina: u8,
    /// The most that a part of its body pierces.
    pub body_apv: u8,
    /// Armour.
    pub av: u8,
    /// Reflexes and awareness, which decide about initiative (ST-R25).
    pub quickness: [u8; 2],
    /// Its dice of initiative, if they are few.
    pub initiative: Option<Packed>,
    /// Ranks in stamina (ST-203).
    pub breath: u8,
    /// ST-R73: may it take magic actions?
    pub arcane: bool,
    /// Has it a part of the body to strike with?
    pub has_body: bool,
    /// Does it know the Bash (ST-079)?
    pub knows_bash: bool,
    /// Does it know the Off-hand attack (ST-114)?
    pub knows_off_hand: bool,
}

impl Facts {
    fn of(sheet: &Sheet, foes: ActorSet) -> Facts {
        let quickness = [sheet.attribute(Attribute::Reflexes), sheet.skill(Primary::Awareness)];
        Facts {
            foes,
            body_reach: u16::from(sheet.reach) + u16::from(sheet.natural_reach()),
            reach: sheet.reach,
            max_stamina: sheet.max_stamina,
            body_apv: sheet.natural.iter().map(|natural| natural.melee.apv).max().unwrap_or(0),
            av: sheet.av,
            quickness,
            initiative: Packed::of(&initiative::dice(quickness)),
            breath: sheet.rank(Secondary::Stamina),
            arcane: sheet.arcane,
            has_body: !sheet.natural.is_empty(),
            knows_bash: sheet.rank(Secondary::Bash) > 0,
            knows_off_hand: sheet.rank(Secondary::OffHandAttack) > 0,
        }
    }
}

impl Sheets {
    /// These, in their order.
    pub fn new(all: Vec<Sheet>) -> Sheets {
        let others = |sheet: &Sheet| {
            let foes = all.iter().enumerate().filter(|(_, other)| other.side != sheet.side);
            foes.map(|(at, _)| ActorId::at(at)).collect()
        };
        let facts = all.iter().map(|sheet| Facts::of(sheet, others(sheet))).collect();
        let reach = all.iter().map(|sheet| sheet.reach).max().unwrap_or(0);
        let natural = all.iter().map(Sheet::natural_reach).max().unwrap_or(0);
        let most = all.iter().map(|sheet| sheet.av).max().unwrap_or(0);
        let with = |least: u8| {
            let some = all.iter().enumerate().filter(|(_, sheet)| sheet.av >= least);
            some.map(|(at, _)| ActorId::at(at)).collect()
        };
        let armoured = (0..=most).map(with).collect();
        Sheets { all, facts, armoured, reach, natural }
    }

    /// What is asked of somebody all the time.
    #[inline]
    pub fn facts(&self, of: ActorId) -> &Facts {
        &self.facts[of.index()]
    }

    /// Everybody who is not on this one's side.
    #[inline]
    pub fn foes(&self, of: ActorId) -> ActorSet {
        self.facts(of).foes
    }

    /// Those with at least so much armour.
    #[inline]
    pub fn armoured(&self, least: u8) -> ActorSet {
        self.armoured.get(usize::from(least)).copied().unwrap_or(ActorSet::EMPTY)
    }

    /// Points of reach that nobody surpasses as long as no weapon has more than these (ST-R51).
    #[inline]
    pub fn longest(&self, weapon: u8) -> u16 {
        u16::from(self.reach) + u16::from(self.natural.max(weapon))
    }
}

referee_engine::listed!(Sheets of Sheet);

/// What the items are. What changes of them in play is neither reach nor block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Items {
    all: Vec<ItemSheet>,
    longest: u8,
    block: u8,
}

impl Items {
    /// These, in their order.
    pub fn new(all: Vec<ItemSheet>) -> Items {
        let longest = all.iter().filter_map(|item| item.melee).map(|melee| melee.reach).max();
        let block = all.iter().filter_map(|item| item.shield.as_ref()).map(|shield| shield.block).max();
        Items { longest: longest.unwrap_or(0), block: block.unwrap_or(0), all }
    }

    /// The most points of reach that a weapon has.
    #[inline]
    pub fn longest(&self) -> u8 {
        self.longest
    }

    /// The most that a shield blocks.
    #[inline]
    pub fn block(&self) -> u8 {
        self.block
    }
}

referee_engine::listed!(Items of ItemSheet);

impl DerefMut for Items {
    fn deref_mut(&mut self) -> &mut [ItemSheet] {
        &mut self.all
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        reach::best_reach,
        table::{Out, Table},
        testing::scene,
    };
    use referee_engine::{ActorId, ActorSet};

    /// What is kept beside the lists is what one finds by walking through them, also after somebody has gone out and after
    /// the table was written and read.
    #[test]
    fn what_is_kept_beside_the_lists_follows_from_them() {
        let text = r#"
            book = "stamina"
            map = { grid = "hex", columns = 12, rows = 8, cell = 1, unit = "m" }
            characters = [
                { from = "fighter", at = [1, 1] },
                { from = "ogre", side = "foes", at = [3, 1] },
                { from = "scout", side = "others", at = [5, 1] },
            ]
        "#;
        let (_, mut table) = scene(text);
        let check = |table: &Table| {
            let active = |who: &ActorId| table.actor(*who).out == Out::Active;
            assert_eq!(table.actors.active(), table.ids().filter(active).collect::<ActorSet>());
            for who in table.ids() {
                let foes = table.ids().filter(|foe| table.hostile(who, *foe) && active(foe));
                assert!(table.foes(who).map(|(foe, _)| foe).eq(foes));
                let most = table.setup.sheets.longest(table.setup.items.longest());
                assert!(best_reach(table, who) <= most, "nobody reaches farther than that");
                for least in 0..20 {
                    let is_armoured = table.setup.sheets.armoured(least).contains(who);
                    assert_eq!(is_armoured, table.sheet(who).av >= least, "{least}");
                }
            }
            let written = serde_json::to_string(table).unwrap();
            assert_eq!(serde_json::from_str::<Table>(&written).unwrap(), *table);
        };
        check(&table);
        for (who, out) in [(2, Out::Out), (1, Out::Dead), (2, Out::Active), (0, Out::Dying), (1, Out::Active)] {
            table.actors.settle();
            table.actors.set_out(ActorId(who), out);
            assert!(!table.actors.is_settled(), "the sides are to be looked at again");
            check(&table);
        }
    }
}
