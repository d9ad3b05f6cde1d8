//! Changing the grip (ST-R48).

use super::*;

act! {
    /// ST-R48: a one-handed weapon goes into two hands, or back into one; free on one's own turn.
    pub struct Regrip for Stamina, by ActorId {
        item among in_hand: ItemId = "Which";
        grip: Grip = "In which hand", usual;
    }
}

/// A grip that may be changed.
pub struct Regripping {
    who: ActorId,
    item: ItemId,
    grip: Grip,
}

/// It costs nothing, but the turn has to allow handling weapons.
const COST: Cost = Cost::of(Action::ReadyStow, Need::FirstMove);

fn in_hand(_: &Regrip, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ItemId> {
    held(see, whose)
}

impl Act<Stamina> for Regrip {
    type By = ActorId;
    type Ready = Regripping;
    const CARD: Card = card!("regrip", "Change the grip", "Gear", "", "ST-R48");
    const NOTHING: Why<'static> = bar!("ST-R48", "nothing", "there is nothing at hand for that");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Regripping, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        let (item, grip) = (self.item()?, self.grip()?);
        let Some(now) = Some(item).filter(|item| see.has_item(*item)).and_then(|item| see.grip(who, item)) else {
            return Err(bar!("ST-R48", "not-readied", "this weapon is not readied").into());
        };
        let others = see.actor(who).held.iter().any(|held| held.item != item && held.grip == grip);
        let fits = match grip {
            Grip::Both => see.free_hands(who) >= 1,
            Grip::Main | Grip::Off => see.item_sheet(item).hands() < 2 && !others,
        };
        let no_hand = bar!("ST-R48", "no-hand", "there is no hand free for that");
        if now == grip {
            return Err(no_hand.moot().into());
        }
        if !fits {
            return Err(no_hand.into());
        }
        Ok(Regripping { who, item, grip })
    }

    fn resolve<O: Oracle<Stamina>>(
        Regripping { who, item, grip }: Regripping,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        for held in table.actor_mut(who).held.iter_mut().filter(|held| held.item == item) {
            held.grip = grip;
        }
        let (what, rule) = (Handling::Regripped, rule!("ST-R48"));
        oracle.tell(Audience::All, || Event::Gear(Handled { who, item, what, rule }));
        Ok(())
    }
}
