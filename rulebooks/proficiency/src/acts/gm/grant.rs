//! The GM grants a Bonus check (PR-054, PR-D23).

use super::known;
use crate::{acts::prelude::*, house::BonusLimit};

act! {
    /// PR-D23: a Bonus check for special circumstances.
    pub struct Grant for Proficiency, by Gm {
        who: ActorId = "Who";
    }
}

told! {
    /// PR-054: somebody got a Bonus check.
    pub struct Granted(who: ActorId) for Proficiency;
    |table| "PR-054" by who => format!("{} is granted a Bonus check", table.name(who));
}

impl Act<Proficiency> for Grant {
    type By = Gm;
    type Ready = ActorId;
    const CARD: Card = card!("grant", "Grant a Bonus check", "GM", "", "PR-D23");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<ActorId, Bar<'t>> {
        let no_bonus = bar!("PR-R76", "no-bonus", "one Bonus check a turn, while turns run");
        if see.phase == Phase::Free {
            return Err(no_bonus.into());
        }
        let who = self.who()?;
        known(see.table, who)?;
        let granted = see.actor(who).turn.granted;
        let room = see.book.house.bonus_limit == BonusLimit::Unlimited || granted == 0;
        if room && granted < 100 { Ok(who) } else { Err(no_bonus.into()) }
    }

    fn resolve<O: Oracle<Proficiency>>(
        who: ActorId,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::grant(book, table, who);
        oracle.tell(Audience::All, || Event::Granted(Granted(who)));
        Ok(())
    }
}
