//! Recovery in Periods and longer units (PR-012, PR-R74, PR-R97, PR-R111, PR-R112).

use crate::{
    Event, Proficiency, harm,
    house::RecoveryHp,
    resource::Left,
    sheet::Ability,
    table::{Life, Mode, Table},
};
use referee_engine::{ActorId, Audience, Oracle, told};

told! {
    /// What happened while somebody rested.
    pub enum RecoveryEvent for Proficiency, |table| {
        /// It rests until the unit of time is over.
        Rests(who: ActorId) "PR-R74" by who => format!("{} rests", table.name(who));
        /// PR-R112: nothing comes of its rest.
        Broken(who: ActorId) "PR-R112" by who => format!("{} does not rest any more", table.name(who));
        /// It has rested for so many Periods.
        Rested { who: ActorId, periods: u32 } "PR-R74", "PR-R97" by who => {
            let long = if periods == 1 { "a Period".to_owned() } else { format!("{periods} Periods") };
            format!("{} has rested for {long}", table.name(who))
        };
    }
}

/// PR-012, PR-R112: how many Periods of rest one unit of so many seconds is: a Period is one, a Downtime as many as fit into
/// it. In shorter units nobody recovers.
pub fn periods(table: &Table, mode: Mode, seconds: u32) -> u32 {
    match mode {
        Mode::Moment | Mode::Interval => 0,
        Mode::Period => 1,
        Mode::Downtime => seconds / table.unit_seconds(Mode::Period),
    }
}

/// PR-R111: whoever is down rests from the beginning of a unit on.
pub fn unit_begins(table: &mut Table) {
    for actor in table.actors.iter_mut().filter(|actor| actor.life == Life::Down) {
        actor.resting = true;
    }
}

/// Rest is over with the unit, or with the last of several.
pub fn unit_ends(table: &mut Table) {
    for actor in table.actors.iter_mut() {
        actor.resting = actor.life == Life::Down; // PR-R111: the next unit begins
    }
}

/// PR-R112: a fight breaks the rest of whoever is drawn into it.
pub fn disturb<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if table.actor(who).resting {
        table.actor_mut(who).resting = false;
        oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Broken(who)));
    }
}

/// PR-R74, PR-R97: each Period of rest restores level + CON modifier hit points, at least 1. Rest ends exhausted, and brings
/// effort and fatigue back.
pub fn rested<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    periods: u32,
    oracle: &mut O,
) {
    oracle.tell(Audience::All, || Event::Recovery(RecoveryEvent::Rested { who, periods }));
    let sheet = table.sheet(who);
    let each = match book.house.recovery_hp {
        RecoveryHp::LevelPlusCon => (i16::from(sheet.level) + i16::from(sheet.modifier(Ability::Con))).max(1),
        RecoveryHp::Full => sheet.hp_max,
        RecoveryHp::Nothing => 0,
    };
    let amount = i16::try_from(periods).map_or(i16::MAX, |periods| each.saturating_mul(periods));
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
