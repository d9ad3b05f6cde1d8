//! The actions of the book by name: what each costs, its heading, and whether it can be lowered.

use serde::{Deserialize, Serialize};

macro_rules! actions {
    ($($variant:ident = $word:literal, $stamina:literal;)+) => {
        /// An action by its name.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs, reason = "the names are those of the book")]
        pub enum Action { $($variant),+ }

        impl Action {
            pub const ALL: &'static [Action] = &[$(Action::$variant),+];

            /// As the book writes it.
            pub const fn word(self) -> &'static str {
                match self { $(Action::$variant => $word),+ }
            }

            /// ST-046: the number in parentheses after its name. What a weapon says of itself (Load) is not here.
            pub const fn stamina(self) -> u8 {
                match self { $(Action::$variant => $stamina),+ }
            }
        }
    };
}

actions! {
    Walk = "Walk", 0;
    Dash = "Dash", 2;
    Sprint = "Sprint", 3;
    Swim = "Swim", 2;
    Climb = "Climb", 2;
    Jump = "Jump", 2;
    StandUp = "Stand up", 0;
    Basic = "Basic attack", 1;
    Bash = "Bash", 2;
    Disarm = "Disarm", 2;
    Distracting = "Distracting attack", 2;
    Flurry = "Flurry of blows", 3;
    HalfSword = "Half-Sword", 2;
    Lunge = "Lunge", 2;
    OffHand = "Off-hand attack", 1;
    Power = "Power attack", 2;
    Quick = "Quick attack", 2;
    Reckless = "Reckless attack", 2;
    Trip = "Trip", 2;
    ReadyStow = "Ready/Stow Weapon", 0;
    Aim = "Aim", 0;
    Load = "Load weapon", 0;
    Loose = "Loose/shoot/fire", 0;
    ReadyAmmo = "Ready weapon/ammo", 0;
    Throw = "Throw", 1;
    Cantrip = "Cast Cantrip", 2;
    Gated = "Cast gated spell", 0;
    Ungated = "Cast ungated spell", 0;
    Gather = "Gather arcane energy", 0;
    Shape = "Shape arcane energy", 0;
    Release = "Release crafted effect", 0;
    Disengage = "Disengage", 2;
    Dodge = "Dodge", 2;
    RegainComposure = "Regain Composure", 1;
    Restoration = "Restoration action", 0;
    Investigate = "Investigate Area", 0;
    KeepWatch = "Keep Watch", 0;
    Search = "Search for Item(s)", 0;
    Sneak = "Sneak", 0;
    Custom = "Action or Skill Check", 0;
    Wake = "Wake somebody", 0;
}

/// The kinds of actions, which share a turn requirement and how it is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the headings of the book")]
pub enum Class {
    Move,
    Melee,
    Gear,
    Ranged,
    Magic,
    Defensive,
    Recovery,
    Other,
}

impl Action {
    /// The heading under which the book lists it.
    pub const fn class(self) -> Class {
        use Action::*;
        match self {
            Walk | Dash | Sprint | Swim | Climb | Jump | StandUp => Class::Move,
            Basic | Bash | Disarm | Distracting | Flurry | HalfSword | Lunge | OffHand | Power | Quick | Reckless
            | Trip => Class::Melee,
            ReadyStow => Class::Gear,
            Aim | Load | Loose | ReadyAmmo | Throw => Class::Ranged,
            Cantrip | Gated | Ungated | Gather | Shape | Release => Class::Magic,
            Disengage | Dodge => Class::Defensive,
            RegainComposure | Restoration => Class::Recovery,
            Investigate | KeepWatch | Search | Sneak | Custom | Wake => Class::Other,
        }
    }

    /// Is it an attack? (ST-R85)
    pub const fn is_attack(self) -> bool {
        matches!(self.class(), Class::Melee) || matches!(self, Action::Loose | Action::Throw)
    }

    /// Does it have a skill check that is no movement? (ST-193)
    pub const fn has_check(self) -> bool {
        use Action::*;
        self.is_attack()
            || matches!(
                self,
                Gated
                    | Ungated
                    | Gather
                    | Shape
                    | RegainComposure
                    | Restoration
                    | Investigate
                    | KeepWatch
                    | Search
                    | Sneak
                    | Custom
            )
    }

    /// Penalty dice if its requirement is lowered to zero; `None` if it cannot be lowered (ST-130, ST-146, ST-150,
    /// ST-168, ST-192, ST-197).
    pub const fn lowering(self) -> Option<u8> {
        match self.class() {
            Class::Gear => Some(1),
            Class::Ranged if !matches!(self, Action::Aim) => Some(1),
            Class::Magic if matches!(self, Action::Cantrip) => Some(1),
            Class::Defensive => Some(2),
            Class::Move | Class::Melee | Class::Ranged | Class::Magic | Class::Recovery | Class::Other => None,
        }
    }
}

/// A set of actions, as one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ActionSet(u64);

impl ActionSet {
    /// The set with this one in it.
    pub const fn with(self, action: Action) -> ActionSet {
        ActionSet(self.0 | 1 << action as u64)
    }

    /// Is it in the set?
    pub const fn contains(self, action: Action) -> bool {
        self.0 >> action as u64 & 1 == 1
    }
}
