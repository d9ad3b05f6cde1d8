//! What a turn has seen so far: one word for most of it, as it is read before every act.

use super::{ItemId, WeaponRef};
use crate::actions::{Action, ActionSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// What a turn has seen so far. It begins anew with each own turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct TurnState {
    /// ST-049: actions of requirement zero, the marks above them, and above those the actions in lowered form (ST-R28).
    seen: u64,
    /// Metres moved by move actions.
    pub metres: u16,
    /// ST-R86: stamina spent, dues included.
    pub spent: u8,
    /// ST-R29: penalty dice of lowered actions.
    pub penalty: u8,
    /// ST-112, ST-118: weapons whose parry bonus is lost.
    pub parry_lost: Lost,
}

/// Weapons in hand whose parry bonus is lost: that of a Lunge and that of an Off-hand attack. A turn has one of each at most, as
/// the one takes the slot (ST-047) and the other needs none (ST-049). Nothing is 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lost([u16; 2]);

impl Lost {
    /// One more. What is no item has no bonus to lose.
    pub fn push(&mut self, weapon: WeaponRef) {
        if let WeaponRef::Item(item) = weapon
            && !self.contains(item)
        {
            debug_assert_eq!(self.0[1], 0, "a turn has one Lunge and one Off-hand attack at most");
            self.0 = [item.0.saturating_add(1), self.0[0]];
        }
    }

    /// Has this one lost it?
    #[inline]
    pub fn contains(self, item: ItemId) -> bool {
        self.0.contains(&item.0.saturating_add(1))
    }

    /// None?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] == 0
    }

    fn iter(self) -> impl Iterator<Item = WeaponRef> {
        let items = self.0.into_iter().rev().filter_map(|number| number.checked_sub(1));
        items.map(|item| WeaponRef::Item(ItemId(item)))
    }
}

/// Something that a turn has seen, or not. There are fewer than 44 actions, so the marks come after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// ST-047: the one action of requirement one or more.
    SlotUsed = 44,
    /// ST-120: has a Dash been taken?
    Dashed,
    /// ST-071: or a Sprint?
    Sprinted,
    /// ST-R60: has there been an attack since the Dash?
    Attacked,
    /// ST-193: has a check been made that is no movement?
    Checked,
    /// ST-196.
    Dodging,
    /// ST-194.
    Disengaged,
    /// ST-200.
    NoAttack,
    /// ST-169.
    NoMagic,
    /// ST-228.
    Reacted,
    /// ST-203: Restoration was taken; what was spent stays below the rank.
    Restored,
    /// ST-R37: has the character gone down already?
    WentDown,
}

impl Mark {
    /// Its bit in [`TurnState::seen`].
    pub const fn bit(self) -> u64 {
        1 << self as u64
    }
}

/// Actions of requirement zero.
const ZERO: u64 = Mark::SlotUsed.bit() - 1;
/// The actions that can be lowered ([`Action::lowering`]), in the order of their bits after the marks.
const LOWERED: [Action; 8] = [
    Action::ReadyStow,
    Action::Load,
    Action::Loose,
    Action::ReadyAmmo,
    Action::Throw,
    Action::Cantrip,
    Action::Disengage,
    Action::Dodge,
];

/// The bit of a lowered action; none for one that cannot be lowered.
fn lowered_bit(action: Action) -> u64 {
    let at = LOWERED.iter().position(|&known| known == action);
    at.map_or(0, |at| Mark::WentDown.bit() << (at + 1))
}

impl TurnState {
    /// Everything in one word: the actions of requirement zero by their bits, and the marks by theirs.
    #[inline]
    pub const fn seen(&self) -> u64 {
        self.seen
    }

    /// Has the turn seen that?
    #[inline]
    pub const fn has(&self, mark: Mark) -> bool {
        self.seen & mark.bit() != 0
    }

    /// Has it seen any of these?
    #[inline]
    pub const fn has_any(&self, bits: u64) -> bool {
        self.seen & bits != 0
    }

    /// It has, or has not.
    #[inline]
    pub const fn set(&mut self, mark: Mark, is: bool) {
        self.seen = self.seen & !mark.bit() | (is as u64) << mark as u64;
    }

    /// It has if it had, or if that is so.
    #[inline]
    pub const fn note(&mut self, mark: Mark, is: bool) {
        self.seen |= (is as u64) << mark as u64;
    }

    /// It has all that it had, and these bits of [`seen`](TurnState::seen).
    #[inline]
    pub const fn note_all(&mut self, bits: u64) {
        self.seen |= bits;
    }

    /// ST-049: actions of requirement zero.
    #[inline]
    pub const fn zero(&self) -> ActionSet {
        ActionSet::of_bits(self.seen & ZERO)
    }

    /// One of them more, if that is so.
    #[inline]
    pub const fn note_zero(&mut self, action: Action, is: bool) {
        self.seen |= (is as u64) << action as u64;
    }

    /// ST-R28: has this one been taken in lowered form?
    pub fn has_lowered(&self, action: Action) -> bool {
        self.seen & lowered_bit(action) != 0
    }

    /// ST-R28: this one has.
    pub fn note_lowered(&mut self, action: Action) {
        self.seen |= lowered_bit(action);
    }
}

/// As it is written: each mark by its name.
#[derive(Serialize, Deserialize)]
#[serde(rename = "TurnState")]
struct Written {
    slot_used: bool,
    zero: ActionSet,
    lowered: ActionSet,
    metres: u16,
    dashed: bool,
    sprinted: bool,
    attacked: bool,
    spent: u8,
    checked: bool,
    penalty: u8,
    parry_lost: SmallVec<[WeaponRef; 2]>,
    dodging: bool,
    disengaged: bool,
    no_attack: bool,
    no_magic: bool,
    reacted: bool,
    restored: bool,
    went_down: bool,
}

impl From<Written> for TurnState {
    fn from(written: Written) -> TurnState {
        let marks = [
            (Mark::SlotUsed, written.slot_used),
            (Mark::Dashed, written.dashed),
            (Mark::Sprinted, written.sprinted),
            (Mark::Attacked, written.attacked),
            (Mark::Checked, written.checked),
            (Mark::Dodging, written.dodging),
            (Mark::Disengaged, written.disengaged),
            (Mark::NoAttack, written.no_attack),
            (Mark::NoMagic, written.no_magic),
            (Mark::Reacted, written.reacted),
            (Mark::Restored, written.restored),
            (Mark::WentDown, written.went_down),
        ];
        let Written { zero, lowered, metres, spent, penalty, parry_lost, .. } = written;
        let mut turn = TurnState { seen: zero.bits() & ZERO, metres, spent, penalty, parry_lost: Lost::default() };
        LOWERED.into_iter().filter(|&action| lowered.contains(action)).for_each(|action| turn.note_lowered(action));
        parry_lost.into_iter().take(2).for_each(|weapon| turn.parry_lost.push(weapon));
        marks.into_iter().for_each(|(mark, is)| turn.set(mark, is));
        turn
    }
}

impl From<TurnState> for Written {
    fn from(turn: TurnState) -> Written {
        Written {
            slot_used: turn.has(Mark::SlotUsed),
            dashed: turn.has(Mark::Dashed),
            sprinted: turn.has(Mark::Sprinted),
            attacked: turn.has(Mark::Attacked),
            checked: turn.has(Mark::Checked),
            dodging: turn.has(Mark::Dodging),
            disengaged: turn.has(Mark::Disengaged),
            no_attack: turn.has(Mark::NoAttack),
            no_magic: turn.has(Mark::NoMagic),
            reacted: turn.has(Mark::Reacted),
            restored: turn.has(Mark::Restored),
            went_down: turn.has(Mark::WentDown),
            zero: turn.zero(),
            lowered: LOWERED
                .into_iter()
                .filter(|&action| turn.has_lowered(action))
                .fold(ActionSet::default(), ActionSet::with),
            metres: turn.metres,
            spent: turn.spent,
            penalty: turn.penalty,
            parry_lost: turn.parry_lost.iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [(&str, Mark); 12] = [
        ("slot_used", Mark::SlotUsed),
        ("dashed", Mark::Dashed),
        ("sprinted", Mark::Sprinted),
        ("attacked", Mark::Attacked),
        ("checked", Mark::Checked),
        ("dodging", Mark::Dodging),
        ("disengaged", Mark::Disengaged),
        ("no_attack", Mark::NoAttack),
        ("no_magic", Mark::NoMagic),
        ("reacted", Mark::Reacted),
        ("restored", Mark::Restored),
        ("went_down", Mark::WentDown),
    ];

    /// Each mark is written by its name and as nothing else, and read again.
    #[test]
    fn a_turn_is_written_mark_by_mark() {
        for (name, mark) in ALL {
            let mut turn = TurnState { metres: 7, ..TurnState::default() };
            turn.note_zero(Action::Quick, true);
            turn.note_zero(Action::Custom, true); // the last of all actions
            turn.set(mark, true);
            let written = serde_json::to_value(turn).unwrap();
            for (other, _) in ALL {
                assert_eq!(written[other], other == name, "{other} of {name}");
            }
            let zero = ActionSet::default().with(Action::Quick).with(Action::Custom);
            assert_eq!((turn.zero(), &written["metres"]), (zero, &7.into()), "{name}");
            assert_eq!(serde_json::from_value::<TurnState>(written).unwrap(), turn, "{name}");
            turn.note(mark, false);
            assert!(turn.has(mark), "what was noted stays");
            turn.set(mark, false);
            assert!(!turn.has(mark) && turn.zero() == zero, "{name}");
        }
    }

    /// ST-R28: each action that can be lowered has a bit of its own, and no other has one.
    #[test]
    fn lowered_actions_are_known_and_written() {
        assert!(Action::ALL.len() < Mark::SlotUsed as usize, "the marks come after all actions");
        for &action in Action::ALL {
            let mut turn = TurnState::default();
            turn.note_lowered(action);
            let can_be = action.lowering().is_some();
            for &other in Action::ALL {
                assert_eq!(turn.has_lowered(other), can_be && other == action, "{other:?} after {action:?}");
            }
            assert!(turn.zero() == ActionSet::default() && ALL.iter().all(|(_, mark)| !turn.has(*mark)), "{action:?}");
            let written = serde_json::to_value(turn).unwrap();
            let bits = if can_be { 1_u64 << action as u64 } else { 0 };
            assert_eq!(written["lowered"], bits, "{action:?}");
            assert_eq!(serde_json::from_value::<TurnState>(written).unwrap(), turn);
        }
    }

    /// ST-112, ST-118: two weapons in a turn lose their bonus, each once; a fist has none.
    #[test]
    fn lost_parry_bonuses_are_known_and_written() {
        let mut turn = TurnState::default();
        assert!(turn.parry_lost.is_empty() && !turn.parry_lost.contains(ItemId(0)));
        for weapon in [WeaponRef::Natural(1), WeaponRef::Item(ItemId(0)), WeaponRef::Item(ItemId(0))] {
            turn.parry_lost.push(weapon);
        }
        turn.parry_lost.push(WeaponRef::Item(ItemId(9)));
        assert_eq!([0, 1, 9].map(|item| turn.parry_lost.contains(ItemId(item))), [true, false, true]);
        let written = serde_json::to_value(turn).unwrap();
        assert_eq!(written["parry_lost"], serde_json::json!([{ "item": 0 }, { "item": 9 }]));
        assert_eq!(serde_json::from_value::<TurnState>(written).unwrap(), turn);
    }

    /// What was written when each mark was a field of its own.
    #[test]
    fn a_turn_is_written_in_the_order_of_its_fields() {
        let written = serde_json::to_string(&TurnState::default()).unwrap();
        let fields = "slot_used zero lowered metres dashed sprinted attacked spent checked penalty parry_lost dodging \
                      disengaged no_attack no_magic reacted restored went_down";
        let mut from = 0;
        for field in fields.split_whitespace() {
            let at = written.find(&format!("\"{field}\":")).unwrap_or_else(|| panic!("{field} is written"));
            assert!(at > from || from == 0, "{field} comes in its place");
            from = at + 1;
        }
    }
}
