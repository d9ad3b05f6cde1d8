//! Fights from one table, whatever the book: what the laboratory runs by the million.

use referee_engine::{
    ActorCard, Gauge, Refusal, Seat, System,
    fight::{Fighter, Fought, Player, Watch},
    key_of,
};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Who plays how: a side by its name or number, or everybody. Later ones win.
pub type Playing = Vec<(Option<String>, String)>;

/// What is the same in all fights from one table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lineup {
    /// The book.
    pub book: String,
    /// The version of its rules.
    pub rules: u32,
    /// The sides by number: name and player.
    pub sides: Vec<LineupSide>,
    /// The actors in roster order.
    pub actors: Vec<LineupActor>,
    /// What is read at the end of each fight.
    pub gauges: Vec<Gauge>,
}

/// One side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineupSide {
    /// Its name.
    pub name: String,
    /// Its policy.
    pub policy: String,
}

/// One actor.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LineupActor {
    /// The word for commands.
    pub key: String,
    /// The name.
    pub name: String,
    /// The number of the side.
    pub side: u8,
}

/// Fights from one table between chosen players.
pub trait Fights: Send + Sync {
    /// What is the same in all of them.
    fn lineup(&self) -> &Lineup;
    /// Somebody who plays so many of them: one for each thread. It depends on their number how they are played, not how
    /// they come out.
    fn fighter(&self, fights: u64) -> Box<dyn Fighting + '_>;
    /// The same, who gives a fight up as soon as this is set, if somebody thinks in it.
    fn fighter_until<'f>(&'f self, fights: u64, stop: &'f AtomicBool) -> Box<dyn Fighting + 'f>;
}

/// Plays one fight after the other.
pub trait Fighting: Send {
    /// The fight of this seed; it may have been given up ([`Fought::is_stopped`]). An error is a mistake of ours.
    fn fight(&mut self, seed: u64, watch: Watch, fought: &mut Fought) -> Result<(), String>;

    /// These fights come next, and only their ends will be asked for: a hint that saves time in a long run.
    fn look_ahead(&mut self, seeds: &[u64]);
}

pub(crate) struct Ring<S: System> {
    book: S,
    table: S::Table,
    players: Vec<Player<S>>,
    policies: Vec<S::Policy>,
    lineup: Lineup,
}

impl<S: System> Ring<S> {
    pub fn new(book: &S, table: &S::Table, playing: &Playing) -> Result<Ring<S>, Refusal> {
        let names = names::<S>(book, table, playing)?;
        let players = names.iter().map(|side| Player::named(&side.policy)).collect::<Result<Vec<Player<S>>, _>>()?;
        let actor = |card: ActorCard| LineupActor { key: card.key, name: card.name, side: card.side.0 };
        let lineup = Lineup {
            book: S::NAME.to_owned(),
            rules: S::VERSION,
            sides: names,
            actors: book.actors(table).into_iter().map(actor).collect(),
            gauges: book.gauges(table),
        };
        let policies = players.iter().map(Player::fallback).collect();
        Ok(Ring { book: book.clone(), table: table.clone(), players, policies, lineup })
    }

    /// Whoever plays a fight here or there.
    pub fn plain(&self) -> Fighter<'_, S> {
        Fighter::new(&self.book, &self.table, &self.lineup.gauges, &self.players, &self.policies)
    }

    pub fn players(&self) -> &[Player<S>] {
        &self.players
    }
}

/// The sides by number, with the policy of each.
fn names<S: System>(book: &S, table: &S::Table, playing: &Playing) -> Result<Vec<LineupSide>, Refusal> {
    let views = book.view(table, Seat::Gm).sides;
    let most = book.actors(table).iter().map(|card| card.side.0).chain(views.iter().map(|view| view.side.0)).max();
    let side = |number: u8| {
        let view = views.iter().find(|view| view.side.0 == number);
        let name = view.map_or_else(|| format!("side {}", number + 1), |view| view.name.clone());
        LineupSide { name, policy: Player::<S>::usual().to_owned() }
    };
    let mut sides: Vec<LineupSide> = (0..=most.unwrap_or(0)).map(side).collect();
    for (wanted, policy) in playing {
        Player::<S>::named(policy)?;
        let Some(wanted) = wanted else {
            sides.iter_mut().for_each(|side| side.policy.clone_from(policy));
            continue;
        };
        let named = |at: usize, side: &LineupSide| key_of(&side.name) == key_of(wanted) || at.to_string() == *wanted;
        match sides.iter().enumerate().position(|(at, side)| named(at, side)) {
            Some(at) => sides[at].policy.clone_from(policy),
            None => {
                return Err(Refusal::plain("unknown-side", format!("there is no side {wanted:?}"))
                    .allowing(sides.iter().map(|side| key_of(&side.name))));
            }
        }
    }
    Ok(sides)
}

impl<S: System> Fights for Ring<S> {
    fn lineup(&self) -> &Lineup {
        &self.lineup
    }

    fn fighter(&self, fights: u64) -> Box<dyn Fighting + '_> {
        Box::new(self.plain().for_a_run_of(fights))
    }

    fn fighter_until<'f>(&'f self, fights: u64, stop: &'f AtomicBool) -> Box<dyn Fighting + 'f> {
        Box::new(self.plain().for_a_run_of(fights).stopped_by(stop))
    }
}

impl<S: System> Fighting for Fighter<'_, S> {
    fn fight(&mut self, seed: u64, watch: Watch, fought: &mut Fought) -> Result<(), String> {
        Fighter::fight(self, seed, watch, fought)
    }

    fn look_ahead(&mut self, seeds: &[u64]) {
        Fighter::look_ahead(self, seeds);
    }
}
