//! Hit points that are rolled at the table (PR-R71, switch `hp_model`).

use super::{GmEvent, known};
use crate::{
    Event, Proficiency,
    house::HpModel,
    sheet::Ability,
    table::{Life, Table},
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Flow, Oracle, Refusal, Throw, Who, rule};

/// What must hold: the table rolls hit points, and those of this character stand nowhere yet.
pub fn legal(book: &Proficiency, table: &Table, who: ActorId) -> Result<(), Refusal> {
    known(table, who)?;
    if book.house.hp_model != HpModel::Rolled {
        return Err(Refusal::by(rule!("PR-R71"), "not-rolled", "this table does not roll hit points"));
    }
    if table.sheet(who).own_hp.is_some() {
        let why = format!("the hit points of {} are settled", table.name(who));
        return Err(Refusal::by(rule!("PR-R71"), "settled", why));
    }
    Ok(())
}

/// PR-R71, `rolled`: every level rolls the hit die and adds the CON modifier, at least 1; level 0 rolls one die of half the
/// size. What was lost before stays lost, but nobody goes down by it.
pub fn roll<O: Oracle<Proficiency>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let sheet = table.sheet(who);
    let (level, con, before) = (sheet.level, i16::from(sheet.modifier(Ability::Con)), sheet.hp_max);
    let die = if level == 0 { sheet.hit_die / 2 } else { sheet.hit_die };
    let mut most = 0;
    for _ in 0..level.max(1) {
        let throw = Throw::open(Who::Actor(who), "hit points");
        most += oracle.roll(throw, Roll::die(u16::from(die)), |face| (face as i16 + con).max(1))?.value;
    }
    let sheet = table.sheet_mut(who);
    (sheet.own_hp, sheet.hp_max) = (Some(most as u16), most);
    let actor = table.actor_mut(who);
    let least = i16::from(actor.life == Life::Able);
    actor.hp = if actor.hp == 0 { 0 } else { (actor.hp + most - before).clamp(least, most) };
    oracle.tell(Audience::All, || Event::Gm(GmEvent::HpRolled { who, most }));
    Ok(())
}
