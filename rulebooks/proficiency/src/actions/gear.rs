//! Mundane handling: taking a weapon in hand, lighting a torch (PR-030, PR-031, PR-R05).

use crate::{
    Event, Proficiency,
    resource::RollWhen,
    table::{Phase, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};

/// Something done by hand without a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Handling {
    /// Takes this weapon in hand, or up from the ground.
    Draw(u8),
    /// Lights this stock, or puts it out.
    Light(u8),
}

/// What must hold.
pub fn legal(table: &Table, who: ActorId, handling: Handling) -> Result<(), Refusal> {
    table.may_act(who)?;
    let actor = table.actor(who);
    match handling {
        Handling::Draw(at) => {
            let known = usize::from(at) < table.sheet(who).weapons.len();
            if !known || actor.used_up >> at & 1 == 1 || actor.in_hand == at {
                return Err(Refusal::plain("unknown-weapon", "there is no such weapon to take in hand"));
            }
            if actor.dropped >> at & 1 == 1 && actor.turn.moved && table.phase != Phase::Free {
                let why = "picking up what was dropped takes the move of the turn";
                return Err(Refusal::by(rule!("PR-R44"), "moved", why));
            }
            Ok(())
        }
        Handling::Light(at) => match actor.stocks.get(usize::from(at)) {
            Some(stock) if table.resource(stock.kind).roll_when == RollWhen::EachInterval && !stock.spent => Ok(()),
            _ => Err(Refusal::by(rule!("PR-140"), "nothing-to-light", "there is nothing to light")),
        },
    }
}

/// PR-031: it is simply done.
pub fn resolve<O: Oracle<Proficiency>>(
    _book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    handling: Handling,
    oracle: &mut O,
) -> Flow<()> {
    legal(table, who, handling)?;
    turn::enter(table, who, oracle);
    let actor = table.actor_mut(who);
    match handling {
        Handling::Draw(at) => {
            if actor.dropped >> at & 1 == 1 {
                actor.dropped &= !(1 << at);
                actor.turn.moved = true;
            }
            actor.in_hand = at;
        }
        Handling::Light(at) => {
            let stock = &mut actor.stocks[usize::from(at)];
            stock.in_use = !stock.in_use;
        }
    }
    oracle.tell(Audience::All, || Event::Handled { who, handling });
    Ok(())
}
