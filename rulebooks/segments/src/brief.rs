//! What an act of a machine comes down to before anybody answers and dice fall.

use crate::{
    Intent, Segments,
    actions::{
        attack::Aim,
        movement::{self, Route},
    },
    policy::{self, Policy},
    table::Table,
    turn::{declare::Declaration, order},
};
use smallvec::SmallVec;

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
    /// What is declared, by the first and by the next ones, and their order values (SE-042).
    Declare(SmallVec<[(Declaration, i16); 4]>),
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

    /// That of an act which this policy chose: with a declaration, what it chooses next for those who declare
    /// together with the first.
    pub fn by(book: &Segments, table: &Table, policy: Policy, intent: &Intent) -> Brief {
        let Intent::Declare(first) = intent else { return Brief::of(book, table, intent) };
        let others = policy::declared_together(book, table, policy).skip(1);
        let all = std::iter::once(*first).chain(others);
        Brief::Declare(all.map(|declaration| (declaration, order::of(table, &declaration))).collect())
    }

    /// What is declared, if that is known.
    #[inline]
    pub(crate) fn declarations(&self) -> &[(Declaration, i16)] {
        if let Brief::Declare(all) = self { all } else { &[] }
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
