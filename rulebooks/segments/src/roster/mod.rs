//! The characters in roster order, with what many rules ask about all of them at once: who is able, who is to declare, who
//! waits, who helps, who is on which side. All of it follows from the lists, so it is neither written nor read, but made
//! anew with them.

mod near;
mod sheets;

use near::Known;
pub(crate) use near::Near;
pub use sheets::Sheets;

use crate::{
    table::{Actor, Daily, Out, Whole},
    turn::{Part, Place},
};
use referee_engine::{
    ActorId, ActorSet, Derived, Nothing, Seldom, Shares,
    space::{self, Cell},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{ops::Deref, sync::Arc};

/// How the characters are.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Roster {
    all: Box<[Actor]>,
    daily: Arc<Vec<Daily>>,
    able: ActorSet,
    undeclared: ActorSet,
    apart: Seldom<Apart>,
    /// Where everybody is who takes part, as one number: whoever moves changes its own part of it alone.
    places: Shares,
    /// Is it known who is within whose reach?
    near: Derived<Known>,
    /// Has somebody seen that it goes on since those who are able were others?
    goes_on: Derived<bool>,
}

/// Those who do not simply take their segments, and those of whom their cell does not say where they are: mostly nobody.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Apart {
    waiting: ActorSet,
    assisting: ActorSet,
    lost: ActorSet,
    unusual: ActorSet,
}

impl Nothing for Apart {
    const NOTHING: &'static Apart = &Apart {
        waiting: ActorSet::EMPTY,
        assisting: ActorSet::EMPTY,
        lost: ActorSet::EMPTY,
        unusual: ActorSet::EMPTY,
    };
}

impl Clone for Roster {
    fn clone(&self) -> Roster {
        let Roster { all, daily, able, undeclared, apart, places, near, goes_on } = self;
        Roster {
            all: all.clone(),
            daily: daily.clone(),
            able: *able,
            undeclared: *undeclared,
            apart: apart.clone(),
            places: *places,
            near: *near,
            goes_on: *goes_on,
        }
    }

    /// Keeps its memory: a run begins with a copy of one table again and again.
    fn clone_from(&mut self, other: &Roster) {
        let Roster { all, daily, able, undeclared, apart, places, near, goes_on } = other;
        self.all.clone_from(all);
        if !Arc::ptr_eq(&self.daily, daily) {
            self.daily = daily.clone();
        }
        (self.able, self.undeclared, self.places) = (*able, *undeclared, *places);
        (self.near, self.goes_on) = (*near, *goes_on);
        self.apart.clone_from(apart);
    }
}

/// The place of whoever is not there: no cell has it, as theirs take 32 bits.
const NOWHERE: u64 = 1 << 32;

/// The part of somebody in where everybody is.
#[inline]
fn share(id: ActorId, actor: &Actor) -> u64 {
    let Cell { x, y } = actor.place.cell;
    let cell = u64::from(x as u16) << 16 | u64::from(y as u16);
    u64::from(id.0) << 40 | if actor.out == Out::Active { cell } else { NOWHERE }
}

/// It is unusual to be helpless or hidden, or off the ground.
#[inline]
fn is_unusual(actor: &Actor) -> bool {
    match actor.out {
        Out::Active => actor.hidden || actor.place.z != 0,
        Out::Helpless | Out::Dying => true,
        Out::Dead | Out::Away => false,
    }
}

impl Roster {
    fn shares(&self) -> Shares {
        let all = (0..).map(ActorId).zip(&self.all);
        all.fold(Shares::default(), |places, (id, actor)| places.with(share(id, actor)))
    }

    fn those(&self, are: impl Fn(&Actor) -> bool) -> ActorSet {
        let all = self.all.iter().enumerate().filter(|(_, actor)| are(actor));
        all.map(|(at, _)| ActorId::at(at)).collect()
    }

    fn at(&self, place: Place) -> ActorSet {
        self.those(|actor| actor.part.place == place)
    }

    /// Those who are able to act.
    #[inline]
    pub fn able(&self) -> ActorSet {
        debug_assert_eq!(self.able, self.those(|actor| actor.out == Out::Active), "it changes through `set_out` alone");
        self.able
    }

    /// SE-041: those who have not declared yet.
    #[inline]
    pub fn undeclared(&self) -> ActorSet {
        debug_assert_eq!(self.undeclared, self.at(Place::Undeclared), "it changes through `set_place` alone");
        self.undeclared
    }

    /// SE-107: those who wait.
    #[inline]
    pub fn waiting(&self) -> ActorSet {
        debug_assert_eq!(self.apart.waiting, self.at(Place::Waiting), "it changes through `set_place` alone");
        self.apart.waiting
    }

    /// Does nobody wait?
    #[inline]
    pub fn nobody_waits(&self) -> bool {
        self.apart.is_nothing() || self.waiting().is_empty()
    }

    /// Does nobody help anybody?
    #[inline]
    pub fn nobody_helps(&self) -> bool {
        self.apart.is_nothing() || self.assisting().is_empty()
    }

    /// SE-052: those who help somebody.
    #[inline]
    pub fn assisting(&self) -> ActorSet {
        debug_assert_eq!(self.apart.assisting, self.at(Place::Assisting), "it changes through `set_place` alone");
        self.apart.assisting
    }

    /// SE-R87: those whose held segment is lost.
    #[inline]
    pub fn lost(&self) -> ActorSet {
        debug_assert_eq!(self.apart.lost, self.at(Place::Lost), "it changes through `set_place` alone");
        self.apart.lost
    }

    /// Where everybody is who takes part: who is not able is nowhere. `None` if that does not say all: where somebody is
    /// helpless, hidden or off the ground.
    #[inline]
    pub fn standing(&self) -> Option<Shares> {
        debug_assert_eq!(
            (self.places, self.apart.unusual),
            (self.shares(), self.those(is_unusual)),
            "it changes through `set_out`, `set_at` and `set_hidden` alone"
        );
        (self.apart.is_nothing() || self.apart.unusual.is_empty()).then_some(self.places)
    }

    /// Has [somebody seen](Self::see_that_it_goes_on) that the scene is not over, and is everybody as able as then? It is asked
    /// after every act, and those who are able are seldom others.
    #[inline]
    pub fn is_known_to_go_on(&self) -> bool {
        self.goes_on.0
    }

    /// The scene is not over as long as the same are able.
    #[inline]
    pub fn see_that_it_goes_on(&mut self) {
        self.goes_on = Derived(true);
    }

    /// One more.
    pub fn push(&mut self, one: (Actor, Daily)) {
        *self = self.whole().chain([one]).collect();
    }

    /// All there is to say about each.
    fn whole(&self) -> impl Iterator<Item = (Actor, Daily)> {
        self.all.iter().copied().zip(self.daily.iter().copied())
    }

    /// What is counted by the day for somebody.
    #[inline]
    pub fn daily(&self, id: ActorId) -> &Daily {
        &self.daily[id.index()]
    }

    /// What is counted by the day for somebody, to change it.
    pub fn daily_mut(&mut self, id: ActorId) -> &mut Daily {
        &mut Arc::make_mut(&mut self.daily)[id.index()]
    }

    /// One of them, to change anything but what is kept beside the list.
    #[inline]
    pub fn get_mut(&mut self, id: ActorId) -> &mut Actor {
        &mut self.all[id.index()]
    }

    /// The one place where it changes whether somebody takes part.
    #[inline]
    pub fn set_out(&mut self, id: ActorId, out: Out) {
        self.change(id, |actor| actor.out = out);
        self.goes_on = Derived(false);
        if out == Out::Active {
            self.able = self.able.with(id);
            *self.near = Known::No;
        } else {
            self.able = self.able.without(id);
            self.is_near_nobody(id);
        }
    }

    /// The one place where it changes where somebody is. Who is near whom is to be looked at then: `Table::set_at` does it.
    #[inline]
    pub fn set_at(&mut self, id: ActorId, place: space::Place) {
        *self.near = Known::No;
        self.change(id, |actor| actor.place = place);
    }

    /// The one place where it changes whether the others know of somebody.
    #[inline]
    pub fn set_hidden(&mut self, id: ActorId, hidden: bool) {
        self.change(id, |actor| actor.hidden = hidden);
    }

    /// Changes somebody, and its part in where everybody is.
    #[inline]
    fn change(&mut self, id: ActorId, change: impl FnOnce(&mut Actor)) {
        let actor = &mut self.all[id.index()];
        let before = share(id, actor);
        change(actor);
        self.places = self.places.changed(before, share(id, actor));
        if is_unusual(actor) {
            let unusual = &mut self.apart.fill().unusual;
            *unusual = unusual.with(id);
        } else if let Some(Apart { unusual, .. }) = self.apart.get_mut() {
            *unusual = unusual.without(id);
        }
    }

    /// The one place where it changes where somebody stands in the round.
    #[inline]
    pub fn set_place(&mut self, id: ActorId, place: Place) {
        let before = std::mem::replace(&mut self.all[id.index()].part.place, place);
        if before == Place::Undeclared {
            self.undeclared = self.undeclared.without(id);
        } else if let Some(set) = self.apart.get_mut().and_then(|apart| apart.at(before)) {
            *set = set.without(id);
        }
        if place == Place::Undeclared {
            self.undeclared = self.undeclared.with(id);
        } else if Apart::holds(place)
            && let Some(set) = self.apart.fill().at(place)
        {
            *set = set.with(id);
        }
    }

    /// The same from one place to another of which no set is kept: SE-037: a segment begins, or is over.
    #[inline]
    pub fn pass(&mut self, id: ActorId, place: Place) {
        let before = std::mem::replace(&mut self.all[id.index()].part.place, place);
        let is_kept = |place| place == Place::Undeclared || Apart::holds(place);
        debug_assert!(!is_kept(before) && !is_kept(place), "{before:?} to {place:?}");
    }

    /// SE-041: somebody who was to declare has done so, and its segment is to come.
    #[inline]
    pub fn set_declared(&mut self, id: ActorId) {
        let place = &mut self.all[id.index()].part.place;
        debug_assert_eq!(*place, Place::Undeclared, "nobody declares twice");
        *place = Place::Declared;
        self.undeclared = self.undeclared.without(id);
    }

    /// What somebody does in this round, all of it.
    #[inline]
    pub fn set_part(&mut self, id: ActorId, part: Part) {
        self.set_place(id, part.place);
        self.all[id.index()].part = part;
    }

    /// SE-041: a round begins: those who take part are to declare, the others have no part in it; what is owed stays.
    /// `carried` go on waiting. Gives those who take part and owe an action or are Down.
    pub fn begin(&mut self, takes_part: ActorSet, carried: ActorSet) -> ActorSet {
        let (mut hindered, declare) = (ActorSet::EMPTY, takes_part.except(carried));
        let reset = |actor: &mut Actor| actor.part = Part { owed: actor.part.owed, ..Part::default() };
        if carried.is_empty() {
            self.all.iter_mut().for_each(reset);
        } else {
            let all = (0..).map(ActorId).zip(&mut self.all);
            all.filter(|(id, _)| !carried.contains(*id)).for_each(|(_, actor)| reset(actor));
        }
        for id in declare.iter() {
            let actor = &mut self.all[id.index()];
            actor.part.place = Place::Undeclared;
            // One question: no part of it can be foreseen.
            if (actor.part.owed > 0) | actor.down {
                hindered = hindered.with(id);
            }
        }
        self.undeclared = declare;
        if let Some(Apart { waiting, assisting, lost, .. }) = self.apart.get_mut() {
            (*waiting, *assisting, *lost) = (waiting.both(carried), ActorSet::EMPTY, ActorSet::EMPTY);
        }
        hindered
    }
}

impl Apart {
    /// Are those kept here who stand there in the round?
    #[inline]
    fn holds(place: Place) -> bool {
        matches!(place, Place::Waiting | Place::Assisting | Place::Lost)
    }

    #[inline]
    fn at(&mut self, place: Place) -> Option<&mut ActorSet> {
        match place {
            Place::Waiting => Some(&mut self.waiting),
            Place::Assisting => Some(&mut self.assisting),
            Place::Lost => Some(&mut self.lost),
            Place::Out | Place::Undeclared | Place::Declared | Place::Acting | Place::Done => None,
        }
    }
}

impl FromIterator<(Actor, Daily)> for Roster {
    fn from_iter<I: IntoIterator<Item = (Actor, Daily)>>(characters: I) -> Roster {
        let (all, daily): (Vec<_>, Vec<_>) = characters.into_iter().unzip();
        let mut roster = Roster { all: all.into(), daily: Arc::new(daily), ..Roster::default() };
        roster.able = roster.those(|actor| actor.out == Out::Active);
        roster.undeclared = roster.at(Place::Undeclared);
        let [waiting, assisting, lost] = [Place::Waiting, Place::Assisting, Place::Lost].map(|place| roster.at(place));
        roster.apart = Apart { waiting, assisting, lost, unusual: roster.those(is_unusual) }.into();
        roster.places = roster.shares();
        roster
    }
}

impl Deref for Roster {
    type Target = [Actor];

    #[inline]
    fn deref(&self) -> &[Actor] {
        &self.all
    }
}

impl Serialize for Roster {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.whole().map(Whole::from))
    }
}

impl<'de> Deserialize<'de> for Roster {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Roster, D::Error> {
        let all = Vec::<Whole>::deserialize(deserializer)?;
        Ok(all.into_iter().map(<(Actor, Daily)>::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Segments, table::Table};
    use referee_engine::{System, door};

    /// What is kept beside the lists is what one finds by walking through them, also after it has changed and after the
    /// table was written and read.
    #[test]
    fn what_is_kept_beside_the_lists_follows_from_them() {
        let scene = r#"
            book = "segments"
            speed = "segmented"
            map = { grid = "square", columns = 12, rows = 7, cell = 5, unit = "feet" }
            characters = [
                { from = "shieldbearer", at = [3, 2] },
                { from = "cutthroat", at = [8, 2] },
                { from = "ogre", at = [9, 5] },
            ]
        "#;
        let (_, mut table) = Segments::open(&door::Source::new("scene.toml", scene)).unwrap();
        let check = |table: &Table| {
            assert_eq!(table.actors.whole().collect::<Roster>(), table.actors);
            for who in table.ids() {
                let side = table.side_of(who);
                let members = table.ids().filter(|&id| table.side_of(id) == side);
                assert_eq!(table.setup.sheets.of_side(side), members.collect::<ActorSet>());
                let foes = table.ids().filter(|&id| table.side_of(id) != side && table.is_able(id));
                assert_eq!(table.able_foes(who), foes.collect::<ActorSet>());
            }
            assert_eq!(table.setup.sheets.gms(), table.ids().filter(|&id| table.is_gms(id)).collect::<ActorSet>());
            let written = serde_json::to_string(table).unwrap();
            assert_eq!(serde_json::from_str::<Table>(&written).unwrap(), *table);
        };
        check(&table);
        for (id, out) in [(2, Out::Dead), (1, Out::Helpless), (2, Out::Active), (0, Out::Away)] {
            table.actors.set_out(ActorId(id), out);
            check(&table);
        }
        table.actors.see_that_it_goes_on();
        assert!(table.actors.is_known_to_go_on() && table.clone().actors.is_known_to_go_on());
        table.actors.set_out(ActorId(1), Out::Active);
        assert!(!table.actors.is_known_to_go_on(), "who is able has changed");
        use Place::{Assisting, Done, Lost, Undeclared, Waiting};
        for (id, place) in [(0, Waiting), (1, Assisting), (2, Undeclared), (0, Done), (0, Lost), (1, Waiting)] {
            table.actors.set_place(ActorId(id), place);
            check(&table);
        }
        let set = |ids: &[u16]| ids.iter().map(|&id| ActorId(id)).collect::<ActorSet>();
        table.actor_mut(ActorId(0)).part.owed = 1;
        assert_eq!(table.actors.begin(set(&[0, 1]), set(&[1])), set(&[0]), "it owes an action");
        assert_eq!((table.actors.undeclared(), table.actors.waiting()), (set(&[0]), set(&[1])));
        check(&table);
        table.actor_mut(ActorId(2)).down = true;
        assert_eq!(table.actors.begin(set(&[1, 2]), set(&[])), set(&[2]), "it is Down");
        check(&table);
        table.actors.set_part(ActorId(1), Part::default());
        check(&table);
        for (id, x) in [(0, 5), (1, -128), (1, 4), (2, 300), (2, 1)] {
            table.actors.set_at(ActorId(id), space::Place::new(x, 3, 0));
            check(&table);
        }
        for hidden in [true, false] {
            table.actors.set_hidden(ActorId(2), hidden);
            check(&table);
        }
        for able in [&[0, 1, 2][..], &[0, 2], &[1, 2], &[1], &[]] {
            let able = able.iter().map(|&id| ActorId(id)).collect::<ActorSet>();
            let opposed = able.iter().any(|one| able.iter().any(|other| !table.allied(one, other)));
            assert_eq!(table.setup.sheets.are_opposed(able), opposed, "{able:?}");
        }
    }

    /// What is counted by the day is shared by copies until one of them changes it, and written with the rest.
    #[test]
    fn what_is_counted_by_the_day_is_shared_until_it_changes() {
        let scene = "book = \"segments\"\ncharacters = [{ from = \"scout\", at = [1, 2], food = 8, water = 6, rations = 3, waterskins = 4 }]\n\
                     map = { grid = \"square\", columns = 12, rows = 7, cell = 5, unit = \"feet\" }";
        let (_, table) = Segments::open(&door::Source::new("scene.toml", scene)).unwrap();
        let (who, mut roster) = (ActorId(0), table.actors);
        roster.get_mut(who).afraid_of = Some(who).into();
        let mut copy = roster.clone();
        assert!(Arc::ptr_eq(&copy.daily, &roster.daily));
        copy.daily_mut(who).used[2] = 1;
        assert_eq!((roster.daily(who).used[2], copy.daily(who).used[2]), (0, 1), "a copy keeps its own");
        assert_ne!(copy, roster);
        let Actor { health, strong, defense, ward, .. } = roster[0];
        let written = format!(
            "[{{\"place\":{{\"cell\":{{\"x\":1,\"y\":2}},\"z\":0}},\"out\":\"active\",\"hidden\":false,\"down\":false,\
             \"health\":{health},\"strong\":{strong},\"statuses\":0,\"afraid_of\":0,\"defense\":{defense},\"ward\":{ward},\
             \"warded\":0,\"shield\":null,\"helmet\":null,\"part\":{{\"place\":\"out\",\"intention\":null,\"slow_ready\":false,\
             \"ally\":null,\"order\":0,\"owed\":0,\"paying\":0}},\"free\":\"ask\",\"food\":{{\"die\":8,\"units\":3}},\
             \"water\":{{\"die\":6,\"units\":4}},\"food_hours\":0,\"water_hours\":0,\"used\":[0,0,1,0,0,0,0,0],\"bound\":false}}]"
        );
        assert_eq!(serde_json::to_string(&copy).unwrap(), written);
        assert_eq!(serde_json::from_str::<Roster>(&written).unwrap(), copy);
        roster.clone_from(&copy);
        assert_eq!(roster, copy);
        roster.push((copy[0], Daily::default()));
        assert_eq!((roster.len(), roster.daily(who).used[2], roster.daily(ActorId(1)).used[2]), (2, 1, 0));
    }
}
