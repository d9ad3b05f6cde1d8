//! What Contests ask.

use super::{
    ContestName, Demanded, Ploy, Suspicion, Taunt,
    bout::{Guard, Guards},
    shove::Distances,
};
use crate::{
    acts::value::cell_key,
    sheet::ThingId,
    table::Table,
    words::{Asked, known_name},
};
use referee_engine::{ActorId, Choice, Who, rule, space::Cell};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

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

/// A question in words.
pub fn asked(table: &Table, who: Who, question: &ContestQuestion) -> Asked {
    let me = match who {
        Who::Actor(actor) => actor,
        Who::Gm | Who::Side(_) => ActorId(0),
    };
    let (kind, rule, text, options) = match question {
        ContestQuestion::Defend { by, name, options } => {
            let bonus = |guard: Guard| match guard.rolls() {
                true => format!("{:+}", table.skill(me, guard.skill(table)).bonus),
                false => String::new(),
            };
            let options = options.iter().map(|&guard| {
                let (key, label) = guard.option(table, me);
                Choice::new(key, label).noting(bonus(guard))
            });
            let text =
                format!("{} against {}: how does {} defend?", name.named().word(), table.name(me), table.name(me));
            ("contest-defence", rule!("CW-118"), format!("{}: {text}", known_name(table, who, *by)), options.collect())
        }
        ContestQuestion::Demand { by, way, demand, .. } => {
            let mut options = vec![
                Choice::new("accept", "Within reason, a straight roll"),
                Choice::new("high-roll", "Within reason, High Roll"),
                Choice::new("low-roll", "Within reason, Low Roll").noting("smooth talk to a foe"),
            ];
            if !demand.is_always_within_reason() {
                options.push(Choice::new("refuse", "Out of reason; state another demand"));
            }
            let way = match way {
                Ploy::Trickery => "trickery",
                Ploy::Charm => "charm",
                Ploy::Coercion => "coercion",
            };
            let text = format!("{} demands, by {way}: {}. Within reason?", table.name(*by), demand.words(table));
            ("demand", rule!("CW-132"), text, options)
        }
        ContestQuestion::Scope { by, way } => {
            let (against, not) = (
                Choice::new("against", format!("On Checks against {}", table.name(*by))),
                Choice::new("not-against", format!("On Checks not against {}", table.name(*by))),
            );
            let options = if *way == Taunt::Threat { vec![against, not] } else { vec![not, against] };
            ("distract-scope", rule!("CW-R80"), format!("How does {} distract?", table.name(*by)), options)
        }
        ContestQuestion::Suspicion { who, of } => {
            let options = Suspicion::ALL.map(|what| {
                let (label, key) = what.words();
                Choice::new(key, label)
            });
            let text = format!("What does {} suspect of {}?", table.name(*who), table.name(*of));
            ("suspicion", rule!("CW-137"), text, options.into())
        }
        ContestQuestion::Distance { target, feet } => {
            let options = feet.iter().map(|feet| Choice::new(feet.to_string(), format!("{feet} feet"))).collect();
            ("shove-distance", rule!("CW-142"), format!("How far is {} moved?", table.name(*target)), options)
        }
        ContestQuestion::Knock { thing, wield, cells, .. } => {
            let wield = wield.then(|| Choice::new("wield", "Wield it"));
            let cells = cells.iter().map(|&cell| {
                let key = cell_key(table, cell);
                Choice::new(key.clone(), format!("It flies to {key}"))
            });
            let text = format!("What becomes of {}?", table.thing_sheet(*thing).name);
            ("disarmed", rule!("CW-150"), text, wield.into_iter().chain(cells).collect())
        }
        ContestQuestion::MuchLarger { by, target, .. } => {
            let options = vec![Choice::new("high-roll", "It High Rolls"), Choice::new("immune", "It is immune")];
            let text = format!("{} is much larger than {}", table.name(*target), table.name(*by));
            ("much-larger", rule!("CW-156"), text, options)
        }
    };
    Asked { kind, rule, text, options }
}
