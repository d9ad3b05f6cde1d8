//! What Contests tell and ask.

use super::{
    Contest, ContestName, Demanded, Ploy, Suspicion, Taunt,
    bout::{Guard, Guards},
    shove::Distances,
};
use crate::{
    actions::task::Object,
    check::{Check, Named},
    sheet::ThingId,
};
use referee_engine::{
    ActorId, Face,
    space::{Cell, Place},
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContestEvent {
    /// It was declared.
    Declared(Contest),
    /// CW-118: the initiator's Check.
    Rolled {
        /// For what.
        name: Named,
        /// The Check.
        check: Check,
        /// What the dice showed.
        face: Face,
    },
    /// CW-119: a defender's Check, and whether the initiator beats it.
    Opposed {
        /// Against whom.
        by: ActorId,
        /// How it defends.
        guard: Guard,
        /// The Check.
        check: Check,
        /// What the dice showed.
        face: Face,
        /// The initiator's total.
        need: i32,
        /// Is the defender beaten?
        won: bool,
    },
    /// CW-R77: no Check was needed.
    Yielded {
        /// Who.
        who: ActorId,
        /// It agrees, or it is helpless.
        guard: Guard,
    },
    /// CW-124.
    Distracted {
        /// Who.
        who: ActorId,
        /// By whom.
        by: ActorId,
        /// In which scope.
        scope: Taunt,
    },
    /// CW-R83: the GM refused a demand before the roll; no Action was taken.
    OutOfReason {
        /// Who demanded.
        by: ActorId,
        /// What.
        demand: Demanded,
    },
    /// CW-129: bound to do something.
    Persuaded {
        /// Who.
        who: ActorId,
        /// By whom.
        by: ActorId,
        /// To do what.
        demand: Demanded,
    },
    /// CW-129, CW-R82: does what was demanded.
    Obeyed {
        /// Who.
        who: ActorId,
        /// What.
        demand: Demanded,
    },
    /// CW-R83: a demand no longer binds.
    Excused {
        /// Who is free of it.
        who: ActorId,
    },
    /// CW-136.
    Believed {
        /// Who believes.
        who: ActorId,
        /// Whom.
        of: ActorId,
    },
    /// CW-137.
    Suspicious {
        /// Who knows that something is wrong.
        who: ActorId,
        /// With whom.
        of: ActorId,
    },
    /// CW-D25: what it suspects.
    Suspects {
        /// Who.
        who: ActorId,
        /// Whom.
        of: ActorId,
        /// How much it guesses.
        what: Suspicion,
    },
    /// CW-142: pushed away.
    Shoved {
        /// Who.
        who: ActorId,
        /// How far.
        feet: u16,
        /// Where it is now.
        place: Place,
    },
    /// CW-146: on the ground.
    Tripped {
        /// Who.
        who: ActorId,
    },
    /// CW-150: knocked away.
    Knocked {
        /// What.
        thing: ThingId,
        /// Whose it was.
        from: ActorId,
        /// Where it lies now.
        place: Place,
    },
    /// CW-151: taken.
    Wielded {
        /// What.
        thing: ThingId,
        /// Whose it was.
        from: ActorId,
        /// Who has it now.
        by: ActorId,
    },
    /// CW-156: too large to be Pinned.
    Immune {
        /// Who.
        who: ActorId,
        /// By whom.
        by: ActorId,
    },
    /// CW-155.
    Pinned {
        /// Who.
        who: ActorId,
        /// By whom.
        by: ActorId,
        /// With which bindings; by hand if none.
        with: Option<ThingId>,
    },
    /// CW-160.
    Strangled {
        /// Who.
        who: ActorId,
        /// By whom.
        by: ActorId,
    },
    /// A hold or bindings no longer hold.
    Freed {
        /// Who is free of it.
        who: ActorId,
        /// Whose hold, or which bindings.
        from: Object,
        /// How it ended.
        how: Ended,
    },
}

/// How a hold ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ended {
    /// CW-211, CW-270.
    Escaped,
    /// CW-155, CW-160.
    Released,
    /// CW-R87, CW-R92: no longer within Reach.
    Apart,
    /// CW-R49, CW-R98, CW-008: whoever held it can or will hold it no longer.
    Lost,
}

/// What may be asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContestQuestion {
    /// CW-D26, CW-D27, to the Target: which Check.
    Defend {
        /// Who started it.
        by: ActorId,
        /// What.
        name: ContestName,
        /// The Checks that fit.
        options: Guards,
    },
    /// CW-D24, to the GM: is the demand accepted, and does anything help or hinder?
    Demand {
        /// Who demands.
        by: ActorId,
        /// In which way.
        way: Ploy,
        /// What.
        demand: Demanded,
        /// CW-133: is it made to somebody whom the initiator fights?
        hostile: bool,
    },
    /// CW-R80, to the GM: does the act distract as such acts do, or the other way round?
    Scope {
        /// Who distracts.
        by: ActorId,
        /// How.
        way: Taunt,
    },
    /// CW-D25, to the GM: what does a listener suspect that was not taken in?
    Suspicion {
        /// Who.
        who: ActorId,
        /// Whom.
        of: ActorId,
    },
    /// CW-D28, to the initiator: how far?
    Distance {
        /// Whom.
        target: ActorId,
        /// Feet to choose from; as far as it goes comes first.
        feet: Distances,
    },
    /// CW-D30, to the initiator: wield it, or where does it fly?
    Knock {
        /// What.
        thing: ThingId,
        /// Whose it is.
        from: ActorId,
        /// CW-151: is there a free hand for it? Then wielding it is the first option.
        wield: bool,
        /// Where it may land.
        cells: SmallVec<[Cell; 8]>,
    },
    /// CW-D32, to the GM: does a much larger Target High Roll, or is it immune?
    MuchLarger {
        /// Who Pins.
        by: ActorId,
        /// Whom.
        target: ActorId,
        /// How many sizes larger.
        sizes: u8,
    },
}

impl ContestQuestion {
    /// How many options there are.
    pub fn options(&self) -> usize {
        match self {
            ContestQuestion::Defend { options, .. } => options.len(),
            ContestQuestion::Demand { demand, .. } => 3 + usize::from(!demand.is_always_within_reason()),
            ContestQuestion::Scope { .. } | ContestQuestion::MuchLarger { .. } => 2,
            ContestQuestion::Suspicion { .. } => Suspicion::ALL.len(),
            ContestQuestion::Distance { feet, .. } => feet.len(),
            ContestQuestion::Knock { wield, cells, .. } => cells.len() + usize::from(*wield),
        }
    }

    /// What people usually answer when nobody cares to decide.
    ///
    /// CW-133: smooth talk to somebody whom the initiator fights is Low Rolled. CW-R88: without a GM two sizes High
    /// Roll, three sizes are immune.
    pub fn usual(&self) -> usize {
        match self {
            ContestQuestion::Demand { way: Ploy::Charm, hostile: true, .. } => 2,
            ContestQuestion::MuchLarger { sizes, .. } => usize::from(*sizes >= 3),
            _ => 0,
        }
    }

    /// The option that declines, if there is one. A Contest offers no Reactions.
    pub fn decline(&self) -> Option<usize> {
        None
    }
}
