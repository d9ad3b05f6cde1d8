//! What a turn has seen so far.

use super::WeaponRef;
use crate::action::ActionSet;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a turn has seen so far. It begins anew with each own turn.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TurnState {
    /// ST-047: the one action of requirement one or more.
    pub slot_used: bool,
    /// ST-049: actions of requirement zero.
    pub zero: ActionSet,
    /// ST-R28: actions in lowered form.
    pub lowered: ActionSet,
    /// Metres moved by move actions.
    pub metres: u16,
    /// ST-120: has a Dash been taken?
    pub dashed: bool,
    /// ST-071: or a Sprint?
    pub sprinted: bool,
    /// ST-R60: has there been an attack since the Dash?
    pub attacked: bool,
    /// ST-R86: stamina spent, dues included.
    pub spent: u8,
    /// ST-193: has a check been made that is no movement?
    pub checked: bool,
    /// ST-R29: penalty dice of lowered actions.
    pub penalty: u8,
    /// ST-112, ST-118: weapons whose parry bonus is lost.
    pub parry_lost: SmallVec<[WeaponRef; 2]>,
    /// ST-196.
    pub dodging: bool,
    /// ST-194.
    pub disengaged: bool,
    /// ST-200.
    pub no_attack: bool,
    /// ST-169.
    pub no_magic: bool,
    /// ST-228.
    pub reacted: bool,
    /// ST-203: Restoration was taken; what was spent stays below the rank.
    pub restored: bool,
    /// ST-R37: has the character gone down already?
    pub went_down: bool,
}
