//! What one Character sees of another, whatever the map says (CW-D13).

use super::prelude::*;
use referee_engine::space::Override;

act! {
    /// CW-D13: line, Cover and Concealment between two.
    pub struct Sight for Clockworld, by Gm {
        from: ActorId = "Who looks";
        to: ActorId = "At whom";
        line: SightLine = "The line", usual;
        cover: Level = "Cover", usual;
        concealment: Level = "Concealment", usual;
        both: YesNo = "Both ways", usual;
        secret: bool = "For the GM alone", usual;
    }
}

named! {
    /// As the map has it, or as the GM says.
    pub enum SightLine for Clockworld { Map = "map", Clear = "clear", Blocked = "blocked" }
}

named! {
    /// As the map has it, or as the GM says.
    pub enum Level for Clockworld { Map = "map", No = "no", Yes = "yes" }
}

impl Level {
    fn said(self) -> Option<u8> {
        match self {
            Level::Map => None,
            Level::No => Some(0),
            Level::Yes => Some(1),
        }
    }
}

told! {
    /// What the GM said.
    #[derive(Copy)]
    pub struct Seeing for Clockworld {
        from: ActorId,
        to: ActorId,
        said: Override,
        /// The other way round too?
        both: bool,
    }
    |table| "CW-D13" => {
        let mut parts = Vec::new();
        parts.extend(said.blocked.map(|blocked| if blocked { "no line" } else { "a clear line" }));
        parts.extend(said.cover.map(|cover| if cover > 0 { "Cover" } else { "no Cover" }));
        parts.extend(said.concealment.map(|level| if level > 0 { "Concealment" } else { "no Concealment" }));
        let what = if parts.is_empty() { "as the map has it".to_owned() } else { parts.join(", ") };
        let ways = if both { ", both ways" } else { "" };
        format!("{} and {}: {what}{ways}", table.name(from), table.name(to))
    };
}

impl Act<Clockworld> for Sight {
    type By = Gm;
    type Ready = (Seeing, Audience);
    const CARD: Card = card!("sight", "Cover, Concealment and line between two", "GM", "", "CW-D13");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(Seeing, Audience), Bar<'t>> {
        let table = see.table;
        if table.actors.len() < 2 {
            return Err(bar!(_, "not-now", "there is nobody else").moot().into());
        }
        let (from, to) = (self.from()?, self.to()?);
        known(table, from)?;
        known(table, to)?;
        if from == to {
            return Err(bar!("CW-D13", "same", "nobody hides from itself").moot().into());
        }
        let blocked = match self.line()? {
            SightLine::Map => None,
            SightLine::Clear => Some(false),
            SightLine::Blocked => Some(true),
        };
        let said = Override { blocked, cover: self.cover()?.said(), concealment: self.concealment()?.said() };
        let said = Seeing { from, to, said, both: self.both()? == YesNo::Yes };
        Ok((said, told(table, self.secret()?, &[from, to])))
    }

    fn resolve<O: Oracle>(
        (said, to): (Seeing, Audience),
        _: &Clockworld,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        table.overrides.set(said.from.0, said.to.0, said.said);
        if said.both {
            table.overrides.set(said.to.0, said.from.0, said.said);
        }
        oracle.tell(to, || Event::Gm(GmEvent::Sight(said)));
        Ok(())
    }
}
