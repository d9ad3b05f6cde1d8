//! A check of the GM's, called for (ST-001).

use super::may_check;
use crate::acts::prelude::*;
use crate::{acts::attempt::check_of, check::ask_how};

act! {
    /// ST-D01: somebody makes one of the GM's checks, passive or not.
    pub struct Call for Stamina, by Gm {
        who: ActorId = "Who";
        check: FormAt = "Which";
    }
}

/// Somebody who may be called to a check.
pub struct Called {
    who: ActorId,
    form: u8,
}

impl Act<Stamina> for Call {
    type By = Gm;
    type Ready = Called;
    const CARD: Card = card!("call", "Call for a check", "GM", "", "ST-001");
    const NOTHING: Why<'static> = bar!(_, "nothing", "there is no check to call for");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Called, Bar<'t>> {
        let who = self.who()?;
        may_check(see.table, who)?;
        let FormAt(form) = self.check()?;
        if usize::from(form) >= see.setup.customs.len() {
            return Err(bar!(_, "no-check", "there is no such check").into());
        }
        Ok(Called { who, form })
    }

    fn resolve<O: Oracle>(ready: Called, book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Called { who, form } = ready;
        let how = ask_how(table, who, oracle)?;
        check_of(book, table, who, form, how, oracle)
    }
}
