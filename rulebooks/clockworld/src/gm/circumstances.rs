//! Circumstances: what the GM sets for Checks to come (CW-043, CW-049, CW-051, CW-D09, CW-D10).

use crate::table::{Circumstance, Gives, Table};
use referee_engine::{ActorId, Refusal, rule};

/// The most circumstances on the table at once.
const MOST: usize = 64;
/// CW-R12: the largest modifier, either way.
pub const MOST_MODIFIER: i8 = 10;

/// CW-043, CW-R12, CW-R16: from now on, or for the next Check.
pub(super) fn set(table: &mut Table, circumstance: &Circumstance) -> Result<(), Refusal> {
    if matches!(circumstance.gives, Gives::Modifier(modifier) if !(-MOST_MODIFIER..=MOST_MODIFIER).contains(&modifier))
    {
        let allowed = [format!("-{MOST_MODIFIER} to {MOST_MODIFIER}")];
        return Err(Refusal::by(rule!("CW-R12"), "bad-modifier", "that modifier does not fit").allowing(allowed));
    }
    if table.circumstances.len() >= MOST {
        return Err(Refusal::plain("too-many", format!("there are {MOST} circumstances already; clear some")));
    }
    table.circumstances.push(circumstance.clone());
    Ok(())
}

/// Takes away one of a Character's circumstances, or all.
pub(super) fn clear(table: &mut Table, who: ActorId, which: Option<u8>) -> Result<(), Refusal> {
    let own: Vec<usize> =
        table.circumstances.iter().enumerate().filter(|(_, set)| set.who == who).map(|(at, _)| at).collect();
    let refuse = || Refusal::plain("no-circumstance", format!("{} has no such circumstance", table.name(who)));
    match which {
        _ if own.is_empty() => Err(refuse()),
        None => {
            table.circumstances.retain(|set| set.who != who);
            Ok(())
        }
        Some(which) => {
            let at = *own.get(usize::from(which)).ok_or_else(refuse)?;
            table.circumstances.remove(at);
            Ok(())
        }
    }
}
