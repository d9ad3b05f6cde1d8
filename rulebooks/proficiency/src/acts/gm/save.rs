//! The GM calls for a Save (PR-D29).

use super::{Modifier, here, modifier};
use crate::{acts::prelude::*, reactions};

act! {
    /// PR-D29: a Save.
    pub struct Save for Proficiency, by Gm {
        who: ActorId = "Who";
        ability: Ability = "With";
        level: Level = "How hard";
        r#mod: Modifier = "GM's modifier", usual;
    }
}

impl Act<Proficiency> for Save {
    type By = Gm;
    type Ready = (ActorId, Ability, Dc);
    const CARD: Card = card!("save", "Call for a Save", "GM", "", "PR-D29");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let who = self.who()?;
        here(see.table, who)?;
        let (ability, level) = (self.ability()?, self.level()?);
        let situation = i16::from(modifier(self.r#mod()?)?);
        Ok((who, ability, Dc { situation, ..Dc::difficulty(level.number()) }))
    }

    fn resolve<O: Oracle<Proficiency>>(
        (who, ability, dc): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        reactions::save(book, table, who, ability, dc, oracle)?;
        Ok(())
    }
}
