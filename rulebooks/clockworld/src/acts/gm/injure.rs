//! Harm out of the story, such as a fallen beam (CW-103).

use super::prelude::*;
use crate::{harm, table::Severity};

act! {
    /// CW-103: an Injury, with all that comes of it.
    pub struct Injure for Clockworld, by Gm {
        who: ActorId = "Whom";
        part of who: PartAt = "Where";
        /// Before the part counts (CW-R45).
        severity: Severity = "How badly";
        secret: bool = "For the GM alone", usual;
    }
}

/// An Injury that may come.
pub struct Blow {
    who: ActorId,
    part: PartId,
    severity: Severity,
    to: Audience,
}

told! {
    /// Somebody is harmed.
    pub struct Harmed(who: ActorId) for Clockworld;
    |table| "CW-103" by who => format!("{} is harmed", table.name(who));
}

impl Act<Clockworld> for Injure {
    type By = Gm;
    type Ready = Blow;
    const CARD: Card = card!("injure", "Harm somebody", "GM", "", "CW-103");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Blow, Bar<'t>> {
        let who = self.who()?;
        known(see.table, who)?;
        let part = super::part_of(see.table, who, self.part()?)?;
        Ok(Blow { who, part, severity: self.severity()?, to: told(see.table, self.secret()?, &[who]) })
    }

    fn resolve<O: Oracle>(
        Blow { who, part, severity, to }: Blow,
        book: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        oracle.tell(to, || Event::Gm(GmEvent::Injure(Harmed(who))));
        harm::injure(book, table, who, part, severity, oracle)
    }
}
