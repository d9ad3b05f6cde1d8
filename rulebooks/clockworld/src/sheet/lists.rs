//! The sheets of all Characters and things, with what rules and policies ask about all of them at once. It follows from
//! the lists, so it is neither written nor read, but made anew with them.

use super::{AttackKind, Kind, Sheet, ThingId, ThingSheet};
use referee_engine::{ActorId, ActorSet, Side};

/// What the Characters are, in the order of the roster.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheets {
    all: Vec<Sheet>,
    members: [ActorSet; 2],
    creatures: ActorSet,
    creatures_of: [ActorSet; 2],
    targets: ActorSet,
    bare: Vec<Bare>,
    has_blasts: bool,
}

/// How far a body strikes with what it has when it holds nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bare {
    /// CW-R37: by hand.
    pub reach_ft: u32,
    /// Beyond so many feet none of it reaches anybody.
    pub farthest_ft: u32,
}

impl Bare {
    fn of(sheet: &Sheet) -> Bare {
        let weapons = || sheet.natural.iter().map(|natural| &natural.weapon);
        let by_hand = weapons().filter(|weapon| weapon.kind == AttackKind::Reach);
        let bonus = by_hand.map(|weapon| weapon.reach_bonus_ft).max().unwrap_or(0);
        let reach_ft = u32::from(sheet.reach_ft) + u32::from(bonus);
        let farther = weapons().any(|weapon| weapon.kind != AttackKind::Reach);
        Bare { reach_ft, farthest_ft: if farther { u32::MAX } else { reach_ft } }
    }
}

impl Sheets {
    /// These, in their order.
    pub fn new(all: Vec<Sheet>) -> Sheets {
        let (members, nobody) = ([ActorSet::EMPTY; 2], ActorSet::EMPTY);
        let (creatures, creatures_of, targets) = (nobody, members, nobody);
        let mut sheets = Sheets { all, members, creatures, creatures_of, targets, bare: vec![], has_blasts: false };
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
        self.creatures_of = self.members.map(|members| members.both(self.creatures));
        self.targets = of(&|sheet| sheet.targetable);
        self.bare = self.all.iter().map(Bare::of).collect();
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

    /// CW-R22: the members of a side that keep it in the Scenario.
    #[inline]
    pub fn creatures_of(&self, side: Side) -> ActorSet {
        self.creatures_of[usize::from(side.0 & 1)]
    }

    /// Those who can be the Target of an Attack.
    #[inline]
    pub fn targets(&self) -> ActorSet {
        self.targets
    }

    /// How far this Character strikes when it holds nothing.
    #[inline]
    pub fn bare(&self, id: ActorId) -> Bare {
        self.bare[id.index()]
    }

    /// Does anybody's body make Area Attacks?
    #[inline]
    pub fn has_blasts(&self) -> bool {
        self.has_blasts
    }
}

referee_engine::listed!(Sheets of Sheet);

/// What the things are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThingSheets {
    all: Vec<ThingSheet>,
    obstacles: Vec<ThingId>,
    reach_bonus_ft: u16,
    has_blasts: bool,
}

impl ThingSheets {
    /// These, in their order.
    pub fn new(all: Vec<ThingSheet>) -> ThingSheets {
        let obstacles = all.iter().enumerate().filter(|(_, sheet)| sheet.obstacle.is_some());
        let obstacles = obstacles.map(|(at, _)| ThingId(at as u16)).collect();
        let weapons = || all.iter().filter_map(|sheet| sheet.weapon.as_ref());
        let has_blasts = weapons().any(|weapon| weapon.kind == AttackKind::Area);
        let by_hand = weapons().filter(|weapon| weapon.kind == AttackKind::Reach);
        let reach_bonus_ft = by_hand.map(|weapon| weapon.reach_bonus_ft).max().unwrap_or(0);
        ThingSheets { all, obstacles, reach_bonus_ft, has_blasts }
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

    /// CW-R37: what the longest of them adds to somebody's Reach.
    #[inline]
    pub fn reach_bonus_ft(&self) -> u16 {
        self.reach_bonus_ft
    }

    /// Does any of them make Area Attacks?
    #[inline]
    pub fn has_blasts(&self) -> bool {
        self.has_blasts
    }
}

referee_engine::listed!(ThingSheets of ThingSheet);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sheet::{PLAYERS, THREATS},
        table::Table,
        testing::scene,
    };
    use std::sync::Arc;

    /// What is kept beside the lists is what one finds by walking through them, also after a sheet was corrected.
    #[test]
    fn what_is_kept_beside_the_sheets_follows_from_them() {
        let (_, mut table) = scene(
            r#"
            book = "clockworld"
            map = { grid = "hex", columns = 12, rows = 8, cell = 5, unit = "feet" }
            characters = [
                { from = "gunslinger", name = "Mudo", at = [3, 3] },
                { from = "clockwork-brute", name = "Brute", at = [5, 3] },
                { from = "steam-vent", name = "Vent", at = [8, 3] },
            ]
            things = [{ from = "long-spear", key = "spear", at = [1, 1] }]
            "#,
        );
        let check = |table: &Table| {
            let sheets = &table.setup.sheets;
            let of =
                |is: &dyn Fn(&Sheet) -> bool| -> ActorSet { table.ids().filter(|id| is(table.sheet(*id))).collect() };
            assert_eq!(sheets.of_side(PLAYERS), of(&|sheet| sheet.side == PLAYERS));
            assert_eq!(sheets.against(PLAYERS), of(&|sheet| sheet.side == THREATS));
            assert_eq!(sheets.creatures(), of(&|sheet| sheet.kind != Kind::Hazard));
            assert_eq!(sheets.creatures_of(THREATS), of(&|sheet| sheet.side == THREATS && sheet.kind != Kind::Hazard));
            assert_eq!(sheets.targets(), of(&|sheet| sheet.targetable));
            for who in table.ids() {
                let sheet = table.sheet(who);
                let natural = |kind| sheet.natural.iter().map(|own| own.weapon).filter(move |own| own.kind == kind);
                let bonus = natural(AttackKind::Reach).map(|weapon| weapon.reach_bonus_ft).max().unwrap_or(0);
                let bare = sheets.bare(who);
                assert_eq!(bare.reach_ft, u32::from(sheet.reach_ft + bonus), "{}", sheet.name);
                assert_eq!(
                    bare.farthest_ft > bare.reach_ft,
                    natural(AttackKind::Area).next().is_some(),
                    "{}",
                    sheet.name
                );
            }
        };
        check(&table);
        assert!(table.setup.sheets.has_blasts() && !table.setup.things.has_blasts());
        assert_eq!(table.setup.things.reach_bonus_ft(), 5, "CW-R37: a long spear, whoever holds it");
        let (mudo, brute) = (ActorId(0), ActorId(1));
        let sheets = &mut Arc::make_mut(&mut table.setup).sheets;
        sheets.change(mudo, |sheet| sheet.side = THREATS);
        sheets.change(brute, |sheet| (sheet.reach_ft, sheet.targetable) = (15, false));
        check(&table);
        let written = serde_json::to_string(&*table.setup).unwrap();
        assert_eq!(serde_json::from_str::<crate::table::Setup>(&written).unwrap(), *table.setup);
    }
}
