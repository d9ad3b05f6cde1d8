//! The characters in roster order, with what many rules ask about all of them at once: who is able, and who is on which
//! side. Both follow from the lists, so they are neither written nor read, but made anew with them.

use crate::{
    sheet::{MOST_SIDES, Sheet},
    table::{Actor, Life, SideSet},
};
use referee_engine::{ActorId, ActorSet, Side};

/// How the characters are.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Roster {
    all: Vec<Actor>,
    able: ActorSet,
}

impl Roster {
    /// These, in their order.
    pub fn new(all: Vec<Actor>) -> Roster {
        let able = Roster::look_for_able(&all);
        Roster { all, able }
    }

    fn look_for_able(all: &[Actor]) -> ActorSet {
        let able = all.iter().enumerate().filter(|(_, actor)| actor.life == Life::Able);
        able.map(|(at, _)| ActorId::at(at)).collect()
    }

    /// Those who are able.
    #[inline]
    pub fn able(&self) -> ActorSet {
        debug_assert_eq!(self.able, Roster::look_for_able(&self.all), "a life changes through `set_life` alone");
        self.able
    }

    /// The one place where a life changes.
    #[inline]
    pub fn set_life(&mut self, id: ActorId, life: Life) {
        self.all[id.index()].life = life;
        self.able = if life == Life::Able { self.able.with(id) } else { self.able.without(id) };
    }

    /// All of them, to change anything but their lives.
    #[inline]
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Actor> {
        self.all.iter_mut()
    }
}

impl Clone for Roster {
    fn clone(&self) -> Roster {
        Roster { all: self.all.clone(), able: self.able }
    }

    fn clone_from(&mut self, source: &Roster) {
        self.all.clone_from(&source.all);
        self.able = source.able;
    }
}

referee_engine::listed!(Roster of Actor by ActorId);

/// What the characters are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheets {
    all: Vec<Sheet>,
    members: [ActorSet; MOST_SIDES],
}

impl Sheets {
    /// These, in their order.
    pub fn new(all: Vec<Sheet>) -> Sheets {
        let mut members = [ActorSet::EMPTY; MOST_SIDES];
        for (at, sheet) in all.iter().enumerate() {
            let side = &mut members[usize::from(sheet.side.0) % MOST_SIDES];
            *side = side.with(ActorId::at(at));
        }
        Sheets { all, members }
    }

    /// The members of a side.
    #[inline]
    pub fn of_side(&self, side: Side) -> ActorSet {
        self.members[usize::from(side.0) % MOST_SIDES]
    }

    /// The members of these sides.
    #[inline]
    pub fn of_sides(&self, sides: SideSet) -> ActorSet {
        sides.iter().fold(ActorSet::EMPTY, |all, side| all.union(self.of_side(side)))
    }

    /// A sheet, to change anything but its side.
    pub fn get_mut(&mut self, id: ActorId) -> &mut Sheet {
        &mut self.all[id.index()]
    }
}

referee_engine::listed!(Sheets of Sheet);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Proficiency, table::Table};
    use referee_engine::{System, door};

    /// What is kept beside the lists is what one finds by walking through them, also after a life has changed and after
    /// the table was written and read.
    #[test]
    fn what_is_kept_beside_the_lists_follows_from_them() {
        let scene = r#"
            book = "proficiency"
            characters = [{ from = "warrior" }, { from = "bandit" }, { from = "bandit", name = "Tansy", absent = true }]
        "#;
        let (_, mut table) = Proficiency::open(&door::Source::new("scene.toml", scene)).unwrap();
        let check = |table: &Table| {
            let able = |id: &ActorId| table.actor(*id).life == Life::Able;
            assert_eq!(table.actors.able(), table.ids().filter(able).collect::<ActorSet>());
            for who in table.ids() {
                let side = table.side_of(who);
                let members = table.ids().filter(|&id| table.side_of(id) == side);
                assert_eq!(table.setup.sheets.of_side(side), members.collect::<ActorSet>());
                let foes = table.ids().filter(|id| table.hostile(who, *id) && able(id));
                assert!(table.able_foes(who).eq(foes));
            }
            assert_eq!(table.is_contested(), table.able_sides().iter().count() > 1);
            let written = serde_json::to_string(table).unwrap();
            assert_eq!(serde_json::from_str::<Table>(&written).unwrap(), *table);
        };
        check(&table);
        for (id, life) in [(2, Life::Able), (1, Life::Down), (2, Life::Dead), (0, Life::Captured), (1, Life::Able)] {
            table.set_life(ActorId(id), life);
            check(&table);
        }
    }
}
