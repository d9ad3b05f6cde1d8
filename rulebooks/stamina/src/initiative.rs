//! Who acts first (ST-R25).

use crate::{
    Stamina,
    acts::value::of_actor,
    check::Pool,
    house::Initiative,
    sheet::{Attribute, Primary},
    table::Table,
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, ActorSet, Choice, Flow, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks},
    rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::cmp::Reverse;

/// ST-R25: finds the order of a round: rolled and the highest first, by reflexes, or as the GM says.
pub(crate) fn find_order<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &mut Table,
    all: ActorSet,
    oracle: &mut O,
) -> Flow<()> {
    if book.house.initiative == Initiative::Gm {
        table.order = as_said(table, all.iter().collect(), oracle)?;
        return Ok(());
    }
    let rolls = book.house.initiative == Initiative::ReflexesAwareness;
    for who in all.iter() {
        table.actor_mut(who).initiative = if rolls { roll_initiative(book, table, who, oracle)? } else { 0 };
    }
    let rank = |table: &Table, who: ActorId| {
        let sheet = table.sheet(who);
        (table.actor(who).initiative, sheet.attribute(Attribute::Reflexes), sheet.skill(Primary::Awareness))
    };
    let mut order: SmallVec<[ActorId; 8]> = all.iter().collect();
    order.sort_by_key(|&who| Reverse(rank(table, who)));
    // Those who are tied in everything roll again, among themselves.
    let mut from = 0;
    while rolls && from < order.len() {
        let tied = order[from..].iter().take_while(|&&who| rank(table, who) == rank(table, order[from])).count();
        if tied > 1 {
            let again = break_tie(book, table, &order[from..from + tied], oracle)?;
            order[from..from + tied].copy_from_slice(&again);
        }
        from += tied;
    }
    table.order = order;
    Ok(())
}

/// ST-R25: as the GM says, one after the other.
fn as_said<O: Oracle<Stamina>>(
    table: &Table,
    mut all: SmallVec<[ActorId; 8]>,
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 8]>> {
    let mut order = SmallVec::new();
    while all.len() > 1 {
        let next = Next { of: all.clone() }.ask(Who::Gm, table, oracle)?;
        all.retain(|who| *who != next);
        order.push(next);
    }
    order.extend(all);
    Ok(order)
}

/// ST-R25, to the GM: who is next.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Next {
    /// Among these.
    pub of: SmallVec<[ActorId; 8]>,
}

impl Asks<Stamina> for Next {
    type Answer = ActorId;
    const KIND: &'static str = "next";
    const RULE: RuleId = rule!("ST-R25");

    fn answers(&self) -> Answers<ActorId> {
        self.of.clone()
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        "Who is next?".into()
    }

    fn choice(&self, _: &Stamina, table: &Table, _: Who, next: &ActorId) -> Choice {
        of_actor(table, *next)
    }
}

/// ST-R25: a check of reflexes and awareness, to whose dice nothing adds.
fn roll_initiative<O: Oracle<Stamina>>(book: &Stamina, table: &Table, who: ActorId, oracle: &mut O) -> Flow<u8> {
    let sheet = table.sheet(who);
    let pool = Pool::new(sheet.attribute(Attribute::Reflexes), sheet.skill(Primary::Awareness));
    let throw = Throw::open(Who::Actor(who), "initiative");
    Ok(oracle.roll(throw, pool.roll(&book.house), |total| total as u8)?.value)
}

/// ST-R25: the tied roll again. Whoever is still tied draws lots.
///
/// They are tied in reflexes and awareness too, so they roll the same dice, and rolling on until it is clear would bring
/// every order with the same chance. One draw is the same, and it has an end.
fn break_tie<O: Oracle<Stamina>>(
    book: &Stamina,
    table: &Table,
    tied: &[ActorId],
    oracle: &mut O,
) -> Flow<SmallVec<[ActorId; 8]>> {
    let mut results: SmallVec<[(u8, ActorId); 8]> = SmallVec::new();
    for &who in tied {
        results.push((roll_initiative(book, table, who, oracle)?, who));
    }
    results.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut order: SmallVec<[ActorId; 8]> = SmallVec::new();
    while order.len() < results.len() {
        let first = results[order.len()].0;
        let same = results[order.len()..].iter().take_while(|(result, _)| *result == first);
        let same = same.map(|&(_, who)| who).collect();
        draw_lots(same, &mut order, oracle)?;
    }
    Ok(order)
}

/// One after the other is drawn, each of those who are left with the same chance.
fn draw_lots<O: Oracle<Stamina>>(
    mut left: SmallVec<[ActorId; 8]>,
    order: &mut SmallVec<[ActorId; 8]>,
    oracle: &mut O,
) -> Flow<()> {
    while left.len() > 1 {
        let die = Roll::die(left.len() as u16);
        let lot = oracle.roll(Throw::open(Who::Gm, "lots"), die, |face| face as usize)?.value;
        order.push(left.remove(lot - 1));
    }
    order.extend(left);
    Ok(())
}
