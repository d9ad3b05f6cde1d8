//! What happens, as it is told.

use crate::{
    action::Action,
    acts::{attack::AttackEvent, gear::GearEvent, gm::GmEvent, travel::Pace},
    check::{Checked, Degree, Named, Pool},
    defense::CoverRef,
    reactions::Shelter,
    recovery::Recovered,
    sheet::{Effect, Power},
    table::{ClueState, ItemId, Out, Posture},
    turn::{Cost, RoundEvent},
};
use referee_engine::{ActorId, RuleId, fact::Corrected, space::Cell};
use serde::{Deserialize, Serialize};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each says what happened to whom; `words` has the sentences")]
pub enum Event {
    /// Rounds and turns.
    Round(RoundEvent),
    /// ST-045: an action is declared and paid.
    Declared {
        who: ActorId,
        cost: Cost,
    },
    /// A check that is no attack.
    Checked(Checked),
    Attack(AttackEvent),
    /// ST-R44: damage met a body.
    Struck {
        who: ActorId,
        damage: u16,
        apv: u16,
        av: u8,
        health: u8,
        stun: u8,
    },
    /// ST-R42 and whatever else costs defense.
    LostDefense {
        who: ActorId,
        amount: u8,
        left: u8,
        rule: RuleId,
    },
    /// ST-R23, ST-R24.
    Out {
        who: ActorId,
        how: Out,
        rule: RuleId,
    },
    /// A posture changes.
    Posture {
        who: ActorId,
        posture: Posture,
        rule: RuleId,
    },
    /// ST-R32.
    Faced {
        who: ActorId,
        side: u8,
    },
    /// ST-083.
    Pushed {
        who: ActorId,
        to: Cell,
    },
    /// A move action is over.
    Moved {
        who: ActorId,
        action: Action,
        from: Cell,
        to: Cell,
        metres: u16,
    },
    /// ST-D11.
    Stopped {
        who: ActorId,
    },
    /// ST-069, ST-070: quarters of a metre.
    Leapt {
        who: ActorId,
        across: u16,
        up: u16,
    },
    /// ST-R35.
    Fell {
        who: ActorId,
        metres: u16,
        health: u8,
    },
    /// An item changes hands.
    Gear {
        who: ActorId,
        item: ItemId,
        what: GearEvent,
        rule: RuleId,
    },
    /// ST-157.
    Ammo {
        who: ActorId,
        pieces: u8,
    },
    /// ST-147.
    Aimed {
        who: ActorId,
        target: ActorId,
    },
    /// ST-212.
    CoverStruck {
        cover: CoverRef,
        loss: u8,
        left: u8,
    },
    /// ST-R97.
    TookCover {
        who: ActorId,
        shelter: Shelter,
    },
    /// ST-194, ST-196.
    Defends {
        who: ActorId,
        action: Action,
        bonus: i16,
    },
    /// ST-201, ST-204, ST-205.
    Recovered {
        who: ActorId,
        what: Recovered,
        amount: u8,
        rule: RuleId,
    },
    /// ST-054, ST-055.
    Travelled {
        who: ActorId,
        pace: Pace,
        minutes: u16,
        metres: u32,
        stamina: u8,
    },
    /// ST-R76.
    Dues {
        who: ActorId,
        dues: u8,
        stun: u8,
        rule: RuleId,
    },
    /// ST-181.
    EnergyLost {
        who: ActorId,
        stored: u8,
    },
    /// ST-R27.
    WorkLost {
        who: ActorId,
    },
    /// ST-167.
    Cantrip {
        who: ActorId,
        cantrip: u8,
    },
    /// ST-176, ST-185.
    Powered {
        who: ActorId,
        power: Power,
        rule: RuleId,
    },
    /// ST-180.
    Gathered {
        who: ActorId,
        successes: u8,
        stored: u8,
    },
    /// ST-R81.
    Kept {
        who: ActorId,
        effect: Effect,
        rounds: u16,
    },
    /// An effect works at once.
    Works {
        who: ActorId,
        target: ActorId,
        effect: Effect,
    },
    /// ST-022.
    Progress {
        who: ActorId,
        die: bool,
    },
    /// ST-018.
    MaterialsLost {
        who: ActorId,
    },
    /// ST-248.
    Found {
        who: ActorId,
        clue: u8,
        questions: u8,
    },
    FoundNothing {
        who: ActorId,
    },
    /// ST-245.
    NeedsHelp {
        who: ActorId,
    },
    /// ST-247.
    TryLater {
        who: ActorId,
    },
    /// ST-244.
    Spoiled {
        who: ActorId,
        clue: u8,
        state: ClueState,
    },
    /// ST-R106.
    Searched {
        who: ActorId,
        halved: u8,
        nothing: bool,
    },
    /// ST-239.
    Asks {
        who: ActorId,
        text: String,
    },
    /// ST-R104.
    Sneaks {
        who: ActorId,
        pool: Pool,
        result: u8,
    },
    /// ST-254.
    Nods {
        who: ActorId,
        asleep: bool,
    },
    /// ST-R122.
    Woke {
        who: ActorId,
    },
    /// What a watcher or listener learns.
    Noticed {
        who: ActorId,
        check: Named,
        degree: Degree,
        danger: bool,
        rounds: u8,
    },
    /// ST-271.
    CustomCheck {
        who: ActorId,
        check: u8,
        degree: Degree,
    },
    /// The GM's doing.
    Gm(GmEvent),
    /// The GM has corrected a fact.
    Corrected(Corrected<ActorId>),
}
