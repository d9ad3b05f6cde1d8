//! What happens in a round, and its words.

use super::{Intention, Why};
use crate::{Segments, table::Table};
use referee_engine::{ActorId, Fold, Line, Mark, act::Tells, rule};
use serde::{Deserialize, Serialize};

/// What happened in a round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundEvent {
    /// SE-034: the clock is stopped.
    Stopped {
        why: Why,
        /// Who gave the reason.
        by: Option<ActorId>,
    },
    /// SE-R20: a side is surprised, or not.
    Surprise { side: referee_engine::Side, surprised: bool },
    /// SE-041: a round begins.
    Begins { round: u32 },
    /// SE-R117: nobody has to declare; the GM lets the round begin, or restarts the clock.
    NobodyDeclares,
    /// SE-041: somebody declared.
    Declared {
        who: ActorId,
        intention: Intention,
        /// Whom it helps.
        ally: Option<ActorId>,
    },
    /// SE-R26: somebody declared, and nobody else hears what.
    Chose { who: ActorId },
    /// SE-043: one place of the order.
    Placed {
        who: ActorId,
        /// Its order value.
        value: i16,
        intention: Intention,
    },
    /// SE-113: the next action must be Ready.
    Forced { who: ActorId },
    /// SE-037: a segment begins.
    Segment {
        who: ActorId,
        /// SE-R94: it steps in.
        steps_in: bool,
    },
    /// SE-107.
    Waits { who: ActorId },
    /// SE-104: an action is owed now.
    Owes {
        who: ActorId,
        /// SE-105, SE-106: this round's, or the next one's.
        this_round: bool,
    },
    /// SE-R113: an owed action is lost and so paid.
    Paid { who: ActorId },
    /// SE-R95: a wait was not used.
    Unused { who: ActorId },
    /// SE-R27: the kind of action was changed.
    Changed {
        who: ActorId,
        intention: Intention,
        /// By the GM's leave (SE-R28)?
        gm: bool,
    },
    /// SE-D12: the GM sees no way to help.
    NoHelp {
        /// Who wanted to.
        who: ActorId,
        ally: ActorId,
    },
    /// SE-R34: a helper is Down or out before the ally has acted.
    HelpLost {
        /// Who helped.
        who: ActorId,
        ally: ActorId,
    },
    /// SE-038: the round is over.
    Ends { round: u32 },
    /// SE-R21: no two opposed sides are able to act.
    MayRestart,
    /// SE-R21: the clock goes on.
    Restarted {
        /// Turns that are marked.
        turns: u16,
    },
    /// SE-R22: something ends with the restart of the clock.
    IsOver { who: ActorId, what: Unfinished },
    /// SE-R19: somebody takes part from the next round on, or no more.
    Joins {
        who: ActorId,
        /// Or leaves.
        joins: bool,
    },
}

/// SE-R22: what is about segments, and ends when the clock restarts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Unfinished {
    Down,
    /// The Ward of Ash lasts until the clock restarts.
    Ward,
    Forfeit,
    Wait,
    Assist,
}

impl Tells<Segments> for RoundEvent {
    fn line(&self, _: &Segments, table: &Table) -> Line {
        let name = |who| table.name(who);
        match self {
            RoundEvent::Stopped { why, by } => {
                let (what, rule) = match why {
                    Why::Trap => ("a trap is unleashed", rule!("SE-030")),
                    Why::Weapon => ("a weapon is swung", rule!("SE-031")),
                    Why::Accusation => ("an accusation is made", rule!("SE-032")),
                    Why::Event => ("every moment counts now", rule!("SE-033")),
                };
                let by = by.map_or_else(String::new, |by| format!(" by {}", name(by)));
                Line::heading(format!("The clock is stopped: {what}{by}"), [rule!("SE-034"), rule])
            }
            RoundEvent::Surprise { side, surprised } => {
                let side = table.setup.sides.get(usize::from(side.0)).map_or("a side", String::as_str);
                let how = if *surprised { "are surprised" } else { "are not surprised" };
                Line::new(0, format!("{side} {how}"), [rule!("SE-R20")])
            }
            RoundEvent::Begins { round } => Line::heading(format!("Round {round}: declare"), [rule!("SE-041")]),
            RoundEvent::NobodyDeclares => Line::new(
                0,
                "Nobody has to declare: the GM lets the round begin, or restarts the clock",
                [rule!("SE-R117"), rule!("SE-R21")],
            ),
            RoundEvent::Declared { who, intention, ally } => {
                let ally = ally.map_or_else(String::new, |ally| format!(" for {}", name(ally)));
                Line::new(0, format!("{} declares {}{ally}", name(*who), intention.word()), [rule!("SE-041")]).by(*who)
            }
            RoundEvent::Chose { who } => Line::new(0, format!("{} has chosen", name(*who)), [rule!("SE-R26")]).by(*who),
            RoundEvent::NoHelp { who, ally } => {
                Line::new(0, format!("{} has no way to help {}", name(*who), name(*ally)), [rule!("SE-R33")]).by(*who)
            }
            RoundEvent::HelpLost { who, ally } => {
                Line::new(1, format!("{} helps {} no more", name(*who), name(*ally)), [rule!("SE-R34")]).by(*who)
            }
            RoundEvent::Placed { who, value, intention } => {
                Line::new(1, format!("{value}: {} ({})", name(*who), intention.word()), [rule!("SE-043")]).by(*who)
            }
            RoundEvent::Forced { who } => {
                Line::new(0, format!("{} is Down and must Ready", name(*who)), [rule!("SE-113")]).by(*who)
            }
            RoundEvent::Segment { who, steps_in: false } => {
                Line::heading(format!("The segment of {}", name(*who)), [rule!("SE-037")]).by(*who)
            }
            RoundEvent::Segment { who, steps_in: true } => {
                Line::new(0, format!("{} steps in", name(*who)), [rule!("SE-108"), rule!("SE-R94")]).by(*who)
            }
            RoundEvent::Waits { who } => Line::new(0, format!("{} waits", name(*who)), [rule!("SE-107")]).by(*who),
            RoundEvent::Owes { who, this_round } => {
                let (which, rule) =
                    if *this_round { ("this round", rule!("SE-105")) } else { ("the next round", rule!("SE-106")) };
                Line::new(1, format!("{} forfeits the action of {which}", name(*who)), [rule!("SE-104"), rule]).by(*who)
            }
            RoundEvent::Paid { who } => {
                Line::new(0, format!("{} has no segment: a free attack is paid for", name(*who)), [rule!("SE-R113")])
                    .by(*who)
            }
            RoundEvent::Unused { who } => {
                Line::new(0, format!("{} has waited in vain", name(*who)), [rule!("SE-R95")]).by(*who)
            }
            RoundEvent::Changed { who, intention, gm } => {
                let rule = if *gm { rule!("SE-R28") } else { rule!("SE-R27") };
                Line::new(0, format!("{} changes to {}", name(*who), intention.word()), [rule]).by(*who)
            }
            RoundEvent::Ends { round } => Line::new(0, format!("Round {round} is over"), [rule!("SE-038")]),
            RoundEvent::MayRestart => {
                Line::new(0, "No two opposed sides are able to act: the clock may go on", [rule!("SE-R21")])
            }
            RoundEvent::Restarted { turns } => {
                let text = format!("The clock goes on; turns to mark: {turns}");
                Line::heading(text, [rule!("SE-R21"), rule!("SE-R22")])
            }
            RoundEvent::IsOver { who, what } => {
                let text = match what {
                    Unfinished::Down => "is Down no more",
                    Unfinished::Ward => "has lost the ward",
                    Unfinished::Forfeit => "owes no action any more",
                    Unfinished::Wait => "waits no more",
                    Unfinished::Assist => "helps no more",
                };
                Line::new(1, format!("{} {text}", name(*who)), [rule!("SE-R22")]).by(*who)
            }
            RoundEvent::Joins { who, joins } => {
                let how = if *joins { "takes part from the next round on" } else { "is left out" };
                Line::new(0, format!("{} {how}", name(*who)), [rule!("SE-R19")]).by(*who)
            }
        }
    }

    /// Who has a segment.
    fn marks(&self, to: &mut Vec<Mark>) {
        if let RoundEvent::Segment { who, steps_in: false } = *self {
            to.push(Mark { measure: "segment", who: Some(who), value: 1, word: "", fold: Fold::Sum });
        }
    }
}
