//! Defend on offer.

use crate::{Clockworld, Intent, actions::defend::legal, table::Table};
use referee_engine::{ActorId, Filled, Offer, Refusal, Slot, rule};

pub fn offers(book: &Clockworld, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    all.push(Offer {
        verb: "defend".into(),
        actor: Some(who),
        label: "Defend".into(),
        group: "Actions".into(),
        cost: "1 Action".into(),
        rule: rule!("CW-035"),
        refused: legal(book, table, who, false).err(),
        warning: None,
    });
}

pub fn slots(book: &Clockworld, table: &Table, who: ActorId) -> Result<Vec<Slot>, Refusal> {
    legal(book, table, who, false)?;
    Ok(match legal(book, table, who, true) {
        Ok(()) => vec![Slot::flag("focus", "Focus (your Reactions High Roll)")],
        Err(_) => Vec::new(),
    })
}

pub fn intent(who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    Ok(Intent::Defend { actor: who, focus: filled.is_yes("focus") })
}
