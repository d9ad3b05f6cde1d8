//! Declaring, waiting, stepping in and ending a segment, on offer.

use super::{
    offer,
    slots::{get, need, of_actor, one, one_or, only, word_of},
};
use crate::{
    Intent, Segments,
    table::{FreeAnswer, Table},
    turn::{
        Intention, Phase,
        declare::{self, Declaration},
        segment, wait,
    },
};
use referee_engine::{ActorId, Choice, Filled, Offer, Refusal, Slot, rule};

pub const VERBS: [&str; 7] = ["declare", "change", "wait", "step-in", "keep-waiting", "done", "free-attacks"];

const ANSWERS: [FreeAnswer; 3] = [FreeAnswer::Ask, FreeAnswer::Always, FreeAnswer::Never];

fn answer_key(answer: FreeAnswer) -> &'static str {
    ["ask", "always", "never"][answer as usize]
}

pub fn offers(book: &Segments, table: &Table, who: ActorId, all: &mut Vec<Offer>) {
    if declare::is_due(book, table, who).is_ok() {
        all.push(offer("declare", Some(who), "Declare an intention", "Round", rule!("SE-041")));
    }
    if table.round.phase == Phase::Declaring {
        return;
    }
    if !changes(book, table, who).is_empty() {
        all.push(offer("change", Some(who), "Change the kind of action", "Round", rule!("SE-R27")));
    }
    if wait::may_wait(table, who).is_ok() {
        all.push(offer("wait", Some(who), "Wait", "Round", rule!("SE-107")));
    }
    if wait::is_asked(book, table, who).is_ok() {
        all.push(offer("step-in", Some(who), "Act now", "Round", rule!("SE-108")));
        all.push(offer("keep-waiting", Some(who), "Go on waiting", "Round", rule!("SE-R97")));
    }
    if segment::may_end(table, who).is_ok() {
        all.push(offer("done", Some(who), "End the segment", "Round", rule!("SE-037")));
    }
}

fn changes(book: &Segments, table: &Table, who: ActorId) -> Vec<Choice> {
    let fits = |to: &Intention| declare::may_change(book, table, who, *to, false).is_ok();
    Intention::ALL.into_iter().filter(fits).map(intention).collect()
}

/// A choice for an intention, with its Mod.
pub fn intention(intention: Intention) -> Choice {
    let note = intention.modifier().map_or("no place in the order".into(), |modifier| format!("{modifier:+}"));
    Choice::new(intention.key(), intention.word()).noting(note)
}

fn declaration(who: ActorId, intention: Intention, ally: Option<ActorId>, slow_ready: bool) -> Declaration {
    Declaration { who, intention, ally, slow_ready }
}

pub fn slots(book: &Segments, table: &Table, who: ActorId, filled: &Filled) -> Result<Vec<Slot>, Refusal> {
    let mut slots = Vec::new();
    match filled.verb.as_str() {
        "declare" => {
            declare::is_due(book, table, who)?;
            let allies = || table.ids().filter(|&ally| declare::may_help(table, who, ally));
            let fits = |to: &Intention| {
                let ally = if *to == Intention::Assist { allies().next() } else { None };
                declare::legal(book, table, &declaration(who, *to, ally, false)).is_ok()
            };
            slots.push(one(
                "intention",
                "What you intend",
                Intention::ALL.into_iter().filter(fits).map(intention).collect(),
            ));
            match filled.get("intention") {
                Some("assist") => {
                    slots.push(one("ally", "Whom you help", allies().map(|ally| of_actor(table, ally)).collect()))
                }
                Some("ready") if book.house.slow_ready => {
                    slots.push(one_or(
                        "object",
                        "What you handle",
                        vec![Choice::plain("plain"), Choice::plain("slow")],
                        "plain",
                    ));
                }
                _ => {}
            }
        }
        "change" => slots.push(one("intention", "To what", changes(book, table, who))),
        "free-attacks" => {
            slots.push(one("answer", "From now on", ANSWERS.map(|answer| Choice::plain(answer_key(answer))).into()));
        }
        _ => {}
    }
    Ok(slots)
}

/// SE-049: exactly one of the eight.
fn read_intention(word: &str) -> Result<Intention, Refusal> {
    Intention::ALL.into_iter().find(|intention| intention.key() == word).ok_or_else(|| {
        let why = format!("{word:?} is none of the eight intentions");
        Refusal::by(rule!("SE-049"), "no-intention", why).allowing(Intention::ALL.map(Intention::key))
    })
}

pub fn intent(table: &Table, who: ActorId, filled: &Filled) -> Result<Intent, Refusal> {
    let known: &[&str] = match filled.verb.as_str() {
        "declare" => &["intention", "ally", "object"],
        "change" => &["intention"],
        "free-attacks" => &["answer"],
        _ => &[],
    };
    only(filled, known)?;
    Ok(match filled.verb.as_str() {
        "declare" => {
            let intention = read_intention(need(filled, "intention")?)?;
            let ally = get(filled, "ally").map(|key| table.find(key)).transpose()?;
            let slow_ready = match get(filled, "object") {
                None | Some("plain") => false,
                Some("slow") => true,
                Some(_) => return Err(Refusal::plain("bad-value", "the object is plain or slow")),
            };
            Intent::Declare(declaration(who, intention, ally, slow_ready))
        }
        "change" => Intent::Change { who, to: read_intention(need(filled, "intention")?)? },
        "wait" => Intent::Wait(who),
        "step-in" => Intent::StepIn(who),
        "keep-waiting" => Intent::KeepWaiting(who),
        "free-attacks" => Intent::Standing { who, answer: word_of(&ANSWERS, answer_key, need(filled, "answer")?)? },
        _ => Intent::Done(who),
    })
}
