//! Recovery in a Period (PR-012, PR-R74, PR-R97).

use crate::{
    Event, Proficiency, harm,
    house::RecoveryHp,
    resource::Left,
    sheet::Ability,
    table::{Life, Mode, Table},
    turn,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};

/// What happened while somebody rested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecoveryEvent {
    /// It rests until the Period is over.
    Rests(ActorId),
    /// It has rested.
    Rested(ActorId),
}

/// PR-012: recovery takes a Period.
pub fn legal(book: &Proficiency, table: &Table, who: ActorId) -> Result<(), Refusal> {
    table.may_act(who)?;
    if table.clock.mode != Mode::Period {
        let why = "one recovers in Periods; the GM sets the clock";
        return Err(Refusal::by(rule!("PR-R74"), "not-a-period", why).allowing(["clock mode=period"]));
    }
    if table.actor(who).resting {
        return Err(Refusal::by(rule!("PR-R74"), "resting", format!("{} rests already", table.name(who))));
    }
    turn::may_spend(book, table, who)
}

/// PR-R10, PR-R74: resting is what the character does in this unit; it counts when the unit is over.
pub fn resolve<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    if O::CHECKS {
        legal(book, table, who)?;
    }
    turn::enter(table, who, oracle);
    turn::spend(book, table, who);
    table.actor_mut(who).resting = true;
    oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Rests(who)));
    Ok(())
}

/// PR-R74, PR-R97: one Period of rest restores level + CON modifier hit points, at least 1, ends exhausted, and brings
/// effort and fatigue back.
pub fn rested<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, who: ActorId, oracle: &mut O) {
    table.actor_mut(who).resting = false;
    oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Rested(who)));
    let sheet = table.sheet(who);
    let amount = match book.house.recovery_hp {
        RecoveryHp::LevelPlusCon => (i16::from(sheet.level) + i16::from(sheet.modifier(Ability::Con))).max(1),
        RecoveryHp::Full => sheet.hp_max,
        RecoveryHp::Nothing => 0,
    };
    if amount > 0 && table.actor(who).life <= Life::Down {
        harm::heal(table, who, amount, oracle);
    }
    table.actor_mut(who).exhausted = false;
    for at in 0..table.actor(who).stocks.len() {
        let kind = table.actor(who).stocks[at].kind;
        if table.resource(kind).recovers {
            let fresh = table.resource(kind).stock(&book.house, kind, None);
            let stock = &mut table.actor_mut(who).stocks[at];
            (stock.left, stock.spent) = (fresh.left, matches!(fresh.left, Left::Count(0)));
        }
    }
}
