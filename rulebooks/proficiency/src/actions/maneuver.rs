//! Maneuvers against a foe (PR-047, PR-R78). Without a foe a maneuver is an ordinary check: see [`task`](super::task).

use super::attack::{target_legal, within};
use crate::{
    Event, Proficiency, Question,
    check::{self, Named, Using, Verdict},
    conditions,
    contest::{self, Contest, Opposing},
    house::ManeuverEffect,
    recovery,
    sheet::Ability,
    table::{Life, Table},
    turn::{self, Upshot},
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Who, rule, space::Cell};
use serde::{Deserialize, Serialize};

/// What came of a maneuver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ManeuverEvent {
    /// It is tried.
    Tried {
        /// Who.
        who: ActorId,
        /// Against whom.
        target: ActorId,
    },
    /// PR-R78: pushed one square.
    Pushed(ActorId),
    /// PR-R78: past the foe.
    Slipped {
        /// Who.
        who: ActorId,
        /// Past whom.
        target: ActorId,
    },
}

/// What must hold: a foe who can act, within reach.
pub fn legal(book: &Proficiency, table: &Table, who: ActorId, target: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    turn::may_spend(book, table, who)?;
    target_legal(table, who, target)?;
    let reach = table.weapon_in_hand(who).reach;
    let near = within(book, table, table.actor(who).place, table.actor(target).place, 0, reach);
    if near && table.hostile(who, target) && table.actor(target).life == Life::Able {
        return Ok(());
    }
    Err(Refusal::by(rule!("PR-R78"), "no-foe", "one maneuvers against an able foe within reach"))
}

/// PR-R78: an opposed check, the better of STR and DEX each; the winner puts the foe off balance, pushes it one square,
/// or slips past.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    target: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who, target)?;
    }
    turn::enter(table, who, oracle);
    oracle.tell(Audience::All, || Event::Maneuver(ManeuverEvent::Tried { who, target }));
    let ability = table.sheet(who).better(Ability::Str, Ability::Dex);
    let check = check::prepare(book, table, who, Named::Maneuver, Using::ability(ability), 0);
    let opponents = [target];
    let asked = Contest {
        check,
        opponents: &opponents,
        opposing: Opposing::StrOrDex,
        answer: Named::Maneuver,
        together: false,
    };
    let mut spent = turn::Spent::Nothing;
    let won = contest::contest(book, table, asked, |table| spent = turn::spend(book, table, who), oracle)?;
    if won.is_withdrawn() {
        return Ok(());
    }
    recovery::disturb(table, target, oracle);
    if !won.over.is_empty() {
        let asked = match book.house.maneuver_effect {
            ManeuverEffect::ThreeOptions => Who::Actor(who),
            ManeuverEffect::GmDecides => Who::Gm,
        };
        match oracle.ask(table, asked, &Question::Maneuver { who, target })? {
            0 => conditions::unbalance(table, target, who, oracle),
            1 => {
                shift(book, table, who, target, target);
                oracle.tell(Audience::All, || Event::Maneuver(ManeuverEvent::Pushed(target)));
            }
            _ => {
                shift(book, table, who, target, who);
                oracle.tell(Audience::All, || Event::Maneuver(ManeuverEvent::Slipped { who, target }));
            }
        }
    }
    let verdict = won.settled.map_or(Verdict::Failure, |settled| settled.verdict);
    turn::momentum(book, table, who, Upshot { spent, verdict, felled: false, joint: false }, oracle);
    Ok(())
}

/// On the map: the square behind the target, seen from whoever maneuvers. There the target is pushed, or there one
/// stands after slipping past; if it is not free nobody moves.
fn shift(book: &Proficiency, table: &mut Table, who: ActorId, target: ActorId, moves: ActorId) {
    if !book.house.map_use || !table.is_mapped() {
        return;
    }
    let (from, to) = (table.actor(who).place.cell, table.actor(target).place.cell);
    let behind = Cell::new(to.x + (to.x - from.x).signum(), to.y + (to.y - from.y).signum());
    let space = &table.setup.space;
    if space.contains(behind) && !table.square(behind).blocked && table.occupied(behind).is_none() {
        let place = space.on_ground(behind);
        table.actor_mut(moves).place = place;
    }
}
