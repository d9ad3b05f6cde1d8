//! Medicine: the roll, and ending Dying (CR-124 to CR-136).

use crate::{
    Crisis, Event,
    check::{self, Check, GmMod, Named, Sum, Why},
    harm::{self, HarmEvent},
    sheet::Skill,
    table::{Assets, Mode, Table},
    task,
};
use referee_engine::{ActorId, Audience, Flow, Oracle, rule};

/// CR-134: rounds after the current one in which the patient stays incapacitated.
pub const ROUNDS_OF_WEAKNESS: u64 = 10;

/// CR-128, CR-129, CR-130, CR-131, CR-R103, CR-R104, CR-R108, CR-D30: what is added to a Medicine roll, and the roll. All
/// Assets that fit help, unless the healer has named some.
pub fn medicine<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    healer: ActorId,
    patient: ActorId,
    assets: Option<&Assets>,
    oracle: &mut O,
) -> Flow<bool> {
    let mut check = Check::of_skill(table, healer, Named::Medicine, Skill::MEDICINE);
    if healer == patient {
        check.parts.add(-2, Why::Self_);
    }
    match task::assets(table, healer, Skill::MEDICINE, None, assets) {
        0 => check.parts.add(-2, Why::NoAids),
        aids => check.parts.add(aids - 1, Why::Aids),
    }
    let (amount, why) = check::drunk(table, healer, Some(Skill::MEDICINE), oracle)?;
    check.parts.add(amount, why);
    check.parts.add(check::gm_modifier(table, healer, GmMod::Roll, oracle)?, Why::Gm);
    check.roll(book, rule!("CR-124"), Audience::All, oracle)
}

/// CR-R105: is the patient within an arm's length?
pub fn is_near(book: &Crisis, table: &Table, who: ActorId, patient: ActorId) -> bool {
    table.distance(&book.house, table.actor(who).place.cell, table.actor(patient).place.cell) <= 1
}

/// CR-133, CR-134, CR-R106, CR-R107: the roll; with a success Dying ends, and ten rounds of weakness begin.
pub fn try_to_stabilise<O: Oracle<Crisis>>(
    book: &Crisis,
    table: &mut Table,
    who: ActorId,
    patient: ActorId,
    oracle: &mut O,
) -> Flow<()> {
    if !medicine(book, table, who, patient, None, oracle)? || !table.actor(patient).dying {
        return Ok(());
    }
    // In a crisis the clock stands at the beginning of the round, and that round does not count.
    let rounds = ROUNDS_OF_WEAKNESS + u64::from(table.clock.mode == Mode::Crisis);
    let until = table.clock.elapsed + rounds * u64::from(book.house.seconds_per_round);
    let actor = table.actor_mut(patient);
    (actor.dying, actor.bleeds, actor.stabilised_until) = (false, None, Some(until));
    oracle.tell(Audience::All, || Event::Harm(HarmEvent::Stabilised { who: patient }));
    if book.house.stabilise_heals_wound && table.actor_mut(patient).lethal.remove_oldest() {
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who: patient, wounds: 1, lethal: true }));
    }
    harm::settle(book, table, patient, oracle);
    Ok(())
}
