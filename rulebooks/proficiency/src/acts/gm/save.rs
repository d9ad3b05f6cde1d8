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

/// A Save that may be called for.
pub struct Called {
    who: ActorId,
    ability: Ability,
    dc: Dc,
}

impl Act<Proficiency> for Save {
    type By = Gm;
    type Ready = Called;
    const CARD: Card = card!("save", "Call for a Save", "GM", "", "PR-D29");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Called, Bar<'t>> {
        let who = self.who()?;
        here(see.table, who)?;
        let (ability, level) = (self.ability()?, self.level()?);
        let situation = i16::from(modifier(self.r#mod()?)?);
        Ok(Called { who, ability, dc: Dc { situation, ..Dc::difficulty(level.number()) } })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Called { who, ability, dc }: Called,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        reactions::save(book, table, who, ability, dc, oracle)?;
        Ok(())
    }
}
