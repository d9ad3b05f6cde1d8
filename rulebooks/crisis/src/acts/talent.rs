//! The Actions that talents add (CR-150).

use super::prelude::*;
use crate::{
    harm::{self, HarmEvent},
    sheet::ExtraAction,
};

act! {
    /// CR-150: an Action that a talent adds.
    pub struct Talent for Crisis, by ActorId {
        which: TalentAt = "Which";
    }
}

/// One of the Actions that somebody's talents add, by its place among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TalentAt(pub u8);

/// An Action of a talent that may be taken.
pub struct Taking {
    extra: Extra,
    ap: u8,
    heals: u8,
}

told! {
    /// CR-150: somebody uses a talent.
    pub struct Extra for Crisis { who: ActorId, at: u8 }
    |table| "CR-150" by who => {
        let extra = table.sheet(who).extra_actions().nth(usize::from(at));
        format!("{}: {}", table.name(who), extra.map_or("a talent", |one| &one.name))
    };
}

/// CR-150: may it take this Action of a talent?
fn may_take(table: &Table, who: ActorId, at: u8) -> Result<&ExtraAction, Why<'_>> {
    let name = table.name(who);
    let Some(extra) = table.sheet(who).extra_actions().nth(usize::from(at)) else {
        return Err(bar!("CR-150", "no-talent", "{} has no such talent", name));
    };
    if extra.once && table.actor(who).extras_used.contains(&at) {
        return Err(bar!("CR-150", "used", "{} has used {} in this crisis", name, &extra.name));
    }
    if extra.once && table.clock.mode != Mode::Crisis {
        return Err(bar!("CR-150", "no-crisis", "{} is for a crisis", &extra.name));
    }
    turn::afford(table, who, extra.ap)?;
    Ok(extra)
}

impl Act<Crisis> for Talent {
    type By = ActorId;
    type Ready = Taking;
    const CARD: Card = card!("talent", "Use a talent", "Combat", "", "CR-150");
    const NOTHING: Why<'static> = bar!("CR-150", "no-talent", "no talent can be used now");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Taking, Bar<'t>> {
        see.table.may_act(who)?;
        let TalentAt(at) = self.which()?;
        let known = may_take(see.table, who, at)?;
        Ok(Taking { extra: Extra { who, at }, ap: known.ap, heals: known.heals })
    }

    fn resolve<O: Oracle<Crisis>>(ready: Taking, book: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Taking { extra, ap, heals } = ready;
        let Extra { who, at } = extra;
        turn::spend(book, table, who, ap, false, oracle);
        oracle.tell(Audience::All, || Event::Extra(extra));
        if !overwatch::before(book, table, who, oracle)? {
            return Ok(());
        }
        let actor = table.actor_mut(who);
        actor.extras_used.insert(at);
        let wounds = (0..heals).filter(|_| actor.nonlethal.remove_oldest()).count() as u16;
        if wounds > 0 {
            oracle.tell(Audience::All, || Event::Harm(HarmEvent::Healed { who, wounds, lethal: false }));
        }
        harm::settle(book, table, who, oracle);
        overwatch::after(book, table, who, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::priced(see, who, offer, || {
            let all = TalentAt::all(see, Some(who)).into_iter();
            all.filter_map(|TalentAt(at)| may_take(see, who, at).ok()).map(|extra| extra.ap).min()
        });
    }
}

impl Value<Crisis> for TalentAt {
    fn all(see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Self> {
        let count = whose.map_or(0, |who| see.sheet(who).extra_actions().count());
        (0..count as u8).map(TalentAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        let extra = whose.and_then(|who| see.sheet(who).extra_actions().nth(usize::from(self.0)));
        let choice = |extra: &ExtraAction| Choice::new(extra.key.clone(), extra.name.clone()).noting(ap(extra.ap));
        extra.map_or_else(Choice::default, choice)
    }
}
