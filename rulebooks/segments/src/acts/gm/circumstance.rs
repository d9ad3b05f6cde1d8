//! What the GM sets for rolls to come, and takes back (SE-R60, SE-D20, SE-D21).

use super::{known, running};
use crate::{
    acts::prelude::*,
    check::BEFORE_ROLL,
    sheet::Attribute,
    table::{Circumstance, Gives},
};

act! {
    /// SE-D20, SE-D21: something helps or hinders.
    pub struct Help for Segments, by Gm {
        who: ActorId = "Who";
        gives: Gift = "What";
        amount: Within<-20, 20> = "How much";
        stays: bool = "Until you take it back, not for one roll", usual;
    }
}

act! {
    /// Takes all that was set for somebody back.
    pub struct Clear for Segments, by Gm {
        who: ActorId = "Who";
    }
}

/// What a circumstance can give.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gift {
    Gives(Gives),
    /// A modifier of so much.
    Modifier,
}

impl Value<Segments> for Gift {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        let rolls = BEFORE_ROLL[1..].iter().map(|(.., gives)| *gives);
        let attributes = Attribute::ALL.map(Gives::Attribute);
        let gives = rolls.chain([Gives::Deadly, Gives::Unstoppable]).chain(attributes);
        gives.map(Gift::Gives).chain([Gift::Modifier]).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Gift::Gives(Gives::Deadly) => Choice::new("deadly", "Its attacks are deadly"),
            Gift::Gives(Gives::Unstoppable) => Choice::new("unstoppable", "Nothing negates its attacks"),
            Gift::Gives(Gives::Attribute(attribute)) => Choice::plain(attribute.word()),
            Gift::Gives(gives) => {
                let found = BEFORE_ROLL.iter().find(|(.., given)| given == gives);
                found.map(|(key, label, _)| Choice::new(*key, *label)).unwrap_or_default()
            }
            Gift::Modifier => Choice::new("modifier", "A modifier"),
        }
    }
}

told! {
    /// A circumstance is set, or all of somebody are taken back.
    pub enum CircumstanceEvent for Segments, |table| {
        Set(set: Circumstance) "SE-R60" by set.who => format!("{}: {}", table.name(set.who), set.gives.words());
        Cleared(who: ActorId) "SE-R60" by who => format!("{}: nothing special any more", table.name(who));
    }
}

impl Act<Segments> for Help {
    type By = Gm;
    type Ready = Circumstance;
    const CARD: Card = card!("circumstance", "Set what helps or hinders", "GM", "", "SE-R60");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Circumstance, Bar<'t>> {
        running(see.table)?;
        if see.circumstances.len() >= 64 {
            return Err(bar!(_, "too-many", "clear some circumstances first").into());
        }
        let who = self.who()?;
        known(see.table, who)?;
        let gives = match self.gives()? {
            Gift::Gives(gives) => gives,
            Gift::Modifier => Gives::Modifier(self.amount()?.number()? as i8),
        };
        Ok(Circumstance { who, gives, once: !self.stays()? })
    }

    fn resolve<O: Oracle<Segments>>(set: Circumstance, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.circumstances.push(set);
        oracle.tell(Audience::Gm, || Event::Circumstance(CircumstanceEvent::Set(set)));
        Ok(())
    }
}

impl Act<Segments> for Clear {
    type By = Gm;
    type Ready = ActorId;
    const CARD: Card = card!("clear", "Take back what helps or hinders", "GM", "", "SE-R60");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ActorId, Bar<'t>> {
        running(see.table)?;
        let who = self.who()?;
        known(see.table, who)?;
        Ok(who)
    }

    fn resolve<O: Oracle<Segments>>(who: ActorId, _: &Segments, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.circumstances.retain(|circumstance| circumstance.who != who);
        oracle.tell(Audience::Gm, || Event::Circumstance(CircumstanceEvent::Cleared(who)));
        Ok(())
    }
}

impl Gives {
    pub fn words(self) -> String {
        match self {
            Gives::Advantage => "advantage".into(),
            Gives::Disadvantage => "disadvantage".into(),
            Gives::Modifier(amount) => format!("{amount:+}"),
            Gives::Cover(amount) => format!("cover {amount}"),
            Gives::Deadly => "deadly attacks".into(),
            Gives::Unstoppable => "attacks that nothing negates".into(),
            Gives::Attribute(attribute) => attribute.word().into(),
        }
    }
}
