//! Recover: a try to end a negative status (SE-064, SE-R44, SE-R45).

use crate::{
    Segments,
    check::{self, Check, For},
    conditions,
    sheet::{Recovery, StatusId},
    table::Table,
    turn::{self, Needs},
};
use referee_engine::{ActorId, Flow, Oracle, Refusal, rule};
use serde::{Deserialize, Serialize};

/// A try to end a status.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Recover {
    /// Who tries.
    pub actor: ActorId,
    /// Whose status: the own, or that of an ally within 5 feet.
    pub of: ActorId,
    /// Which.
    pub status: StatusId,
}

/// SE-R45: what Recover works on: negative statuses with a check. Down, Weary and darkness are none of them.
pub fn way_out(table: &Table, status: StatusId) -> Option<Recovery> {
    table.setup.statuses.get(usize::from(status.0)).filter(|sheet| sheet.negative)?.recover
}

/// May it be tried now (SE-D19)?
pub fn legal(book: &Segments, table: &Table, recover: &Recover) -> Result<Recovery, Refusal> {
    let Recover { actor: who, of, status } = *recover;
    table.may_act(who)?;
    turn::may(book, table, who, Needs::Recover)?;
    let near = of == who || (of.index() < table.actors.len() && table.allied(who, of) && table.between(who, of) <= 5);
    if !near || !table.is_here(of) {
        let why = "one recovers oneself, or an ally within 5 feet";
        return Err(Refusal::by(rule!("SE-R44"), "too-far", why));
    }
    let Some(way_out) = way_out(table, status).filter(|_| table.actor(of).statuses.has(status)) else {
        let why = format!("{} has no such status to recover from", table.name(of));
        return Err(Refusal::by(rule!("SE-R45"), "no-status", why));
    };
    Ok(way_out)
}

/// SE-064, SE-R44: a check against what the status says, with the attribute of the one who rolls; success removes that one
/// status. Neither poison nor blindness hinders it; weariness does.
pub fn resolve<O: Oracle<Segments>>(book: &Segments, table: &mut Table, recover: &Recover, oracle: &mut O) -> Flow<()> {
    let way_out = legal(book, table, recover)?;
    let Recover { actor: who, of, status } = *recover;
    let causes = turn::causes(table, who);
    turn::spend(book, table, who, oracle);
    let check = Check {
        who,
        what: For::Recover(status),
        attribute: way_out.attribute,
        bonus: i16::from(way_out.modifier),
        against: None,
        causes,
        d6: None,
    };
    if check::make(book, table, check, oracle)?.is_success() {
        conditions::lose(table, of, status, rule!("SE-064"), oracle);
    }
    Ok(())
}
