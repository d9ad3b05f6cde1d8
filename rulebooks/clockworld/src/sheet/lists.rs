//! The sheets of all Characters and things, with what rules and policies ask about all of them at once. It follows from
//! the lists, so it is neither written nor read, but made anew with them.

use super::{AttackKind, Kind, Sheet, ThingId, ThingSheet, Weapon};
use referee_engine::{ActorId, ActorSet, Side};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ops::Deref;

/// What the Characters are, in the order of the roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheets {
    all: Vec<Sheet>,
    members: [ActorSet; 2],
    creatures: ActorSet,
    targets: ActorSet,
    bare_reaches_sq: Vec<u64>,
    has_blasts: bool,
}

/// CW-R37: beyond so many feet, squared, nothing reaches anybody that this Character strikes with when it holds nothing.
fn bare_reach_sq(sheet: &Sheet) -> u64 {
    let feet = |weapon: &Weapon| match weapon.kind {
        AttackKind::Reach => u64::from(sheet.reach_ft) + u64::from(weapon.reach_bonus_ft),
        AttackKind::Ranged | AttackKind::Area => u64::from(u32::MAX),
    };
    let farthest = sheet.natural.iter().map(|natural| feet(&natural.weapon)).max().unwrap_or(0);
    farthest * farthest
}

impl Sheets {
    /// These, in their order.
    pub fn new(all: Vec<Sheet>) -> Sheets {
        let (members, nobody) = ([ActorSet::EMPTY; 2], ActorSet::EMPTY);
        let mut sheets =
            Sheets { all, members, creatures: nobody, targets: nobody, bare_reaches_sq: vec![], has_blasts: false };
        sheets.look_through();
        sheets
    }

    fn look_through(&mut self) {
        let of = |is: &dyn Fn(&Sheet) -> bool| -> ActorSet {
            let found = self.all.iter().enumerate().filter(|(_, sheet)| is(sheet));
            found.map(|(at, _)| ActorId::at(at)).collect()
        };
        self.members = [0, 1].map(|side| of(&|sheet| usize::from(sheet.side.0 & 1) == side));
        self.creatures = of(&|sheet| sheet.kind != Kind::Hazard);
        self.targets = of(&|sheet| sheet.targetable);
        self.bare_reaches_sq = self.all.iter().map(bare_reach_sq).collect();
        let blasts = |sheet: &Sheet| sheet.natural.iter().any(|natural| natural.weapon.kind == AttackKind::Area);
        self.has_blasts = self.all.iter().any(blasts);
    }

    /// Changes one of them.
    pub fn change<T>(&mut self, id: ActorId, change: impl FnOnce(&mut Sheet) -> T) -> T {
        let changed = change(&mut self.all[id.index()]);
        self.look_through();
        changed
    }

    /// CW-001: the members of a side. There are two.
    #[inline]
    pub fn of_side(&self, side: Side) -> ActorSet {
        self.members[usize::from(side.0 & 1)]
    }

    /// CW-001: the members of the other side.
    #[inline]
    pub fn against(&self, side: Side) -> ActorSet {
        self.members[usize::from(!side.0 & 1)]
    }

    /// CW-R38: everybody but hazards.
    #[inline]
    pub fn creatures(&self) -> ActorSet {
        self.creatures
    }

    /// Those who can be the Target of an Attack.
    #[inline]
    pub fn targets(&self) -> ActorSet {
        self.targets
    }

    /// How far this Character strikes at most when it holds nothing, squared.
    #[inline]
    pub fn bare_reach_sq(&self, id: ActorId) -> u64 {
        self.bare_reaches_sq[id.index()]
    }

    /// Does anybody's body make Area Attacks?
    #[inline]
    pub fn has_blasts(&self) -> bool {
        self.has_blasts
    }
}

impl Deref for Sheets {
    type Target = [Sheet];

    #[inline]
    fn deref(&self) -> &[Sheet] {
        &self.all
    }
}

impl Serialize for Sheets {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.all.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Sheets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sheets, D::Error> {
        Vec::deserialize(deserializer).map(Sheets::new)
    }
}

/// What the things are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThingSheets {
    all: Vec<ThingSheet>,
    obstacles: Vec<ThingId>,
    has_blasts: bool,
}

impl ThingSheets {
    /// These, in their order.
    pub fn new(all: Vec<ThingSheet>) -> ThingSheets {
        let obstacles = all.iter().enumerate().filter(|(_, sheet)| sheet.obstacle.is_some());
        let obstacles = obstacles.map(|(at, _)| ThingId(at as u16)).collect();
        let has_blasts = all.iter().any(|sheet| sheet.weapon.is_some_and(|weapon| weapon.kind == AttackKind::Area));
        ThingSheets { all, obstacles, has_blasts }
    }

    /// A sheet, to change anything but whether the thing is an obstacle and what it strikes with.
    pub fn get_mut(&mut self, id: ThingId) -> &mut ThingSheet {
        &mut self.all[usize::from(id.0)]
    }

    /// CW-168: the things that a Move has to pass, wherever they are. There are few, if any.
    #[inline]
    pub fn obstacles(&self) -> &[ThingId] {
        &self.obstacles
    }

    /// Does any of them make Area Attacks?
    #[inline]
    pub fn has_blasts(&self) -> bool {
        self.has_blasts
    }
}

impl Deref for ThingSheets {
    type Target = [ThingSheet];

    #[inline]
    fn deref(&self) -> &[ThingSheet] {
        &self.all
    }
}

impl Serialize for ThingSheets {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.all.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ThingSheets {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ThingSheets, D::Error> {
        Vec::deserialize(deserializer).map(ThingSheets::new)
    }
}
