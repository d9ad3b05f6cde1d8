//! Who goes first (CW-011, CW-012).

use crate::{
    Clockworld, Event,
    check::{Against, Causes, Check, prepare},
    sheet::{PLAYERS, Skill, THREATS},
    table::{Mode, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, Refusal, Side, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A Contest that is tied so often in a row is called again by the GM; the chance of it is nil.
const MOST_TIES: usize = 40;

/// CW-D02: what the GM decides when it is unclear who started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstTurn {
    /// CW-011: this side.
    Side(Side),
    /// CW-012, CW-R17: a Contest between these.
    Contest {
        /// Those of the Players' side who roll.
        players: SmallVec<[ActorId; 4]>,
        /// Those of the Threats' side who roll.
        threats: SmallVec<[ActorId; 4]>,
        /// With which Skill.
        skill: Skill,
    },
}

/// What happened in the Contest for the first Turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningEvent {
    /// Somebody rolled.
    Rolled {
        /// The Check.
        check: Check,
        /// What the dice showed.
        face: Face,
        /// The total.
        total: i32,
    },
    /// CW-R17: it is rolled again.
    Tied {
        /// The best total of both sides.
        total: i32,
    },
    /// This side goes first.
    Won {
        /// Which.
        side: Side,
    },
}

/// CW-011, CW-012: settles who has the first Turn, and begins it.
pub fn resolve<O: Oracle<Clockworld>>(
    book: &Clockworld,
    table: &mut Table,
    first: &FirstTurn,
    oracle: &mut O,
) -> Flow<()> {
    if table.clock.mode != Mode::Opening || table.over.is_some() {
        let why = "who goes first is settled already";
        return Err(Refusal::by(rule!("CW-011"), "begun", why).into());
    }
    let side = match first {
        FirstTurn::Side(side) if *side <= THREATS => *side,
        FirstTurn::Side(_) => {
            let why = "there are two sides";
            return Err(Refusal::by(rule!("CW-001"), "unknown-side", why).allowing(["players", "threats"]).into());
        }
        FirstTurn::Contest { players, threats, skill } => {
            legal(table, players, PLAYERS)?;
            legal(table, threats, THREATS)?;
            contest(book, table, players, threats, *skill, oracle)?
        }
    };
    oracle.tell(Audience::All, || Event::Opening(OpeningEvent::Won { side }));
    turn::begin(book, table, side, oracle)
}

fn legal(table: &Table, who: &[ActorId], side: Side) -> Result<(), Refusal> {
    let fits = |id: &ActorId| id.index() < table.actors.len() && table.side_of(*id) == side && table.is_active(*id);
    let twice = who.iter().enumerate().any(|(at, id)| who[..at].contains(id));
    if !who.is_empty() && who.iter().all(fits) && !twice {
        return Ok(());
    }
    let why = format!("the Contest needs active {} of this side, each once", Clockworld::side_key(side));
    let allowed = table.ids().filter(fits).map(|id| table.sheet(id).key.clone());
    Err(Refusal::by(rule!("CW-012"), "wrong-characters", why).allowing(allowed))
}

/// CW-R17: each rolls, the best total of a side counts, and a tie is rolled again. Nobody is the initiator.
fn contest<O: Oracle<Clockworld>>(
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
pub(crate) fn once<O: Oracle<Clockworld>>(
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
