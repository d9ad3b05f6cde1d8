//! Free modifiers of the GM (CR-R47, CR-D19).

use crate::{acts::prelude::*, check::GmMod};

act! {
    /// CR-R47, CR-D19: a free modifier for what comes next.
    pub struct Modifier for Crisis, by Gm {
        of: GmMod = "On what", usual;
        amount: Number<-10, 10> = "How much";
    }
}

told! {
    /// A modifier that may be set, or is.
    #[derive(Copy)]
    pub struct Modified for Crisis { of: GmMod, amount: i8 }
    |table| "CR-R47" => format!("{amount:+} on the next {of}");
}

impl Act<Crisis> for Modifier {
    type By = Gm;
    type Ready = Modified;
    const CARD: Card = card!("modifier", "A free modifier for what comes next", "GM", "", "CR-R47");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Modified, Bar<'t>> {
        Ok(Modified { of: self.of()?, amount: self.amount()?.number()? as i8 })
    }

    fn resolve<O: Oracle<Crisis>>(modified: Modified, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::Gm, || Event::Modifier(modified));
        *table.said.of(modified.of) = modified.amount;
        Ok(())
    }
}
