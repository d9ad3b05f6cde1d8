//! Initiative is declared (PR-016, PR-D02, PR-D05, PR-D06).

use super::{running, sides};
use crate::{
    acts::prelude::*,
    house::InitiativeSurprise,
    turn::initiative::{self, Plan},
};
use referee_engine::Side;

act! {
    /// PR-D02, PR-D05, PR-D06: what is settled before the roll.
    pub struct Initiative for Proficiency, by Gm {
        adv: Several<Side> = "ADV for", usual;
        dis: Several<Side> = "DIS for", usual;
        /// PR-R11, switch `initiative_surprise`.
        surprised: Several<Side> = "Surprised", usual;
        /// PR-018, PR-R25.
        roller among rollers: Option<ActorId> = "Who rolls for the PCs", usual;
    }
}

/// PR-018: one player of a PC that is able rolls for the side, the first unless it is said otherwise.
fn rollers(_: &Initiative, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Option<ActorId>> {
    let able: Vec<_> = see.ids().filter(|&id| see.is_pc(id) && see.is_able(id)).map(Some).collect();
    if able.is_empty() { vec![None] } else { able }
}

impl Act<Proficiency> for Initiative {
    type By = Gm;
    type Ready = Plan;
    const CARD: Card = card!("initiative", "Declare initiative", "GM", "", "PR-D02");

    /// PR-016: initiative may be declared where at least two sides have somebody able.
    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Plan, Bar<'t>> {
        let table = see.table;
        if !table.is_contested() {
            return Err(bar!("PR-016", "one-side", "initiative needs two sides with somebody able").into());
        }
        running(table)?;
        let (adv, dis) = (self.adv()?, self.dis()?);
        let is_on = see.book.house.initiative_surprise == InitiativeSurprise::LoseFirstTurn;
        let surprised = if is_on { self.surprised()? } else { Several::none() };
        for named in [&adv, &dis, &surprised] {
            sides(table, named)?;
        }
        let roller = self.roller()?;
        if roller.is_some_and(|id| !table.has(id) || !table.is_able(id) || !table.is_pc(id)) {
            return Err(bar!("PR-018", "wrong-roller", "one player of a PC that is able rolls for the side").into());
        }
        let collected = |sides: Several<Side>| sides.0.into_iter().collect();
        let (adv, dis, surprised) = (collected(adv), collected(dis), collected(surprised));
        Ok(Plan { roller, adv, dis, surprised })
    }

    fn resolve<O: Oracle<Proficiency>>(plan: Plan, book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
        initiative::declare(book, table, &plan, oracle)
    }
}
