//! Restoration (ST-202 to ST-205).

use super::prelude::*;
use crate::{
    check::{Counts, perform_open},
    house::{StunTrade, StunTradeLimit},
    recovery::recover,
};

act! {
    /// ST-202.
    pub struct Restore for Stamina, by ActorId {
        how: How = "How", usual;
    }
}

/// A Restoration that may be made.
pub struct Restoring {
    who: ActorId,
    how: How,
}

/// ST-197: the slot, never lowered.
const COST: Cost = Cost::of(Action::Restoration, Need::One);

/// ST-203, ST-R86: the stamina that is spent in this turn once a Restoration is declared. It takes the slot, so stored
/// energy is lost by it, and what is paid for that in stamina counts (ST-182, ST-R78).
pub fn spent_with_restoration(table: &Table, who: ActorId) -> u8 {
    let actor = table.actor(who);
    // ST-050: outside of rounds every action is a turn of its own.
    let before = if table.clock.mode == Mode::Rounds { actor.turn.spent } else { 0 };
    let dues = if actor.craft.stored > 0 { actor.craft.dues().min(actor.stamina) } else { 0 };
    before.saturating_add(dues)
}

impl Act<Stamina> for Restore {
    type By = ActorId;
    type Ready = Restoring;
    const CARD: Card = card!("restore", "Restoration", "Recovery", "0 stamina", "ST-202");

    /// ST-203, ST-R86: not if more stamina is spent in this turn than the rank in stamina.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Restoring, Bar<'t>> {
        turn::may(see.book, see.table, who, &COST)?;
        let rank = see.sheet(who).rank(Secondary::Stamina);
        let spent = spent_with_restoration(see, who);
        if spent > rank {
            let dues = see.actor(who).craft.stored > 0;
            let lost = if dues { ", dues for the stored energy included" } else { "" };
            let words = "{} stamina would be spent in this turn{}; {} are allowed";
            return Err(bar!("ST-203", "spent", words, spent, lost, rank).into());
        }
        Ok(Restoring { who, how: check::how(see, false, &self.how, self.how())? })
    }

    /// ST-202 to ST-205: body and endurance.
    fn resolve<O: Oracle<Stamina>>(
        Restoring { who, how }: Restoring,
        book: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &COST, oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        table.actor_mut(who).turn.restored = true;
        let pool = pool_of(table, who, Attribute::Body, Primary::Endurance);
        let successes =
            perform_open(book, who, Named::Action(Action::Restoration), pool, Counts::Additional, how, oracle)?;
        let amount = successes.saturating_add(table.sheet(who).rank(Secondary::Stamina)); // ST-204
        let room = table.stamina_limit(who).saturating_sub(table.actor(who).stamina);
        let limited = book.house.stun_trade_limit == StunTradeLimit::LimitFirst;
        let real = if limited { amount.min(room) } else { amount };
        let trades = trades(book, table, who, real);
        let trades = match trades {
            0 => 0,
            most => Trade { most }.ask(Who::Actor(who), table, oracle)?,
        };
        recover(table, who, real - 3 * trades, trades, oracle);
        Ok(())
    }
}

/// ST-205, ST-R86: how often three stamina can be traded for a stun.
fn trades(book: &Stamina, table: &Table, who: ActorId, amount: u8) -> u8 {
    let most = (amount / 3).min(table.actor(who).stun);
    if book.house.stun_trade == StunTrade::Once { most.min(1) } else { most }
}

/// ST-D26, to a player: how often three stamina are traded for a stun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Trade {
    pub most: u8,
}

impl Asks<Stamina> for Trade {
    type Answer = u8;
    const KIND: &'static str = "trade";
    const RULE: RuleId = rule!("ST-D26");

    fn answers(&self) -> Answers<u8> {
        (0..=self.most).collect()
    }

    fn decline(&self) -> Option<usize> {
        Some(0)
    }

    fn text(&self, _: &Stamina, _: &Table, _: Who) -> String {
        "How often are 3 stamina traded for a stun?".into()
    }

    fn choice(&self, _: &Stamina, _: &Table, _: Who, times: &u8) -> Choice {
        Choice::plain(times.to_string())
    }
}
