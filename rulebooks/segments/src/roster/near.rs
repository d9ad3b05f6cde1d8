//! Who is within whose reach: asked at every act, and changed by movements, falls and other weapons alone.

use super::Roster;
use crate::{
    gear::Strikes,
    sight::Line,
    table::{Actor, Out, Table, feet_between},
};
use referee_engine::{
    ActorId,
    space::{Grid, Place},
};

/// The most characters of a scene in which it is kept.
const MOST: usize = 16;

/// For each character, in the order of the roster, the able foes within the reach of what it holds
/// ([`strikes`](crate::gear::Outfit::strikes)), a bit each. It follows from places, sides and gear, so it is neither written
/// nor compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Near {
    known: Known,
    foes: [u16; MOST],
    /// Those of them, and of those within whose reach somebody is, from whom nothing parts it.
    clear: [u16; MOST],
}

/// Is it known?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Known {
    /// It is to be looked at anew.
    #[default]
    No,
    /// But for somebody who is on its way.
    OnTheWay,
    Yes,
}

impl PartialEq for Near {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Near {}

/// A foe of somebody who stands somewhere else now.
struct Met {
    foe: ActorId,
    strikes: Strikes,
    feet: u32,
    is_clear: bool,
}

impl Near {
    /// As everybody stands. It is not kept in large scenes, without a map, and where traps lurk: those are nobody's foes, but
    /// have some.
    fn of(table: &Table) -> Near {
        let is_kept = table.actors.len() <= MOST
            && table.setup.space.grid() != Grid::Zones
            && table.setup.sheets.traps().is_empty();
        let mut near = Near::default();
        if !is_kept {
            return near;
        }
        near.known = Known::Yes;
        for (who, foes) in table.ids().zip(&mut near.foes) {
            *foes = among_foes(table, who);
        }
        for (at, who) in table.ids().take(MOST).enumerate() {
            let is_clear = |other: ActorId| table.is_clear(table.actor(who).place, table.actor(other).place);
            for other in table.ids().take(MOST) {
                let is_near = (near.foes[at] >> other.0 | near.foes[other.index()] >> who.0) & 1 == 1;
                near.clear[at] |= u16::from(is_near && is_clear(other)) << other.0;
            }
        }
        near
    }

    /// Somebody is not able any more: nobody's foe to strike at.
    #[inline]
    pub fn without(&mut self, who: ActorId) {
        if self.known != Known::No {
            self.foes.iter_mut().for_each(|near| *near &= !(1 << who.0));
        }
    }

    /// Nothing is known any more.
    #[inline]
    pub fn forget(&mut self) {
        self.known = Known::No;
    }

    /// Somebody able stands somewhere else now, among all its able foes.
    #[inline]
    fn meet(&mut self, who: ActorId, strikes: Strikes, foes: impl Iterator<Item = Met>) {
        let (mut mine, mut clear, keep) = (0, 0, !(1 << who.0));
        for Met { foe, strikes: theirs, feet, is_clear } in foes {
            let (reaches, is_reached) = (strikes.reach(feet), theirs.reach(feet));
            let is_clear = (reaches | is_reached) & is_clear;
            (mine, clear) = (mine | u16::from(reaches) << foe.0, clear | u16::from(is_clear) << foe.0);
            let foe = foe.index();
            self.foes[foe] = self.foes[foe] & keep | u16::from(is_reached) << who.0;
            self.clear[foe] = self.clear[foe] & keep | u16::from(is_clear) << who.0;
        }
        (self.foes[who.index()], self.clear[who.index()]) = (mine, clear);
        self.known = Known::Yes;
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
        let Near { known, foes, .. } = &self.actors.near;
        let near = foes.get(who.index()).copied().filter(|_| *known == Known::Yes);
        debug_assert!(
            near.is_none_or(|near| near == among_foes(self, who)),
            "places change through `set_at`, reach through `know`"
        );
        near
    }

    /// Does certainly nothing stand between two of whom one is within the other's reach?
    #[inline]
    pub(crate) fn are_face_to_face(&self, who: ActorId, foe: ActorId) -> bool {
        let Near { known, clear, .. } = &self.actors.near;
        let clear = clear.get(who.index()).filter(|_| *known == Known::Yes);
        let is_clear = clear.is_some_and(|clear| clear >> (foe.0 & 15) & 1 == 1);
        debug_assert!(
            !is_clear || self.is_clear(self.actor(who).place, self.actor(foe).place),
            "places change through `set_at`"
        );
        is_clear
    }

    /// Looks who is within whose reach. To be called when that has changed for more than one.
    #[cold]
    #[inline(never)]
    pub(crate) fn know_who_is_near(&mut self) {
        self.actors.near = Near::of(self);
    }

    /// Somebody is somewhere else now.
    pub fn set_at(&mut self, who: ActorId, place: Place) {
        let (foes, is_able) = (self.able_foes(who), self.is_able(who));
        let Table { setup, actors, .. } = self;
        actors.change(who, |actor| actor.place = place);
        let Roster { all, near, .. } = actors;
        if near.known != Known::Yes || !is_able {
            return self.know_who_is_near();
        }
        let meet = |foe: ActorId| {
            let Actor { place: there, outfit, .. } = &all[foe.index()];
            let is_clear = setup.screens.are_away_from(place.cell, there.cell);
            Met { foe, strikes: outfit.strikes(), feet: feet_between(&setup.space, place, *there), is_clear }
        };
        near.meet(who, all[who.index()].outfit.strikes(), foes.iter().map(meet));
    }

    /// Somebody comes through here on its way. Who is near whom is not looked at before it [arrives](Self::arrive).
    pub(crate) fn pass_through(&mut self, who: ActorId, place: Place) {
        self.actors.change(who, |actor| actor.place = place);
        let known = &mut self.actors.near.known;
        *known = if *known == Known::No { Known::No } else { Known::OnTheWay };
    }

    /// Somebody is where its way ends; `lines`: what lies between that place and each of its able foes.
    pub(crate) fn arrive(&mut self, who: ActorId, place: Place, lines: impl Iterator<Item = (ActorId, Line)>) {
        if self.actor(who).place != place {
            self.actors.change(who, |actor| actor.place = place);
        }
        let Roster { all, near, .. } = &mut self.actors;
        let Actor { outfit, out, .. } = &all[who.index()];
        if near.known == Known::No {
            return self.know_who_is_near();
        }
        if *out != Out::Active {
            near.known = Known::Yes; // it fell on its way: nobody's foe to strike at
            return;
        }
        let meet = |(foe, Line { feet, is_clear, .. }): (ActorId, Line)| Met {
            foe,
            strikes: all[foe.index()].outfit.strikes(),
            feet,
            is_clear,
        };
        near.meet(who, outfit.strikes(), lines.map(meet));
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
