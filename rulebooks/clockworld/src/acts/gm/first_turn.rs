//! Who goes first (CW-011, CW-012).

use super::prelude::*;
use crate::{
    check::{Against, Causes, Check, prepare},
    sheet::{PLAYERS, THREATS},
    words,
};
use referee_engine::Face;

/// A Contest that is tied so often in a row is called again by the GM; the chance of it is nil.
const MOST_TIES: usize = 40;

act! {
    /// CW-D02: who has the first Turn, when it is unclear who started.
    pub struct FirstTurn for Clockworld, by Gm {
        side: First = "Which side";
        players: Several<ActorId> = "Of the Players";
        threats: Several<ActorId> = "Of the Threats";
        /// CW-R17: usually Acuity.
        skill: Skill = "With which Skill", usual;
    }
}

named! {
    /// CW-011, CW-012: a side, or who wins a Contest.
    pub enum First for Clockworld { Players = "players", Threats = "threats", Contest = "contest" }
}

/// A first Turn that may begin.
pub enum Opening {
    /// CW-011: of this side.
    Side(Side),
    /// CW-012, CW-R17: of the side that wins a Contest between these.
    Contest { players: SmallVec<[ActorId; 4]>, threats: SmallVec<[ActorId; 4]>, skill: Skill },
}

/// What happened in the Contest for the first Turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningEvent {
    /// Somebody rolled.
    Rolled {
        check: Check,
        /// What the dice showed.
        face: Face,
        total: i32,
    },
    /// CW-R17: it is rolled again.
    Tied {
        /// The best total of both sides.
        total: i32,
    },
    /// This side goes first.
    Won { side: Side },
}

impl Act<Clockworld> for FirstTurn {
    type By = Gm;
    type Ready = Opening;
    const CARD: Card = card!("first-turn", "Who goes first", "GM", "", "CW-D02");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Opening, Bar<'t>> {
        let table = see.table;
        if table.clock.mode != Mode::Opening || table.over.is_some() {
            return Err(bar!("CW-011", "not-now", "who goes first is settled already").moot().into());
        }
        Ok(match self.side()? {
            First::Players => Opening::Side(PLAYERS),
            First::Threats => Opening::Side(THREATS),
            First::Contest => {
                let players = self.players()?;
                rollers(table, &players, PLAYERS)?;
                let threats = self.threats()?;
                rollers(table, &threats, THREATS)?;
                Opening::Contest { players: players.0, threats: threats.0, skill: self.skill()? }
            }
        })
    }

    /// CW-011, CW-012: settles who has the first Turn, and begins it.
    fn resolve<O: Oracle>(opening: Opening, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let side = match opening {
            Opening::Side(side) => side,
            Opening::Contest { players, threats, skill } => contest(book, table, &players, &threats, skill, oracle)?,
        };
        oracle.tell(Audience::All, || Event::Opening(OpeningEvent::Won { side }));
        turn::begin(book, table, side, oracle)
    }
}

/// CW-012: these are active Characters of the side, each named once.
fn rollers<'t>(table: &'t Table, who: &Several<ActorId>, side: Side) -> Result<(), Why<'t>> {
    for &id in &who.0 {
        known(table, id)?;
        if table.side_of(id) != side {
            let (name, side) = (table.name(id), Clockworld::side_key(side));
            return Err(bar!("CW-012", "wrong-characters", "{} is none of the {}", name, side).moot());
        }
        if !table.is_active(id) {
            let (name, out) = (table.name(id), table.actor(id).out.word());
            return Err(bar!("CW-012", "wrong-characters", "{} is {}", name, out));
        }
    }
    if who.0.is_empty() || !who.is_once() {
        let words = "the Contest needs active {} of this side, each once";
        return Err(bar!("CW-012", "wrong-characters", words, Clockworld::side_key(side)));
    }
    Ok(())
}

/// CW-R17: each rolls, the best total of a side counts, and a tie is rolled again. Nobody is the initiator.
fn contest<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    players: &[ActorId],
    threats: &[ActorId],
    skill: Skill,
    oracle: &mut O,
) -> Flow<Side> {
    for _ in 0..MOST_TIES {
        let here = oracle.here(table);
        let best = once(book, table, players, threats, skill, oracle)?;
        if best[0] != best[1] {
            return Ok(if best[0] > best[1] { PLAYERS } else { THREATS });
        }
        oracle.tell(Audience::All, || Event::Opening(OpeningEvent::Tied { total: best[0] }));
        oracle.again(table, here)?;
    }
    Err(Refusal::by(rule!("CW-R17"), "tied", "the Contest is tied again and again; call it once more").into())
}

/// One roll of everybody: the best total of the Players, and of the Threats.
pub(crate) fn once<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    players: &[ActorId],
    threats: &[ActorId],
    skill: Skill,
    oracle: &mut O,
) -> Flow<[i32; 2]> {
    let mut best = [i32::MIN; 2];
    for (side, members) in [players, threats].into_iter().enumerate() {
        for &who in members {
            let check = prepare(book, table, who, skill, Against::Nobody, Causes::NONE, oracle)?;
            let (total, face) = check.total("First Turn", oracle)?;
            oracle.tell(Audience::All, || Event::Opening(OpeningEvent::Rolled { check, face, total }));
            best[side] = best[side].max(total);
        }
    }
    Ok(best)
}

impl Tells<Clockworld> for OpeningEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match self {
            OpeningEvent::Rolled { check, face, .. } => {
                let text = format!("{} for the first Turn: {}", table.name(check.who), words::sum(*face, check));
                Line::new(1, text, [rule!("CW-012")]).by(check.who).with(words::factors(check))
            }
            OpeningEvent::Tied { total } => {
                Line::new(1, format!("{total} and {total}: rolled again"), [rule!("CW-R17")])
            }
            OpeningEvent::Won { side } => {
                Line::new(0, format!("The {}s go first", Clockworld::side_word(*side)), [rule!("CW-011")])
            }
        }
    }
}
