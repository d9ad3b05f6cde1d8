//! Passing, ending the Turn and giving up, on offer.

use crate::{
    Clockworld, Intent,
    actions::contest::persuade,
    sheet::{PLAYERS, THREATS},
    table::{Mode, Table},
    turn::{self, TurnIntent},
};
use referee_engine::{Filled, Offer, Refusal, RuleId, Seat, Side, Slot, rule};

pub fn offers(book: &Clockworld, table: &Table, seat: Seat, all: &mut Vec<Offer>) {
    if table.over.is_some() {
        return;
    }
    let offer = |verb: &str, actor, label: &str, rule: RuleId| Offer {
        verb: verb.into(),
        actor,
        label: label.into(),
        group: "Turn".into(),
        cost: String::new(),
        rule,
        refused: None,
        warning: None,
    };
    for who in table.ids().filter(|&who| seat.plays(who) && table.is_active(who)) {
        if table.has_turn(who) && !table.actor(who).turn.passed {
            let refused = persuade::must_comply(book, table, who).err();
            all.push(Offer { refused, ..offer("pass", Some(who), "Done for this Turn", rule!("CW-R24")) });
        }
        all.push(offer("surrender", Some(who), "Surrender", rule!("CW-008")));
    }
    let mine = |side: Side| table.ids().any(|who| table.side_of(who) == side && seat.plays(who));
    if table.clock.mode == Mode::Turns && mine(table.side) {
        let refused = turn::may_end(book, table, seat).err();
        // CW-R24: nobody ends the Turn of others who still have Actions.
        let (label, rule) = match turn::is_last(book, table, seat) {
            true => ("End the side's Turn", rule!("CW-004")),
            false => ("End your part of the Turn", rule!("CW-R24")),
        };
        all.push(Offer { refused, ..offer("end-turn", None, label, rule) });
    }
    for (side, all_of_it) in [(PLAYERS, "The Players surrender"), (THREATS, "The Threats surrender")] {
        if mine(side) {
            let plays_all = table.ids().all(|who| table.side_of(who) != side || seat.plays(who));
            let label = if plays_all { all_of_it } else { "Surrender with everybody you play" };
            all.push(Offer {
                verb: format!("surrender-{}", Clockworld::side_key(side)),
                ..offer("", None, label, rule!("CW-008"))
            });
        }
    }
}

pub fn slots(_table: &Table, _filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    Ok(Vec::new())
}

pub fn intent(table: &Table, seat: Seat, filled: &Filled) -> Result<Intent, Refusal> {
    let turn = match filled.verb.as_str() {
        "pass" => TurnIntent::Pass(super::actor(table, seat, filled)?),
        "surrender" => TurnIntent::Surrender(super::actor(table, seat, filled)?),
        "surrender-players" => TurnIntent::SurrenderSide(PLAYERS),
        "surrender-threats" => TurnIntent::SurrenderSide(THREATS),
        _ => TurnIntent::End(table.side),
    };
    Ok(Intent::Turn(turn))
}
