//! Who is within whose reach: asked at every act, and changed by movements, falls and other weapons alone.

use crate::table::Table;
use referee_engine::{
    ActorId,
    space::{Grid, Place},
};

/// The most characters of a scene in which it is kept.
const MOST: usize = 16;

/// For each character, in the order of the roster, the able foes within the reach of what it holds
/// ([`strikes`](crate::table::Actor::strikes)), a bit each. It follows from places, sides and gear, so it is neither written
/// nor compared; `None` where it is not known.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Near(Option<[u16; MOST]>);

impl PartialEq for Near {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Near {}

impl Near {
    /// As everybody stands. It is not kept in large scenes, without a map, and where traps lurk: those are nobody's foes, but
    /// have some.
    fn of(table: &Table) -> Near {
        let is_kept = table.actors.len() <= MOST
            && table.setup.space.grid() != Grid::Zones
            && table.setup.sheets.traps().is_empty();
        let mut all = [0; MOST];
        for (who, near) in table.ids().zip(&mut all) {
            *near = among_foes(table, who);
        }
        Near(is_kept.then_some(all))
    }

    /// Somebody is not able any more: nobody's foe to strike at.
    #[inline]
    pub fn without(&mut self, who: ActorId) {
        if let Some(all) = &mut self.0 {
            all.iter_mut().for_each(|near| *near &= !(1 << who.0));
        }
    }

    /// Nothing is known any more.
    #[inline]
    pub fn forget(&mut self) {
        self.0 = None;
    }
}

/// The able foes within the reach of somebody, by looking at all of them.
fn among_foes(table: &Table, who: ActorId) -> u16 {
    let actor = table.actor(who);
    let is_near = |foe: &ActorId| actor.strikes.reach(table.feet(actor.place, table.actor(*foe).place));
    table.able_foes(who).iter().filter(is_near).fold(0, |near, foe| near | 1_u16.checked_shl(foe.0.into()).unwrap_or(0))
}

impl Table {
    /// The able foes within the reach of what somebody holds, a bit each, where that is known.
    #[inline]
    pub(crate) fn near(&self, who: ActorId) -> Option<u16> {
        let near = self.actors.near.0.as_ref()?.get(who.index()).copied();
        debug_assert_eq!(near, Some(among_foes(self, who)), "places change through `set_at`, reach through `know`");
        near
    }

    /// Looks who is within whose reach. To be called when that has changed for more than one.
    #[cold]
    #[inline(never)]
    pub(crate) fn know_who_is_near(&mut self) {
        self.actors.near = Near::of(self);
    }

    /// Somebody is somewhere else now.
    pub fn set_at(&mut self, who: ActorId, place: Place) {
        let before = self.actors.near;
        self.actors.set_at(who, place);
        let Near(Some(mut all)) = before else { return self.know_who_is_near() };
        if self.is_able(who) {
            let (mut near, strikes) = (0, self.actor(who).strikes);
            for foe in self.able_foes(who).iter() {
                let other = self.actor(foe);
                let feet = self.feet(place, other.place);
                near |= u16::from(strikes.reach(feet)) << foe.0;
                let others = &mut all[foe.index()];
                *others = *others & !(1 << who.0) | u16::from(other.strikes.reach(feet)) << who.0;
            }
            all[who.index()] = near;
            self.actors.near = Near(Some(all));
        } else {
            self.know_who_is_near();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Segments,
        table::{Out, Whereabouts},
    };
    use referee_engine::{System, door::Source};

    fn open(characters: &str) -> Table {
        let scene = format!(
            "book = \"segments\"\nspeed = \"segmented\"\n\
             map = {{ grid = \"square\", columns = 12, rows = 7, cell = 5, unit = \"feet\" }}\n\
             characters = [{characters}]"
        );
        Segments::open(&Source::new("near.toml", scene)).unwrap_or_else(|mistakes| panic!("{mistakes}")).1
    }

    /// Swords reach 5 feet, halberds 10 and bows across the map.
    #[test]
    fn near_is_who_can_be_struck_at() {
        let mut table = open(
            r#"{ from = "shieldbearer", at = [3, 2] }, { from = "halberdier", at = [2, 4] },
               { from = "cutthroat", at = [8, 2] }, { from = "shieldbearer", side = "foes", key = "nob", at = [8, 4] }"#,
        );
        let (sword, halberd, nob) = (ActorId(0), ActorId(1), ActorId(3));
        let bits = |ids: &[u16]| ids.iter().fold(0, |bits, id| bits | 1 << id);
        assert_eq!((table.near(sword), table.near(nob)), (Some(0), Some(0)));
        // Ten feet away: the halberd reaches, the sword does not.
        table.set_at(nob, Place::new(4, 4, 0));
        assert_eq!((table.near(halberd), table.near(sword), table.near(nob)), (Some(bits(&[3])), Some(0), Some(0)));
        // Five feet away from both.
        table.set_at(nob, Place::new(3, 3, 0));
        assert_eq!(table.near(sword), Some(bits(&[3])));
        assert_eq!(table.near(nob), Some(bits(&[0, 1])));
        table.actors.set_out(sword, Out::Dead);
        assert_eq!(table.near(nob), Some(bits(&[1])), "the dead are not struck at");
        table.actors.set_out(sword, Out::Active);
        assert_eq!(table.near(nob), None, "it is looked at anew");
        table.set_at(sword, Place::new(4, 3, 0));
        assert_eq!(table.near(nob), Some(bits(&[0, 1])));
        table.set_at(nob, Place::new(4, 4, 0));
        assert_eq!(table.near(halberd), Some(bits(&[3])));
        let arms: Vec<_> = table.held(halberd).collect();
        arms.into_iter().for_each(|thing| table.put(thing, Whereabouts::Gone));
        assert_eq!(table.near(halberd), Some(0), "a fist does not reach ten feet");
        table.actors.set_at(nob, Place::new(9, 5, 0));
        assert_eq!(table.near(nob), None, "places that change behind its back are looked at anew");
        assert_eq!(serde_json::from_value::<Table>(serde_json::to_value(&table).unwrap()).unwrap(), table);
    }

    /// Where more stand about than bits, everybody looks around.
    #[test]
    fn a_crowd_is_not_kept() {
        let one = |at: usize| {
            let (column, row) = (at % 12, at / 12);
            format!("{{ from = \"cutthroat\", key = \"c{at}\", at = [{column}, {row}] }}")
        };
        let crowd = |count: usize| open(&(0..count).map(one).collect::<Vec<_>>().join(", "));
        assert_eq!(crowd(MOST).near(ActorId(0)), Some(0), "they are all friends");
        assert_eq!(crowd(MOST + 1).near(ActorId(0)), None);
    }
}
