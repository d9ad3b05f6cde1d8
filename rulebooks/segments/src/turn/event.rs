//! What happens in a round, and its words.

use super::{Intention, Why};
use crate::Segments;
use referee_engine::{ActorId, Fold, Line, Mark, RuleId, rule, told};
use serde::{Deserialize, Serialize};

told! {
    /// What happened in a round.
    pub enum RoundEvent for Segments, |table| {
        /// The clock is stopped, with whoever gave the reason.
        Stopped { why: Why, by: Option<ActorId> } heading [rule!("SE-034"), why.rule()] => {
            let by = by.map_or_else(String::new, |by| format!(" by {}", table.name(by)));
            format!("The clock is stopped: {}{by}", why.told())
        };
        Surprise { side: referee_engine::Side, surprised: bool } "SE-R20" => {
            let side = table.setup.sides.get(usize::from(side.0)).map_or("a side", String::as_str);
            format!("{side} {}", if surprised { "are surprised" } else { "are not surprised" })
        };
        Begins { round: u32 } heading "SE-041" => format!("Round {round}: declare");
        /// SE-R117: the GM lets the round begin, or restarts the clock.
        NobodyDeclares "SE-R117", "SE-R21"
            => "Nobody has to declare: the GM lets the round begin, or restarts the clock";
        /// Somebody declared; with Assist, whom it helps.
        Declared { who: ActorId, intention: Intention, ally: Option<ActorId> } "SE-041" by who => {
            let ally = ally.map_or_else(String::new, |ally| format!(" for {}", table.name(ally)));
            format!("{} declares {intention}{ally}", table.name(who))
        };
        /// Somebody declared, and nobody else hears what.
        Chose { who: ActorId } "SE-R26" by who => format!("{} has chosen", table.name(who));
        /// One place of the order.
        Placed { who: ActorId, value: i16, intention: Intention } under "SE-043" by who
            => format!("{value}: {} ({intention})", table.name(who));
        /// The next action must be Ready.
        Forced { who: ActorId } "SE-113" by who => format!("{} is Down and must Ready", table.name(who));
        /// SE-037: a segment begins. SE-108, SE-R94: or somebody steps in.
        Segment { who: ActorId, steps_in: bool }: {
            let name = table.name(who);
            match steps_in {
                false => Line::heading(format!("The segment of {name}"), [rule!("SE-037")]).by(who),
                true => Line::new(0, format!("{name} steps in"), [rule!("SE-108"), rule!("SE-R94")]).by(who),
            }
        };
        Waits { who: ActorId } "SE-107" by who => format!("{} waits", table.name(who));
        /// SE-105, SE-106: an action is owed now: this round's, or the next one's.
        Owes { who: ActorId, this_round: bool }
            under [rule!("SE-104"), if this_round { rule!("SE-105") } else { rule!("SE-106") }] by who => {
            let which = if this_round { "this round" } else { "the next round" };
            format!("{} forfeits the action of {which}", table.name(who))
        };
        /// An owed action is lost and so paid.
        Paid { who: ActorId } "SE-R113" by who
            => format!("{} has no segment: a free attack is paid for", table.name(who));
        Unused { who: ActorId } "SE-R95" by who => format!("{} has waited in vain", table.name(who));
        /// SE-R27: the kind of action was changed; SE-R28: by the GM's leave.
        Changed { who: ActorId, intention: Intention, gm: bool }
            [if gm { rule!("SE-R28") } else { rule!("SE-R27") }] by who
            => format!("{} changes to {intention}", table.name(who));
        /// SE-D12: the GM sees no way to help.
        NoHelp { who: ActorId, ally: ActorId } "SE-R33" by who
            => format!("{} has no way to help {}", table.name(who), table.name(ally));
        /// A helper is Down or out before the ally has acted.
        HelpLost { who: ActorId, ally: ActorId } under "SE-R34" by who
            => format!("{} helps {} no more", table.name(who), table.name(ally));
        Ends { round: u32 } "SE-038" => format!("Round {round} is over");
        MayRestart "SE-R21" => "No two opposed sides are able to act: the clock may go on";
        Restarted { turns: u16 } heading "SE-R21", "SE-R22" => format!("The clock goes on; turns to mark: {turns}");
        /// Something ends with the restart of the clock.
        IsOver { who: ActorId, what: Unfinished } under "SE-R22" by who
            => format!("{} {}", table.name(who), what.told());
        /// Somebody takes part from the next round on, or no more.
        Joins { who: ActorId, joins: bool } "SE-R19" by who => {
            let how = if joins { "takes part from the next round on" } else { "is left out" };
            format!("{} {how}", table.name(who))
        };
    }
    // Who has a segment.
    marks |self, to| if let RoundEvent::Segment { who, steps_in: false } = *self {
        to.push(Mark { measure: "segment", who: Some(who), value: 1, word: "", fold: Fold::Sum });
    };
}

impl Why {
    const fn told(self) -> &'static str {
        match self {
            Why::Trap => "a trap is unleashed",
            Why::Weapon => "a weapon is swung",
            Why::Accusation => "an accusation is made",
            Why::Event => "every moment counts now",
        }
    }

    const fn rule(self) -> RuleId {
        match self {
            Why::Trap => rule!("SE-030"),
            Why::Weapon => rule!("SE-031"),
            Why::Accusation => rule!("SE-032"),
            Why::Event => rule!("SE-033"),
        }
    }
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

impl Unfinished {
    const fn told(self) -> &'static str {
        match self {
            Unfinished::Down => "is Down no more",
            Unfinished::Ward => "has lost the ward",
            Unfinished::Forfeit => "owes no action any more",
            Unfinished::Wait => "waits no more",
            Unfinished::Assist => "helps no more",
        }
    }
}
