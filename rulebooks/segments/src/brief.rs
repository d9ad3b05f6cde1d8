//! What an act of a machine comes down to before anybody answers and dice fall.

use crate::{
    Intent, Segments,
    actions::{
        attack::Aim,
        movement::{self, Route},
    },
    table::Table,
};

/// What an act comes down to, as far as it follows from what its choice follows from: a run of fights remembers it with the
/// choice. The rules make it themselves where nobody does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Brief {
    /// Nothing that would be worth it.
    #[default]
    Nothing,
    /// The numbers of an attack.
    Attack(Aim),
    /// The way of a movement.
    Move(Route),
}

impl Brief {
    /// That of an act.
    pub fn of(book: &Segments, table: &Table, intent: &Intent) -> Brief {
        let brief = match intent {
            Intent::Attack(attack) => Aim::of(book, table, attack).map(Brief::Attack),
            Intent::Move(movement) => movement::route(book, table, movement).ok().map(Brief::Move),
            _ => None,
        };
        brief.unwrap_or_default()
    }

    /// The numbers of an attack, if they are known.
    #[inline]
    pub(crate) fn aim(&self) -> Option<&Aim> {
        if let Brief::Attack(aim) = self { Some(aim) } else { None }
    }

    /// The way of a movement, if it is known.
    #[inline]
    pub(crate) fn route(&self) -> Option<&Route> {
        if let Brief::Move(route) = self { Some(route) } else { None }
    }
}
