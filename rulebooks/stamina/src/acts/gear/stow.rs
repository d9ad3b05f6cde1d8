//! Putting weapons away (ST-127, ST-129).

use super::*;

act! {
    /// ST-129: weapons are put away.
    pub struct Stow for Stamina, by ActorId {
        items among each: Several<ItemId> = "Which";
        lowered: Lowered = "Lowered to zero, for penalty dice", usual;
    }
}

/// Weapons that may be stowed.
pub struct Stowing {
    who: ActorId,
    items: Several<ItemId>,
    cost: Cost,
}

fn each(act: &Stow, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Several<ItemId>> {
    held(act, see, whose).into_iter().map(|item| Several::from_iter([item])).collect()
}

impl Act<Stamina> for Stow {
    type By = ActorId;
    type Ready = Stowing;
    const CARD: Card = card!("stow", "Stow weapons", "Gear", "", "ST-129");
    const NOTHING: Why<'static> = bar!("ST-129", "nothing", "there is nothing at hand for that");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Stowing, Bar<'t>> {
        turn::may_in_form(see, who, Action::ReadyStow, &self.lowered)?;
        let items = self.items()?;
        let mine = items.0.iter().all(|&item| see.has_item(item) && see.grip(who, item).is_some());
        if items.0.is_empty() || !items.is_once() || !mine {
            return Err(bar!("ST-129", "not-readied", "only what is readied can be stowed").into());
        }
        let Declared { cost, .. } = turn::in_form(see, who, Action::ReadyStow, self.lowered()?)?;
        Ok(Stowing { who, items, cost })
    }

    fn resolve<O: Oracle>(ready: Stowing, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Stowing { who, items, cost } = ready;
        if !turn::declare(table, who, &cost, oracle)? {
            return Ok(());
        }
        for item in items.0 {
            table.let_go(item, Whereabouts::Carried(who));
            let (what, rule) = (Handling::Stowed, rule!("ST-129"));
            oracle.tell(Audience::All, || Event::Gear(Handled { who, item, what, rule }));
        }
        part(table, who);
        Ok(())
    }
}
