//! The table: everything that changes while a scene is played. A scene file is a table before its first act.

use referee_engine::{ActorId, Roster, Side, act::Why, bar};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Table {
    pub book: String,
    pub fighters: Roster<Fighter>,
    /// Whose turn it is.
    pub turn: ActorId,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Fighter {
    pub name: String,
    pub side: Side,
    pub skill: u8,
    pub guard: u8,
    /// BR-004: whoever has lost as many is down.
    pub hp: u8,
    #[serde(default)]
    pub lost: u8,
    /// BR-002: one dodge until the next turn.
    #[serde(default)]
    pub has_dodged: bool,
}

impl Fighter {
    pub fn left(&self) -> u8 {
        self.hp.saturating_sub(self.lost)
    }
}

impl Table {
    /// Those who stand.
    pub fn standing(&self) -> impl Iterator<Item = ActorId> {
        self.fighters.ids().filter(|&who| self.fighters[who].left() > 0)
    }

    /// BR-005: the brawl is over when all who stand are of one side.
    pub fn is_over(&self) -> bool {
        let mut sides = self.standing().map(|who| self.fighters[who].side);
        let first = sides.next();
        sides.all(|side| Some(side) == first)
    }

    /// BR-005: each acts in turn.
    pub fn may_act(&self, who: ActorId) -> Result<(), Why<'_>> {
        match who == self.turn {
            _ if self.is_over() => Err(bar!("BR-005", "over", "the brawl is over")),
            true => Ok(()),
            false => Err(bar!("BR-005", "not-your-turn", "it is the turn of {}", &self.fighters[self.turn].name)),
        }
    }

    /// BR-005: the next one who stands has the turn.
    pub fn next_turn(&mut self) {
        let everybody = self.fighters.ids();
        let mut next = everybody.clone().chain(everybody).skip(self.turn.index() + 1);
        self.turn = next.find(|&who| self.fighters[who].left() > 0).unwrap_or(self.turn);
        self.fighters[self.turn].has_dodged = false; // BR-002
    }
}
