//! A fight of a run, played again at a table where everybody sees what happens.

use crate::{Playing, fights::Ring};
use referee_dice::{FastRng, Roll};
use referee_engine::{Given, Seat, Session, SessionError, Side, System, Waiting, What, Who};

/// How often dice are thrown until they come to a total that fell: rarer ones than this never fell in anybody's run.
const MOST_THROWS: u32 = 50_000_000;

/// Does every act of the fight with this seed over again, with the same dice and answers. A run draws the totals of its dice, not
/// every die; so the dice are laid out as they may have fallen, and stand in the journal as typed in.
pub(crate) fn retell<S: System>(session: &mut Session<S>, playing: &Playing, seed: u64) -> Result<u32, SessionError> {
    let ring = Ring::new(session.book(), session.table(), playing)?;
    let told = ring.plain().tell(seed).map_err(SessionError::Broken)?;
    let mut rng = FastRng::seed_from_u64(seed);
    let mut typing = Vec::new();
    let mut acts = 0;
    for done in told {
        type_for_all(session, &mut typing)?;
        session.act(Seat::Gm, done.intent)?;
        while let Some(waiting) = session.waiting().first().cloned() {
            let given = done.given.get(waiting.ask()).copied();
            let what = match (waiting, given) {
                (Waiting::Answer { ask, .. }, Some(Given::Option(option))) => What::Answer { ask, option, key: None },
                (Waiting::Dice { ask, roll, .. }, Some(Given::Total(total))) => {
                    let faces = faces_of(&roll, total, &mut rng).map_err(SessionError::Broken)?;
                    What::Dice { ask, faces }
                }
                (waiting, given) => {
                    let why = format!("a fight goes another way when it is told: {waiting:?}, but it had {given:?}");
                    return Err(SessionError::Broken(why));
                }
            };
            session.put(Seat::Gm, what)?;
        }
        acts += 1;
    }
    Ok(acts)
}

/// Everybody types their dice in, whoever has come since the last time too.
fn type_for_all<S: System>(session: &mut Session<S>, typing: &mut Vec<Who>) -> Result<(), SessionError> {
    let actors = session.book().actors(session.table());
    let sides = actors.iter().map(|card| card.side.0).max().map_or(0..=0, |last| 0..=last);
    let all = [Who::Gm].into_iter().chain(actors.iter().map(|card| Who::Actor(card.id)));
    for who in all.chain(sides.map(|side| Who::Side(Side(side)))) {
        if !typing.contains(&who) {
            session.put(Seat::Gm, What::Typed { who, typed: true })?;
            typing.push(who);
        }
    }
    Ok(())
}

/// Dice that come to this total.
fn faces_of(roll: &str, total: i32, rng: &mut FastRng) -> Result<Vec<i32>, String> {
    let roll: Roll = roll.parse().map_err(|error| format!("{roll}: {error}"))?;
    let mut faces = Vec::new();
    for _ in 0..MOST_THROWS {
        faces.clear();
        let shown = roll.evaluate(|die| {
            let many = die.highest() - die.lowest() + 1;
            let face = die.lowest() + rng.below(many.unsigned_abs()) as i32;
            faces.push(face);
            Ok::<i32, std::convert::Infallible>(face)
        });
        if shown.is_ok_and(|shown| shown.total == total) {
            return Ok(faces);
        }
    }
    Err(format!("{roll} does not come to {total} within {MOST_THROWS} throws"))
}
