//! What follows from the gear of those who give something up.

use super::outfit::{Carried, Look};
use crate::table::{Table, Whereabouts};
use referee_engine::ActorId;

/// What follows from the gear of each character without its shield, without its helmet and without both. In nearly every fight
/// some give theirs up, and all they have would have to be looked at anew. It follows from how a scene begins, and the sheets
/// stay as they are; of those who join later nothing is known.
#[derive(Clone, Debug, Default)]
pub struct Looks(Vec<Vec<Look>>);

impl Looks {
    /// Those of everybody at the table.
    pub(crate) fn of(table: &Table) -> Looks {
        let mut without = table.clone();
        let looks = table.ids().map(|who| {
            let actor = table.actor(who);
            let given_up = [vec![actor.shield], vec![actor.helmet], vec![actor.shield, actor.helmet]];
            let some = given_up.into_iter().filter(|all| all.iter().all(Option::is_some));
            let looks = some.map(|all| {
                let all = all.into_iter().flatten();
                all.clone().for_each(|thing| without.thing_mut(thing).put(Whereabouts::Gone));
                let look = without.look_at(who, actor.outfit.things());
                all.for_each(|thing| *without.thing_mut(thing) = *table.thing(thing));
                look
            });
            looks.collect()
        });
        Looks(looks.collect())
    }

    /// That of somebody who carries this and has no ward but its own, if it is known.
    #[inline]
    pub(super) fn find(&self, who: ActorId, carried: Carried) -> Option<&Look> {
        self.0.get(who.index())?.iter().find(|look| look.kept.carried == carried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Segments, gear::Stretch, sheet::ThingId, table::Actor};
    use referee_engine::{System, door::Source};

    /// Whatever is given up, in whatever order, it is as if everything had been looked at.
    #[test]
    fn what_is_known_beforehand_is_what_one_finds() {
        let scene = r#"
            book = "segments"
            map = { grid = "square", columns = 12, rows = 7, cell = 5, unit = "feet" }
            characters = [
                { from = "shieldbearer", at = [3, 2] },
                { from = "halberdier", at = [2, 3] },
                { from = "scout", at = [1, 2] },
                { from = "cutthroat", at = [8, 2] },
                { from = "ogre", at = [9, 5] },
            ]
        "#;
        let (_, table) = Segments::open(&Source::new("looks.toml", scene)).unwrap();
        let mut known = 0;
        for who in table.ids() {
            let things: Vec<ThingId> = table.carried(who).collect();
            for (&first, &second) in things.iter().flat_map(|first| things.iter().map(move |second| (first, second))) {
                let mut table = table.clone();
                table.put(first, Whereabouts::Gone);
                table.put(second, Whereabouts::Gone);
                let look = table.look_at(who, Stretch::default());
                known += usize::from(table.setup.looks.0.find(who, look.kept.carried).is_some());
                let Actor { outfit, defense, ward, shield, helmet, .. } = *table.actor(who);
                assert_eq!(outfit.known(), Some(&look.kept), "{who:?} without {first:?} and {second:?}");
                assert_eq!((defense, ward, shield, helmet), (look.defense, look.ward, look.shield, look.helmet));
                let things: Vec<_> = table.carried(who).collect();
                let found = table.thing_ids().filter(|&id| table.thing(id).owner() == Some(who));
                assert_eq!(things, found.collect::<Vec<_>>(), "all that is left is in its stretch of the list");
            }
        }
        assert!(known > 0, "somebody has a shield or a helmet");
    }
}
