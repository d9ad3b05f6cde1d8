//! Things as the objects of Tasks: which there are, and how near one must be (CW-080, CW-203, CW-R53, CW-R61).

use super::{hopeless, known_rank, prelude::*};

/// How near one must be to something to work on it, in feet (CW-R61, and the Reach of a hand).
pub const NEAR_FT: u32 = 5;

/// A thing that a Task can be about, with how hard that is.
macro_rules! workpiece {
    ($(#[$doc:meta])* pub struct $name:ident of $task:expr;) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub ThingId);

        impl Value<Clockworld> for $name {
            fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
                <ThingId as Value<Clockworld>>::all(see, whose).into_iter().map($name).collect()
            }

            fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
                let choice = self.0.choice(see, whose);
                let is_there = usize::from(self.0.0) < see.things.len();
                let task = whose.filter(|_| is_there).map(|who| Task::plain(who, $task, Object::Thing(self.0)));
                task.iter().fold(choice, |choice, task| choice.noting(note(see.table, task)))
            }
        }
    };
}
pub(crate) use workpiece;

/// How hard it is.
pub fn note(table: &Table, task: &Task) -> String {
    let rank = || known_rank(table, task).map_or_else(|| "the GM says how hard".to_owned(), |rank| rank.to_string());
    hopeless(table, task).unwrap_or_else(rank)
}

/// CW-080: it is not within reach of a hand.
pub fn too_far<'t>(table: &'t Table, who: ActorId, what: &'t str) -> Why<'t> {
    bar!("CW-080", "too-far", "{} is more than {} feet from {}", what, NEAR_FT as i32, table.name(who))
}

/// Does it lie or stand within 5 feet? Of a large thing the nearest cell counts.
pub fn can_reach(table: &Table, who: ActorId, thing: ThingId) -> bool {
    let Whereabouts::Place(place) = table.thing(thing).at else { return false };
    let own = table.actor(who).place;
    let piece = table.thing(thing).piece.map(|at| &table.pieces[usize::from(at)]);
    match piece {
        Some(piece) => piece.cells.iter().any(|&cell| table.within(own, cell.at_height(own.z), NEAR_FT)),
        None => table.within(own, place, NEAR_FT),
    }
}

/// CW-203, CW-R53: one works on what one has oneself, or what nobody attends within reach. An object is attended while somebody
/// holds, carries or wears it.
pub fn at_hand(table: &Table, who: ActorId, thing: ThingId) -> Result<(), Why<'_>> {
    let name = &table.thing_sheet(thing).name;
    match table.thing(thing).at {
        Whereabouts::Held(by) | Whereabouts::Worn(by) | Whereabouts::Hidden(by) if by != who => {
            Err(bar!("CW-R53", "attended", "{} has {}", table.name(by), name))
        }
        Whereabouts::Place(_) if !can_reach(table, who, thing) => Err(too_far(table, who, name)),
        Whereabouts::Gone => Err(bar!("CW-R53", "gone", "{} is gone", name).moot()),
        Whereabouts::Held(_) | Whereabouts::Worn(_) | Whereabouts::Hidden(_) | Whereabouts::Place(_) => Ok(()),
    }
}
