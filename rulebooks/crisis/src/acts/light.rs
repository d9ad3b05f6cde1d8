//! Light Actions beside a long one (CR-056, CR-058, CR-R37, CR-D12).

use super::prelude::*;
use crate::{Question, words::line};
use referee_engine::{Who, act::Tells};

act! {
    /// CR-058: a light Action beside the long one.
    pub struct Light for Crisis, by ActorId {
        what among short: Text<80> = "What", usual;
    }
}

fn short(_: &Light, _: See<'_, '_>, _: Option<ActorId>) -> Vec<Text<80>> {
    vec![Text("a short command".into())]
}

/// A light Action that may be asked for.
pub struct Asking {
    who: ActorId,
    what: String,
}

/// CR-058: somebody does something light, beside the long Action or in place of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Did {
    pub who: ActorId,
    pub what: String,
    pub allowed: bool,
}

impl Act<Crisis> for Light {
    type By = ActorId;
    type Ready = Asking;
    const CARD: Card = card!("light", "A light Action beside the long one", "Tasks", "as the GM says", "CR-058");

    /// CR-058: a light Action is asked for while a long one is under way.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Asking, Bar<'t>> {
        let table = see.table;
        table.may_act_in_crisis(who)?;
        if table.actor(who).long.is_none_or(|long| long.paused) {
            let words = "{} is at nothing that takes several turns";
            return Err(bar!("CR-058", "nothing-long", words, table.name(who)).into());
        }
        Ok(Asking { who, what: self.what()?.within()? })
    }

    /// CR-058, CR-R37, CR-D12: the GM allows it at no cost, or refuses; then it may still be taken as an ordinary Action,
    /// which cancels the long one.
    fn resolve<O: Oracle<Crisis>>(
        Asking { who, what }: Asking,
        book: &Crisis,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let held = table.actor(who).ap;
        let answer = oracle.ask(table, Who::Gm, &Question::Light { who, most: held })?;
        if answer <= usize::from(held) {
            let actor = table.actor_mut(who);
            actor.ap -= answer as u8;
            oracle.tell(Audience::All, || Event::Light(Did { who, what, allowed: true }));
            return Ok(());
        }
        let ap = book.house.default_action_ap;
        let anyway = held >= ap && oracle.ask(table, Who::Actor(who), &Question::Anyway { who, ap })? == 1;
        if anyway {
            turn::spend(book, table, who, ap, false, oracle);
            oracle.tell(Audience::All, || Event::Light(Did { who, what, allowed: false }));
            overwatch::before(book, table, who, oracle)?;
            overwatch::after(book, table, who, oracle)?;
        }
        Ok(())
    }
}

impl Tells<Crisis> for Did {
    fn line(&self, _: &Crisis, table: &Table) -> Line {
        let (name, what) = (table.name(self.who), &self.what);
        if self.allowed {
            line(0, format!("{name}: {what}, beside the long Action"), [rule!("CR-058")], self.who)
        } else {
            line(0, format!("{name}: {what}; the long Action is cancelled"), [rule!("CR-056")], self.who)
        }
    }
}
