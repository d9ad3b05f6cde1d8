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
fn near(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    std::iter::once(who).chain(see.actors().without(who).iter()).collect()
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
fn keep<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, effect: Effect, oracle: &mut O) {
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
fn activate<O: Oracle<Stamina>>(
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

/// ST-176, ST-185: a success goes into a power.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Powered {
    pub who: ActorId,
    pub power: Power,
    pub rule: RuleId,
}

impl Tells<Stamina> for Powered {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} puts a success into {}", table.name(self.who), self.power.word());
        Line::new(2, text, [self.rule]).by(self.who)
    }
}

/// ST-R81: an effect is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub who: ActorId,
    pub effect: Effect,
    pub rounds: u16,
}

impl Tells<Stamina> for Kept {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (more, effect) = (count(self.rounds.into(), "more round"), in_words(&self.effect));
        let text = format!("{} keeps an effect ready for {more}: {effect}", table.name(self.who));
        Line::new(1, text, [rule!("ST-187")]).by(self.who)
    }
}

/// ST-171: an effect works at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Works {
    pub who: ActorId,
    pub target: ActorId,
    pub effect: Effect,
}

impl Tells<Stamina> for Works {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let (name, target) = (table.name(self.who), table.name(self.target));
        let text = format!("{name}'s magic works on {target}: {}", in_words(&self.effect));
        Line::new(1, text, [rule!("ST-171")]).by(self.who)
    }
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
