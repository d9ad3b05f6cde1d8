//! Who is within whose reach: asked at every act, and changed by movements, falls and other weapons alone.

use super::Roster;
use crate::{
    sight::Line,
    table::{Actor, Table, feet_between},
};
use referee_engine::{
    ActorId, Derived,
    space::{Grid, Place},
};

/// The most characters of a scene in which it is kept.
const MOST: usize = 16;

/// The able foes within the reach of what somebody holds ([`strikes`](crate::gear::Outfit::strikes)), a bit each in the order
/// of the roster, where that is [known](Known); 16 bits above, those of them, and of those within whose reach it is, from whom
/// nothing parts it. It follows from places, sides and gear, so it is neither written nor compared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Near(u32);

impl Near {
    /// The foes within its reach.
    #[inline]
    fn foes(self) -> u16 {
        self.0 as u16
    }

    /// Is this one of them, or somebody within whose reach it is, and nothing parts the two?
    #[inline]
    fn is_clear(self, other: ActorId) -> bool {
        self.0 >> 16 >> (other.0 & 15) & 1 == 1
    }

    /// The bits of somebody: is it within reach, and does nothing part the two?
    #[inline]
    fn bits(who: ActorId, is_near: bool, is_clear: bool) -> u32 {
        (u32::from(is_near) | u32::from(is_clear) << 16) << who.0
    }

    /// This is so of somebody now.
    #[inline]
    fn set(&mut self, who: ActorId, is_near: bool, is_clear: bool) {
        self.0 = self.0 & !Near::bits(who, true, true) | Near::bits(who, is_near, is_clear);
    }

    /// Somebody is within reach no longer.
    #[inline]
    fn lose(&mut self, who: ActorId) {
        self.0 &= !Near::bits(who, true, false);
    }

    /// Nothing stands between it and somebody, if that is so.
    #[inline]
    fn see(&mut self, who: ActorId, is_clear: bool) {
        self.0 |= Near::bits(who, false, is_clear);
    }
}

/// Is it known who is [near](Near) whom? It follows from the rest as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Known {
    /// It is to be looked at anew.
    #[default]
    No,
    /// But for somebody who is on its way.
    OnTheWay,
    Yes,
}

/// How somebody sees a foe from where it stands now.
struct Met {
    feet: u32,
    is_clear: bool,
}

impl Roster {
    /// Somebody is not able any more: nobody's foe to strike at.
    #[inline]
    pub(super) fn is_near_nobody(&mut self, who: ActorId) {
        if *self.near != Known::No {
            self.all.iter_mut().for_each(|actor| actor.near.lose(who));
        }
    }

    /// Somebody able stands somewhere else now, among all its able foes.
    #[inline]
    fn meet<L>(&mut self, who: ActorId, foes: impl Iterator<Item = (ActorId, L)>, see: impl Fn(&Actor, L) -> Met) {
        let strikes = self.all[who.index()].outfit.strikes();
        let mut mine = Near::default();
        for (id, line) in foes {
            let foe = &mut self.all[id.index()];
            let Met { feet, is_clear } = see(foe, line);
            let (reaches, is_reached) = (strikes.reach(feet), foe.outfit.strikes().reach(feet));
            let is_clear = (reaches | is_reached) & is_clear;
            mine.0 |= Near::bits(id, reaches, is_clear);
            foe.near.set(who, is_reached, is_clear);
        }
        self.all[who.index()].near = Derived(mine);
        *self.near = Known::Yes;
    }
}

/// The able foes within the reach of somebody, by looking at all of them.
fn among_foes(table: &Table, who: ActorId) -> u16 {
    let actor = table.actor(who);
    let is_near = |foe: &ActorId| actor.outfit.strikes().reach(table.feet(actor.place, table.actor(*foe).place));
    table.able_foes(who).iter().filter(is_near).fold(0, |near, foe| near | 1_u16.checked_shl(foe.0.into()).unwrap_or(0))
}

impl Table {
    /// The able foes within the reach of what somebody holds, a bit each, where that is known.
    #[inline]
    pub(crate) fn near(&self, who: ActorId) -> Option<u16> {
        let near = (*self.actors.near == Known::Yes).then(|| self.actor(who).near.foes());
        debug_assert!(
            near.is_none_or(|near| near == among_foes(self, who)),
            "places change through `set_at`, reach through `know`"
        );
        near
    }

    /// Does certainly nothing stand between two of whom one is within the other's reach?
    #[inline]
    pub(crate) fn are_face_to_face(&self, who: ActorId, foe: ActorId) -> bool {
        let is_clear = *self.actors.near == Known::Yes && self.actor(who).near.is_clear(foe);
        debug_assert!(
            !is_clear || self.is_clear(self.actor(who).place, self.actor(foe).place),
            "places change through `set_at`"
        );
        is_clear
    }

    /// Looks who is within whose reach. To be called when that has changed for more than one. It is not kept in large scenes,
    /// without a map, and where traps lurk: those are nobody's foes, but have some.
    #[cold]
    #[inline(never)]
    pub(crate) fn know_who_is_near(&mut self) {
        let is_kept =
            self.actors.len() <= MOST && self.setup.space.grid() != Grid::Zones && self.setup.sheets.traps().is_empty();
        *self.actors.near = if is_kept { Known::Yes } else { Known::No };
        if !is_kept {
            return;
        }
        for who in self.ids() {
            self.actors.get_mut(who).near.0 = Near(among_foes(self, who).into());
        }
        let all = self.ids();
        for (who, other) in all.clone().flat_map(|who| all.clone().map(move |other| (who, other))) {
            let (one, another) = (self.actor(who), self.actor(other));
            let is_near = (one.near.foes() >> other.0 | another.near.foes() >> who.0) & 1 == 1;
            let is_clear = is_near && self.is_clear(one.place, another.place);
            self.actors.get_mut(who).near.see(other, is_clear);
        }
    }

    /// Somebody is somewhere else now.
    pub fn set_at(&mut self, who: ActorId, place: Place) {
        let (foes, is_able) = (self.able_foes(who), self.is_able(who));
        let Table { setup, actors, .. } = self;
        actors.change(who, |actor| actor.place = place);
        if *actors.near != Known::Yes || !is_able {
            return self.know_who_is_near();
        }
        actors.meet(who, foes.iter().map(|foe| (foe, ())), |foe, ()| Met {
            feet: feet_between(&setup.space, place, foe.place),
            is_clear: setup.screens.are_away_from(place.cell, foe.place.cell),
        });
    }

    /// Somebody comes through here on its way. Who is near whom is not looked at before it [arrives](Self::arrive).
    pub(crate) fn pass_through(&mut self, who: ActorId, place: Place) {
        self.actors.change(who, |actor| actor.place = place);
        let near = &mut *self.actors.near;
        *near = if *near == Known::No { Known::No } else { Known::OnTheWay };
    }

    /// Somebody is where its way ends; `lines`: what lies between that place and each of its able foes.
    pub(crate) fn arrive(&mut self, who: ActorId, place: Place, lines: impl Iterator<Item = (ActorId, Line)>) {
        if self.actor(who).place != place {
            self.actors.change(who, |actor| actor.place = place);
        }
        if *self.actors.near == Known::No {
            return self.know_who_is_near();
        }
        if !self.is_able(who) {
            *self.actors.near = Known::Yes; // it fell on its way: nobody's foe to strike at
            return;
        }
        self.actors.meet(who, lines, |_, Line { feet, is_clear, .. }| Met { feet, is_clear });
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
            "book = \"segments\"\nspeed = \"segmented\"\nalone = true\n\
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

    /// SE-R72: whoever is face to face has no cover, and where nothing is near, everybody in reach is.
    #[test]
    fn face_to_face_is_who_has_nothing_in_between() {
        let characters = r#"{ from = "shieldbearer", at = [3, 2] }, { from = "halberdier", at = [2, 4] },
                            { from = "cutthroat", at = [8, 2] }"#;
        let mut table = open(&format!(
            "{characters}]\nthings = [{{ from = \"low-wall\", key = \"bank\", cells = [[6, 3]], at = [6, 3] }}"
        ));
        let foe = ActorId(2);
        let cases = [
            // who, where, where the foe is, face to face
            (0, (4, 3), (5, 3), true),
            (0, (5, 3), (6, 3), false), // in the cell of the bank
            (0, (5, 2), (5, 3), true),
            (0, (3, 3), (5, 3), false), // out of reach
            (1, (5, 3), (7, 3), false), // the bank is between them
            (1, (5, 2), (7, 2), true),  // ten feet
            (1, (5, 4), (6, 2), false),
        ];
        for (who, at, foes, expected) in cases {
            let who = ActorId(who);
            table.set_at(foe, Place::new(foes.0, foes.1, 0));
            table.set_at(who, Place::new(at.0, at.1, 0));
            let mut anew = table.clone();
            anew.know_who_is_near();
            for table in [&table, &anew] {
                assert_eq!(table.are_face_to_face(who, foe), expected, "{who:?} at {at:?}, the other at {foes:?}");
                assert_eq!(table.are_face_to_face(foe, who), expected, "{who:?} at {at:?}, the other at {foes:?}");
            }
            assert!(!expected || table.cover(table.actor(who).place, table.actor(foe).place) == 0);
            table.set_at(who, Place::new(0, 6, 0));
            assert!(!table.are_face_to_face(foe, who), "it went away");
        }
    }

    /// Whoever is on its way is near nobody for certain; where it arrives, or falls, all is known again.
    #[test]
    fn who_is_near_is_known_on_arrival() {
        let mut table = open(
            r#"{ from = "shieldbearer", at = [3, 2] }, { from = "halberdier", at = [2, 4] },
               { from = "cutthroat", at = [8, 2] }, { from = "shieldbearer", side = "foes", key = "nob", at = [8, 4] }"#,
        );
        let (sword, nob) = (ActorId(0), ActorId(3));
        let lines = |table: &Table, place: Place| {
            let foes: Vec<ActorId> = table.able_foes(nob).iter().collect();
            foes.into_iter().map(|foe| (foe, table.line(table.actor(foe).place, place))).collect::<Vec<_>>()
        };
        for (x, y, falls) in [(4, 2, false), (4, 4, false), (11, 6, false), (4, 2, true)] {
            let place = Place::new(x, y, 0);
            table.pass_through(nob, Place::new(5, 3, 0));
            assert_eq!((table.near(nob), table.near(sword)), (None, None), "it is on its way");
            assert!(!table.are_face_to_face(nob, sword));
            if falls {
                table.actors.set_out(nob, Out::Dead);
            }
            let lines = lines(&table, place);
            table.arrive(nob, place, lines.into_iter());
            assert_eq!(table.actor(nob).place, place);
            let mut anew = table.clone();
            anew.know_who_is_near();
            for who in table.actors.able().iter() {
                assert!(table.near(who).is_some());
                assert_eq!(table.near(who), anew.near(who), "{who:?}, with the other at {place:?}");
                let foes = table.able_foes(who);
                let faced = |table: &Table| foes.iter().map(|foe| table.are_face_to_face(who, foe)).collect::<Vec<_>>();
                assert_eq!(faced(&table), faced(&anew), "{who:?}, with the other at {place:?}");
            }
        }
        assert_eq!(table.near(sword), Some(0), "the dead are not struck at");
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
