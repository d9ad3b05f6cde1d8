//! The toy's ten rules.
//!
//! | id | rule |
//! | --- | --- |
//! | TY-001 | A side has its turn until it passes; each fighter acts once in it. |
//! | TY-002 | An attack hits if a d10 is above 4. Focus takes the higher of two, for one reaction. |
//! | TY-003 | The target may dodge (the attack must also beat its d10) or brace (one damage less), for one reaction. |
//! | TY-004 | Damage by a d6: 1 for 1–2, 2 for 3–5, 3 for 6. |
//! | TY-005 | After a hit the attacker may press for one more damage and one reaction. |
//! | TY-006 | Hiding needs 6 or more on a hidden d10. The other side cannot aim at somebody hidden, and learns nothing of it. |
//! | TY-007 | A duel: both guess high or low at the same time. If they differ, the other loses 1, else the one who began. |
//! | TY-008 | When a side passes, the other has its turn and one reaction each. |
//! | TY-009 | The game master may set anybody's health. |
//! | TY-010 | A blast does 2 damage if an exploding d4 comes to 5 or more. |

use super::{Bug, Toy, table::Table};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Face, Flow, Oracle, Refusal, Seat, Side, Status, System, Throw, Who, rule};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    Attack { actor: ActorId, target: ActorId, focus: bool },
    Hide { actor: ActorId, spot: i32 },
    Duel { actor: ActorId, target: ActorId },
    Blast { actor: ActorId, target: ActorId },
    Pass { side: Side },
    Heal { target: ActorId, hp: i32 },
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    React,
    Press,
    Guess,
}

impl referee_engine::Question for Question {
    fn options(&self) -> usize {
        if *self == Question::React { 3 } else { 2 }
    }

    fn decline(&self) -> Option<usize> {
        (*self != Question::Guess).then_some(0)
    }
}

pub const DODGE: usize = 1;
pub const BRACE: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Missed,
    Avoided,
    Hit,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    Reacted { who: ActorId, option: usize },
    Attacked { actor: ActorId, target: ActorId, outcome: Outcome, face: Face },
    Hurt { target: ActorId, damage: i32 },
    Hid { actor: ActorId, spot: Option<i32> },
    Dueled { loser: ActorId },
    Turned { side: Side, round: u32 },
    Healed { target: ActorId, hp: i32 },
}

/// May this fighter act now?
pub fn may_act(book: &Toy, table: &Table, by: Seat, actor: ActorId) -> Result<(), Refusal> {
    if actor.index() >= table.fighters.len() {
        return Err(Refusal::plain("no-such-actor", "there is no such fighter"));
    }
    let fighter = table.fighter(actor);
    if !by.plays(actor) && book.house.bug != Bug::AnySeatActs {
        return Err(Refusal::plain("not-yours", format!("{} is not yours to play", fighter.name)));
    }
    if let Status::Over(_) = book.status(table) {
        return Err(Refusal::by(rule!("TY-001"), "over", "it is over"));
    }
    if fighter.side != table.turn || fighter.acted || fighter.hp <= 0 {
        let why = format!("{} cannot act now", fighter.name);
        return Err(Refusal::by(rule!("TY-001"), "not-your-turn", why));
    }
    Ok(())
}

/// May this be aimed at?
pub fn may_target(table: &Table, actor: ActorId, target: ActorId) -> Result<(), Refusal> {
    if target.index() >= table.fighters.len() {
        return Err(Refusal::plain("no-such-actor", "there is no such fighter"));
    }
    let (own, other) = (table.fighter(actor), table.fighter(target));
    if other.side == own.side || other.hp <= 0 {
        return Err(Refusal::by(rule!("TY-002"), "no-target", format!("{} is no target", other.name)));
    }
    if other.spot.is_some() {
        // Hiding stays hidden: the words are those for somebody who is not there.
        return Err(Refusal::by(rule!("TY-006"), "no-target", "nobody like that is in sight"));
    }
    Ok(())
}

pub fn resolve<O: Oracle<Toy>>(book: &Toy, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
    if book.house.bug == Bug::SharedTable {
        table.shared.touch();
    }
    match *intent {
        Intent::Attack { actor, target, focus } => {
            may_act(book, table, by, actor)?;
            may_target(table, actor, target)?;
            attack(book, table, actor, target, focus, oracle)?;
        }
        Intent::Hide { actor, spot } => {
            may_act(book, table, by, actor)?;
            if !(1..=9).contains(&spot) {
                return Err(Refusal::by(rule!("TY-006"), "no-such-spot", "spots are 1 to 9").into());
            }
            let to = if book.house.bug == Bug::LoudHiding { Audience::All } else { table.own_side(actor) };
            let throw = Throw::hidden(Who::Actor(actor), "hide", to);
            let hidden = oracle.roll(throw, Roll::die(10), |face| face >= 6)?.value;
            let spot = hidden.then_some(spot);
            table.fighter_mut(actor).spot = spot;
            table.fighter_mut(actor).acted = true;
            oracle.tell(to, || Event::Hid { actor, spot });
        }
        Intent::Duel { actor, target } => {
            may_act(book, table, by, actor)?;
            may_target(table, actor, target)?;
            let asked = [(Who::Actor(actor), Question::Guess), (Who::Actor(target), Question::Guess)];
            let guesses = oracle.ask_all(table, &asked)?;
            let loser = if guesses[0] == guesses[1] { actor } else { target };
            table.fighter_mut(actor).acted = true;
            table.fighter_mut(loser).hp -= 1;
            oracle.tell(Audience::All, || Event::Dueled { loser });
        }
        Intent::Blast { actor, target } => {
            may_act(book, table, by, actor)?;
            may_target(table, actor, target)?;
            let throw = Throw::open(Who::Actor(actor), "blast");
            let damage = if oracle.roll(throw, Roll::exploding(4), |total| total >= 5)?.value { 2 } else { 0 };
            table.fighter_mut(actor).acted = true;
            table.fighter_mut(target).hp -= damage;
            oracle.tell(Audience::All, || Event::Hurt { target, damage });
        }
        Intent::Pass { side } => {
            if !table.plays_side(by, side) || side != table.turn {
                return Err(Refusal::by(rule!("TY-001"), "not-your-turn", "it is the other side's turn").into());
            }
            if let Status::Over(_) = book.status(table) {
                return Err(Refusal::by(rule!("TY-001"), "over", "it is over").into());
            }
            table.turn = Side(1 - side.0);
            table.round += 1;
            let turn = table.turn;
            for fighter in table.fighters.iter_mut().filter(|fighter| fighter.side == turn) {
                fighter.reactions = 1;
                fighter.acted = false;
            }
            let round = table.round;
            oracle.tell(Audience::All, || Event::Turned { side: turn, round });
        }
        Intent::Heal { target, hp } => {
            if !by.is_gm() {
                return Err(Refusal::by(rule!("TY-009"), "not-yours", "only the game master does that").into());
            }
            if target.index() >= table.fighters.len() || !(0..=10).contains(&hp) {
                return Err(Refusal::by(rule!("TY-009"), "bad-health", "somebody's health is 0 to 10").into());
            }
            table.fighter_mut(target).hp = hp;
            oracle.tell(Audience::All, || Event::Healed { target, hp });
        }
    }
    Ok(())
}

fn attack<O: Oracle<Toy>>(
    book: &Toy,
    table: &mut Table,
    actor: ActorId,
    target: ActorId,
    focus: bool,
    oracle: &mut O,
) -> Flow<()> {
    let (striker, reactor) = (Who::Actor(actor), Who::Actor(target));
    if focus {
        if table.fighter(actor).reactions == 0 {
            return Err(Refusal::by(rule!("TY-002"), "no-reaction", "focus takes a reaction").into());
        }
        table.fighter_mut(actor).reactions -= 1;
    }
    table.fighter_mut(actor).acted = true;
    let mut reaction = 0;
    if table.fighter(target).reactions > 0 {
        reaction = oracle.ask(table, reactor, &Question::React)?;
        if book.house.bug == Bug::RefusesBrace && reaction == BRACE {
            return Err(Refusal::by(rule!("TY-003"), "no-bracing", "nobody braces today").into());
        }
        table.fighter_mut(target).reactions -= u8::from(reaction != 0);
        oracle.tell(Audience::All, || Event::Reacted { who: target, option: reaction });
    }
    let need = book.house.need;
    let dodge = match reaction {
        DODGE => oracle.roll(Throw::open(reactor, "dodge"), Roll::die(10), |face| face)?.value,
        _ => 0,
    };
    let dice = if focus { Roll::highest_of(2, 10) } else { Roll::die(10) };
    let rolled = oracle.roll(Throw::open(striker, "attack"), dice, |face| match face {
        face if face <= need => Outcome::Missed,
        face if face <= dodge => Outcome::Avoided,
        _ => Outcome::Hit,
    })?;
    let mut outcome = rolled.value;
    if book.house.bug == Bug::DecidesByFace && rolled.face.shown() % 2 == 0 {
        outcome = Outcome::Missed;
    }
    if book.house.bug == Bug::Moody && book.is_in_a_mood() {
        outcome = Outcome::Missed;
    }
    oracle.tell(Audience::All, || Event::Attacked { actor, target, outcome, face: rolled.face });
    if outcome != Outcome::Hit {
        return Ok(());
    }
    let damage = oracle.roll(Throw::open(striker, "damage"), Roll::die(6), |face| match face {
        ..=2 => 1,
        3..=5 => 2,
        _ => 3,
    })?;
    let mut damage = damage.value - i32::from(reaction == BRACE);
    if table.fighter(actor).reactions > 0 && oracle.ask(table, striker, &Question::Press)? == 1 {
        table.fighter_mut(actor).reactions -= 1;
        damage += 1;
    }
    if book.house.bug == Bug::ForgetsInJournals {
        damage += table.forgotten;
    }
    table.fighter_mut(target).hp -= damage;
    oracle.tell(Audience::All, || Event::Hurt { target, damage });
    Ok(())
}
