//! The ends of the scale: DC 0 and DC 25 (PR-113 to PR-127), where dice may not decide.

use super::{Check, How, Terms};
use crate::{
    Proficiency,
    dc::{HIGHEST, LOWEST, ODDS},
    house::ImprobableMortal,
    table::Table,
};
use referee_engine::{ActorId, Flow, Oracle, Who, act::Asks as _, ask};

/// What happens at the ends of the scale, before any dice.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Gate {
    /// The dice decide, against this DC.
    Roll { dc: i16, odds: bool, twenty_only: bool },
    /// There are no dice.
    Settled(How),
}

/// Do the dice decide? Not always at DC 0 (PR-113) and at DC 25 (PR-123). In both the GM has the last word (PR-114, PR-124).
///
/// At 0 the check is normally dropped (PR-115); then one takes PER 1 or plays the odds (PR-118, PR-122). At 25 a mortal
/// normally cannot do it (PR-125, PR-R63); an immortal may roll an ordinary check (PR-126, PR-127). In a Group the leader
/// counts (PR-R65).
pub(crate) fn gate<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    check: &Check,
    terms: Terms,
    oracle: &mut O,
) -> Flow<Gate> {
    let (who, dc) = (check.who, check.dc.number(&book.house, check.is_attack()));
    let me = Who::Actor(who);
    let roll = |dc: i16| Gate::Roll { dc, odds: false, twenty_only: false };
    if dc > LOWEST && dc < HIGHEST {
        return Ok(roll(dc));
    }
    if dc == LOWEST {
        return Ok(match (CallAtZero { who }).ask(Who::Gm, table, oracle)? {
            AtZero::Call => roll(i16::from(book.house.odds_called_dc)), // PR-R61
            AtZero::Drop => match (Odds { who }).ask(me, table, oracle)? {
                Mundane::TakeIt => Gate::Settled(How::Mundane), // PR-122: nothing is risked
                Mundane::PlayTheOdds => Gate::Roll { dc: ODDS, odds: true, twenty_only: false },
            },
        });
    }
    if table.sheet(who).immortal {
        let rolls = !terms.own || (Improbable { who }).ask(me, table, oracle)? == Immortal::Roll;
        return Ok(if rolls { roll(dc) } else { Gate::Settled(How::Withdrawn) });
    }
    let allowed = match book.house.improbable_mortal {
        ImprobableMortal::Never => false,
        ImprobableMortal::Ask => (AllowRoll { who }).ask(Who::Gm, table, oracle)? == Mortal::Allowed,
        ImprobableMortal::NaturalTwenty => return Ok(Gate::Roll { dc, odds: false, twenty_only: true }),
    };
    if allowed {
        return Ok(roll(dc));
    }
    let keeps = !terms.own || (KeepIt { who }).ask(me, table, oracle)? == Hopeless::Keep;
    Ok(Gate::Settled(if keeps { How::Impossible } else { How::Withdrawn }))
}

ask! {
    /// PR-D17, to the GM: drop the check, or call for it.
    pub struct CallAtZero for Proficiency: "call-at-zero", "PR-114" {
        who: ActorId,
    }
    |self, table| format!("DC 0 for {}. Is a check made?", table.name(self.who));
    /// PR-115, PR-R61.
    pub enum AtZero {
        Drop = "drop", "No check is needed";
        Call = "call", "A check all the same";
    }
}

ask! {
    /// PR-D18, to the controller: take PER 1, or Play the Odds.
    pub struct Odds for Proficiency: "odds", "PR-118" {
        who: ActorId,
    }
    |self, table| format!("{} can do this without a check. What now?", table.name(self.who));
    /// PR-118, PR-122.
    pub enum Mundane {
        TakeIt = "per-1", "Take PER 1";
        PlayTheOdds = "play-the-odds", "Play the Odds against DC 2";
    }
}

ask! {
    /// PR-D21, to the controller of an immortal: roll, or give it up.
    pub struct Improbable for Proficiency: "improbable", "PR-126" {
        who: ActorId,
    }
    |self, table| format!("This is improbable, but {} may roll. What now?", table.name(self.who));
    /// PR-126, PR-R63.
    pub enum Immortal {
        Roll = "roll", "Roll against DC 25";
        GiveUp = "give-up", "Do something else";
    }
}

ask! {
    /// PR-D19, to the GM: not possible, or a roll all the same.
    pub struct AllowRoll for Proficiency: "allow-roll", "PR-124" {
        who: ActorId,
    }
    |self, table| format!("DC 25 for {}, who is mortal. A roll?", table.name(self.who));
    /// PR-124, PR-125.
    pub enum Mortal {
        NotPossible = "not-possible", "Not possible for a mortal";
        Allowed = "allow", "Allow a roll";
    }
}

ask! {
    /// PR-D20, to the controller: keep it and fail, or something else.
    pub struct KeepIt for Proficiency: "keep-it", "PR-R63" {
        who: ActorId,
    }
    |self, table| format!("This is not possible for {}. What now?", table.name(self.who));
    /// PR-R63.
    pub enum Hopeless {
        Keep = "keep", "Try it all the same, and fail";
        Other = "other", "Do something else";
    }
}
