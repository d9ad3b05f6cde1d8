//! Recover: a try to end a negative status (SE-064, SE-R44, SE-R45).

use super::prelude::*;
use crate::{
    check::{self, Check, For},
    conditions,
    sheet::Recovery,
};

act! {
    /// SE-064: a try to end a status, the own one or that of an ally within 5 feet.
    pub struct Recover for Segments, by ActorId {
        of among oneself_first: ActorId = "Whose status", usual;
        status: StatusId = "Which";
    }
}

/// Oneself, then the others.
fn oneself_first(_: &Recover, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    let mut all = ActorId::all(see, whose);
    all.sort_by_key(|who| Some(*who) != whose);
    all
}

/// A try that may be made.
#[derive(Clone, Copy, Debug)]
pub struct Try {
    who: ActorId,
    of: ActorId,
    status: StatusId,
    way_out: Recovery,
}

/// SE-R45: what Recover works on: negative statuses with a check. Down, Weary and darkness are none of them.
pub fn way_out(table: &Table, status: StatusId) -> Option<Recovery> {
    table.setup.statuses.get(usize::from(status.0)).filter(|sheet| sheet.negative)?.recover
}

/// Has somebody a status to recover from?
fn has_a_way_out(table: &Table, of: ActorId) -> bool {
    table.actor(of).statuses.iter().any(|status| way_out(table, status).is_some())
}

impl Act<Segments> for Recover {
    type By = ActorId;
    type Ready = Try;
    const CARD: Card = card!("recover", "Recover", "Actions", "", "SE-064");
    const NOTHING: Why<'static> = bar!("SE-R45", "no-status", "nobody near has a status to recover from");

    /// SE-D19.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Try, Bar<'t>> {
        let table = see.table;
        table.may_act(who)?;
        turn::may(see.book, table, who, Needs::Recover)?;
        let of = self.of()?;
        let is_known = of.index() < table.actors.len();
        let near = of == who || (is_known && table.allied(who, of) && table.between(who, of) <= 5);
        if !near || !table.is_here(of) {
            let far = bar!("SE-R44", "too-far", "one recovers oneself, or an ally within 5 feet");
            let is_ill = is_known && table.is_here(of) && table.allied(who, of) && has_a_way_out(table, of);
            return Err(if is_ill { far } else { far.moot() }.into());
        }
        if !has_a_way_out(table, of) {
            let none = bar!("SE-R45", "no-status", "{} has no status to recover from", table.name(of));
            return Err(none.moot().into());
        }
        let status = self.status()?;
        let Some(way_out) = way_out(table, status).filter(|_| table.actor(of).statuses.has(status)) else {
            let none = bar!("SE-R45", "no-status", "{} has no such status to recover from", table.name(of));
            return Err(none.moot().into());
        };
        Ok(Try { who, of, status, way_out })
    }

    /// SE-064, SE-R44: a check against what the status says, with the attribute of the one who rolls; success removes that
    /// one status. Neither poison nor blindness hinders it; weariness does.
    fn resolve<O: Oracle<Segments>>(ready: Try, book: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Try { who, of, status, way_out } = ready;
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
}
