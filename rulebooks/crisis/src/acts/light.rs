//! Light Actions beside a long one (CR-056, CR-058, CR-R37, CR-D12).

use super::prelude::*;
use crate::words::name_to;
use referee_engine::{
    RuleId, Who,
    act::{Answers, Asks},
};

act! {
    /// CR-058: a light Action beside the long one.
    pub struct Light for Crisis, by ActorId {
        what among short: Text<80> = "What", usual;
    }
}

fn short(_: &Light, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<80>> {
    vec![Text("a short command".into())]
}

/// CR-D12, to the GM: a light Action at 0, 1, … AP, or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MayDo {
    pub who: ActorId,
    pub most: u8,
}

impl Asks<Crisis> for MayDo {
    type Answer = Option<u8>;
    const KIND: &'static str = "light";
    const RULE: RuleId = rule!("CR-058");

    fn answers(&self) -> Answers<Option<u8>> {
        (0..=self.most).map(Some).chain([None]).collect()
    }

    fn text(&self, _: &Crisis, table: &Table, who: Who) -> String {
        format!("May {} do that beside the long Action?", name_to(table, who, self.who))
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &Option<u8>) -> Choice {
        match answer {
            None => Choice::new("refuse", "No"),
            Some(0) => Choice::new("allow", "Yes, for 0 AP"),
            Some(ap) => Choice::new(format!("allow-{ap}"), format!("Yes, for {ap} AP")),
        }
    }
}

/// CR-D12, to the player: leave it, or do it as an Action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Anyway {
    pub who: ActorId,
    pub ap: u8,
}

impl Asks<Crisis> for Anyway {
    type Answer = bool;
    const KIND: &'static str = "anyway";
    const RULE: RuleId = rule!("CR-056");

    fn answers(&self) -> Answers<bool> {
        smallvec![false, true]
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Crisis, _: &Table, _: Who) -> String {
        "The GM says no. It would cancel the long Action".into()
    }

    fn choice(&self, _: &Crisis, _: &Table, _: Who, answer: &bool) -> Choice {
        if *answer {
            Choice::new("anyway", format!("Do it for {} AP", self.ap))
        } else {
            Choice::new("leave-it", "Leave it")
        }
    }
}

told! {
    /// CR-058: somebody does something light, beside the long Action or in place of it.
    pub struct Did for Crisis { who: ActorId, what: String, allowed: bool }
    |table| [if allowed { rule!("CR-058") } else { rule!("CR-056") }] by who => {
        let how = if allowed { ", beside the long Action" } else { "; the long Action is cancelled" };
        format!("{}: {what}{how}", table.name(who))
    };
}

impl Act<Crisis> for Light {
    type By = ActorId;
    type Ready = (ActorId, String);
    const CARD: Card = card!("light", "A light Action beside the long one", "Tasks", "as the GM says", "CR-058");

    /// CR-058: a light Action is asked for while a long one is under way.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let table = see.table;
        table.may_act_in_crisis(who)?;
        if table.actor(who).long.is_none_or(|long| long.paused) {
            let words = "{} is at nothing that takes several turns";
            return Err(bar!("CR-058", "nothing-long", words, table.name(who)).into());
        }
        Ok((who, self.what()?.within()?))
    }

    /// CR-058, CR-R37, CR-D12: the GM allows it at no cost, or refuses; then it may still be taken as an ordinary Action,
    /// which cancels the long one.
    fn resolve<O: Oracle<Crisis>>(ready: Self::Ready, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let (who, what) = ready;
        let held = table.actor(who).ap;
        if let Some(ap) = (MayDo { who, most: held }).ask(Who::Gm, table, oracle)? {
            table.actor_mut(who).ap -= ap;
            oracle.tell(Audience::All, || Event::Light(Did { who, what, allowed: true }));
            return Ok(());
        }
        let ap = book.house.default_action_ap;
        if held >= ap && (Anyway { who, ap }).ask(Who::Actor(who), table, oracle)? {
            turn::spend(book, table, who, ap, false, oracle);
            oracle.tell(Audience::All, || Event::Light(Did { who, what, allowed: false }));
            overwatch::before(book, table, who, oracle)?;
            overwatch::after(book, table, who, oracle)?;
        }
        Ok(())
    }
}
