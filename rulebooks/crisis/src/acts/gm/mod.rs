//! What only the GM may do: begin and end a crisis, let time pass, say how things are (CR-D01 to CR-D37).

pub mod allow;
pub mod arrive;
pub mod call;
pub mod care;
pub mod circumstance;
pub mod condition;
pub mod cover;
pub mod crisis;
pub mod group;
pub mod modifier;
pub mod notice;
pub mod pass;
pub mod scenery;

use super::prelude::*;

/// CR-R21: it has to be in the scene.
pub fn present(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    table.known(who)?;
    if table.actor(who).absent {
        return Err(bar!(_, "absent", "{} is not here yet", table.name(who)).moot());
    }
    Ok(())
}

/// It has to be on the map and alive.
pub fn alive(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    present(table, who)?;
    if table.actor(who).dead {
        return Err(bar!(_, "dead", "{} is dead", table.name(who)).moot());
    }
    Ok(())
}
