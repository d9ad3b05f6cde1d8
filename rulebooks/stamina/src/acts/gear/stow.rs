//! Putting weapons away (ST-127, ST-129).

use super::*;

act! {
    /// ST-129: weapons are put away.
    pub struct Stow for Stamina, by ActorId {
        items among in_hand: Several<ItemId> = "Which";
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    }
}

/// Weapons that may be stowed.
pub struct Stowing {
    who: ActorId,
    items: Several<ItemId>,
    cost: Cost,
}

fn in_hand(_: &Stow, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Several<ItemId>> {
    held(see, whose).into_iter().map(|item| Several::from_iter([item])).collect()
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &Stow, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

impl Act<Stamina> for Stow {
    type By = ActorId;
    type Ready = Stowing;
    const CARD: Card = card!("stow", "Stow weapons", "Gear", "", "ST-129");
    const NOTHING: Why<'static> = bar!("ST-129", "nothing", "there is nothing at hand for that");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Stowing, Bar<'t>> {
        turn::may_in_form(see.book, see.table, who, Action::ReadyStow, self.lowered.value().copied())?;
        let items = self.items()?;
        let mine = items.0.iter().all(|&item| see.has_item(item) && see.grip(who, item).is_some());
        if items.0.is_empty() || !items.is_once() || !mine {
            return Err(bar!("ST-129", "not-readied", "only what is readied can be stowed").into());
        }
        let cost = Cost::lowered(Action::ReadyStow, self.lowered()?);
        turn::may(see.book, see.table, who, &cost)?;
        Ok(Stowing { who, items, cost })
    }

    fn resolve<O: Oracle<Stamina>>(
        Stowing { who, items, cost }: Stowing,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &cost, oracle)?;
        if !table.is_active(who) {
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
