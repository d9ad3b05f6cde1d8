//! Magic actions (ST-164 to ST-190): cantrips, spells, and effects made by hand.

pub mod cantrip;
pub mod cast;
pub mod gather;
pub mod release;
pub mod shape;

use super::prelude::*;
use crate::{
    harm, recovery,
    sheet::{Effect, Power},
    words::count,
};
use referee_engine::{
    RuleId,
    clock::{Edge, Ends, Turn},
};

/// ST-164: the slot.
const fn cost(action: Action) -> Cost {
    Cost::of(action, Need::One)
}

/// ST-165: bars those who have no magic; nobody expects it of them.
fn may_work(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    table.someone(who)?;
    if !table.sheet(who).arcane {
        return Err(bar!("ST-165", "no-arcane-trait", "{} has no arcane trait", table.name(who)).moot());
    }
    table.may_act(who)
}

/// Those on whom magic can work at once, the caster first.
fn near<A>(_: &A, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    of(see, whose, |who| std::iter::once(who).chain(see.actors().without(who).iter()).collect())
}

/// Nobody but the caster goes without saying.
fn is_caster(target: Option<&ActorId>, caster: Option<ActorId>) -> bool {
    target.copied() == caster
}

/// The caster itself, or somebody beside it.
pub fn touchable(table: &Table, who: ActorId, target: ActorId) -> bool {
    target.index() < table.actors.len()
        && table.actor(target).out <= crate::table::Out::Dying
        && (target == who || (crate::reach::steps(table, who, target) <= 1 && table.is_aware(who, target)))
}

/// ST-R81, ST-187: an effect is kept, to be thrown until the end of the round so many after this one as the rank.
fn keep<O: Oracle>(table: &mut Table, who: ActorId, effect: Effect, oracle: &mut O) {
    let rank = u16::from(table.sheet(who).skill(Primary::ArcaneAptitude));
    let ends = match table.clock.mode {
        Mode::Rounds => Ends::At { turn: Turn::Round, edge: Edge::End, count: rank + 1 },
        Mode::Free => Ends::Never,
    };
    table.actor_mut(who).kept = Some((effect, ends));
    oracle.tell(Audience::All, || Event::Kept(Kept { who, effect, rounds: rank }));
}

/// ST-187: an effect works at once: a guard, stun taken away, stamina given, and its force.
///
/// What works at once is not thrown, so nothing has to be hit: the force strikes whom the caster touches, against the
/// armour and nothing else.
fn activate<O: Oracle>(
    book: &Stamina,
    table: &mut Table,
    who: ActorId,
    target: ActorId,
    effect: Effect,
    oracle: &mut O,
) -> Flow<()> {
    oracle.tell(Audience::All, || Event::Works(Works { who, target, effect }));
    if effect.guard > 0 && effect.rounds > 0 {
        // So many rounds: until the caster's turn has come round so often.
        let ends = match table.clock.mode {
            Mode::Rounds => Ends::At { turn: Turn::Of(who), edge: Edge::Start, count: u16::from(effect.rounds) },
            Mode::Free => Ends::Never,
        };
        table.actor_mut(target).guard = Some((effect.guard, ends));
    }
    recovery::give(table, target, effect.relief, effect.vigour, oracle);
    if effect.damage > 0 {
        turn::join(table, target, oracle);
        let av = table.sheet(target).av;
        harm::strike(book, table, target, effect.damage.into(), effect.apv.into(), av, oracle)?;
    }
    Ok(())
}

/// ST-D23, to a caster: which power gets this success.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WhichPower {
    /// `None` stops.
    pub options: SmallVec<[Option<Power>; 8]>,
}

impl Asks<Stamina> for WhichPower {
    type Answer = Option<Power>;
    const KIND: &'static str = "power";
    const RULE: RuleId = rule!("ST-D23");

    fn answers(&self) -> Answers<Option<Power>> {
        self.options.clone()
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        "Which power gets this success?".into()
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, power: &Option<Power>) -> Choice {
        Choice::plain(power.map_or("stop", Power::word))
    }
}

told! {
    /// ST-176, ST-185: a success goes into a power.
    pub struct Powered for Stamina { who: ActorId, power: Power, rule: RuleId }
    |table| deeper [rule] by who => format!("{} puts a success into {}", table.name(who), power.word());
}

told! {
    /// ST-R81: an effect is kept.
    pub struct Kept for Stamina { who: ActorId, effect: Effect, rounds: u16 }
    |table| under "ST-187" by who => {
        let (more, effect) = (count(rounds.into(), "more round"), in_words(&effect));
        format!("{} keeps an effect ready for {more}: {effect}", table.name(who))
    };
}

told! {
    /// ST-171: an effect works at once.
    pub struct Works for Stamina { who: ActorId, target: ActorId, effect: Effect }
    |table| under "ST-171" by who => {
        let (name, target) = (table.name(who), table.name(target));
        format!("{name}'s magic works on {target}: {}", in_words(&effect))
    };
}

fn in_words(effect: &Effect) -> String {
    let parts = [
        (u16::from(effect.damage), "damage"),
        (u16::from(effect.apv), "APV"),
        (if effect.damage > 0 { effect.range } else { 0 }, "m"),
        (u16::from(effect.guard), "guard"),
        (if effect.guard > 0 { u16::from(effect.rounds) } else { 0 }, "rounds"),
        (u16::from(effect.relief), "relief"),
        (u16::from(effect.vigour), "vigour"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, of)| format!("{count} {of}")).collect();
    if parts.is_empty() { "nothing".into() } else { parts.join(", ") }
}
