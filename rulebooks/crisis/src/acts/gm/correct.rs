//! The GM corrects a number, and the rules go on from it (CR-117, CR-R161).

use super::{present, said};
use crate::{acts::prelude::*, harm, recovery, turn::MOST_AP};
use referee_engine::act::Tells;

act! {
    /// CR-117: a number is corrected.
    pub struct Set for Crisis, by Gm {
        who: ActorId = "Who";
        what: Field = "What";
        value among ends: Number<0, 200> = "To";
    }
}

/// What can be corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// CR-045, CR-046.
    Ap,
    /// CR-117.
    Lethal,
    /// CR-117.
    Nonlethal,
    /// CR-111.
    Armour,
}

impl Field {
    const ALL: [Field; 4] = [Field::Ap, Field::Lethal, Field::Nonlethal, Field::Armour];

    const fn word(self) -> &'static str {
        ["ap", "lethal", "nonlethal", "armour"][self as usize]
    }

    /// The most that it can be.
    const fn most(self) -> u8 {
        [MOST_AP, 200, 200, 20][self as usize]
    }
}

impl Value<Crisis> for Field {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Field::ALL.to_vec()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::new(self.word(), self.word())
    }
}

fn ends(set: &Set, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Number<0, 200>> {
    let most = set.what.value().map_or(MOST_AP, |what| what.most());
    vec![Number(0), Number(most.into())]
}

/// A number that may be corrected, or is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Corrected {
    pub who: ActorId,
    pub field: Field,
    pub value: u8,
}

impl Act<Crisis> for Set {
    type By = Gm;
    type Ready = Corrected;
    const CARD: Card = card!("set", "Correct a number", "GM", "", "CR-117");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Corrected, Bar<'t>> {
        let who = self.who()?;
        present(see.table, who)?;
        let field = self.what()?;
        let value = self.value()?.number()?;
        if value > field.most().into() {
            return Err(bar!("CR-117", "out-of-bounds", "{} is at most {}", field.word(), field.most()).into());
        }
        Ok(Corrected { who, field, value: value as u8 })
    }

    fn resolve<O: Oracle<Crisis>>(corrected: Corrected, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Set(corrected));
        let Corrected { who, field, value } = corrected;
        set(book, table, who, field, value, oracle);
        Ok(())
    }
}

impl Tells<Crisis> for Corrected {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        said(format!("{}: {} {} now", table.name(self.who), self.field.word(), self.value), rule!("CR-117"))
    }
}

/// Sets a number, and draws the consequences.
fn set<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, field: Field, value: u8, oracle: &mut O) {
    let now = table.clock.elapsed;
    match field {
        Field::Ap => table.actor_mut(who).ap = value.min(MOST_AP),
        Field::Armour => table.actor_mut(who).armour = value,
        Field::Nonlethal => {
            table.actor_mut(who).nonlethal.correct_to(now, value.into());
            recovery::after_healing(book, table, who, oracle);
        }
        Field::Lethal => lethal(book, table, who, value.into(), oracle),
    }
}

/// CR-118 to CR-120, CR-R97, CR-R161: more lethal wounds may kill it or make it Dying, fewer may end that.
fn lethal<O: Oracle<Crisis>>(book: &Crisis, table: &mut Table, who: ActorId, count: u16, oracle: &mut O) {
    let (now, hp, dies_at) = (table.clock.elapsed, u16::from(table.sheet(who).hp), harm::dies_at(table, who));
    let actor = table.actor_mut(who);
    let (before, was_dead) = (actor.lethal.count(), actor.dead);
    actor.lethal.correct_to(now, count);
    if count >= dies_at {
        if !was_dead {
            harm::die(table, who, oracle);
        }
        return;
    }
    table.actor_mut(who).dead = false;
    if count >= hp && !table.actor(who).dying && (count > before || was_dead) {
        harm::begin_dying(book, table, who, oracle);
    }
    recovery::after_healing(book, table, who, oracle);
}
