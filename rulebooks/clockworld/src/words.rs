//! What words have in common: who is asked, who is known to whom, what a Check is made of.

use crate::{Clockworld, check::Check, table::Table, view::knows};
use referee_engine::{ActorId, ActorSet, Face, Factor, Seat, Who, rule};

/// The Character who is asked; questions for Characters are put to nobody else.
pub(crate) fn asked_actor(who: Who) -> ActorId {
    match who {
        Who::Actor(actor) => actor,
        Who::Gm | Who::Side(_) => ActorId(0),
    }
}

/// CW-273: does whoever is asked know of this Character?
pub(crate) fn is_known(table: &Table, who: Who, of: ActorId) -> bool {
    match who {
        Who::Actor(me) => knows(table, Seat::Player(ActorSet::EMPTY.with(me)), of),
        Who::Gm | Who::Side(_) => true,
    }
}

/// A Character by name, for whoever is asked: it may not know of it.
pub(crate) fn known_name(table: &Table, who: Who, of: ActorId) -> String {
    if is_known(table, who, of) { table.name(of).to_owned() } else { "Somebody".to_owned() }
}

/// Who is asked, by name.
pub(crate) fn name_of(table: &Table, who: Who) -> String {
    match who {
        Who::Actor(actor) => table.name(actor).to_owned(),
        Who::Gm => "the GM".into(),
        Who::Side(side) => format!("the {} side", Clockworld::side_word(side)),
    }
}

/// What a Check is made of: Skill and Bonus, modifiers, and each reason for High Roll or Low Roll.
pub(crate) fn factors(check: &Check) -> Vec<Factor> {
    let skill = format!("{} {}", check.skill, check.trained.rank);
    let mut all = vec![Factor::new(format!("{:+}", check.trained.bonus), skill, rule!("CW-038"))];
    if check.modifier != 0 {
        all.push(Factor::new(format!("{:+}", check.modifier), "the GM's modifier", rule!("CW-R12")));
    }
    for cause in check.causes.iter() {
        all.push(Factor::new(if cause.is_high() { "High Roll" } else { "Low Roll" }, cause.word(), cause.rule()));
    }
    if check.causes.any_high() && check.causes.any_low() {
        all.push(Factor::new("one die", "High Roll and Low Roll cancel", rule!("CW-047")));
    }
    all
}

/// `7 + 2 = 9`.
pub(crate) fn sum(face: Face, check: &Check) -> String {
    let plus = check.plus();
    match plus {
        0 => face.to_string(),
        _ => format!("{face} {} {} = {}", if plus < 0 { '−' } else { '+' }, plus.abs(), face.shown() + plus),
    }
}

/// How something is done: `, focused and Sneakily`.
pub(crate) fn manner(focus: bool, sneakily: bool) -> &'static str {
    match (focus, sneakily) {
        (true, true) => ", focused and Sneakily",
        (true, false) => ", focused",
        (false, true) => ", Sneakily",
        (false, false) => "",
    }
}
