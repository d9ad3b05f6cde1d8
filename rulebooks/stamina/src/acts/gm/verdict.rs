//! What simply succeeds or fails (ST-002).

use crate::acts::prelude::*;

act! {
    /// ST-002: it simply succeeds, or simply fails.
    pub struct Verdict for Stamina, by Gm {
        who: ActorId = "Whom";
        succeeds: bool = "Does it succeed?", usual;
    }
}

told! {
    /// A verdict that may be given, and is.
    pub struct Ruling for Stamina { who: ActorId, succeeds: bool }
    |table| "ST-002" by who => {
        let how = if succeeds { "simply succeeds" } else { "simply fails" };
        format!("What {} does {how}", table.name(who))
    };
}

impl Act<Stamina> for Verdict {
    type By = Gm;
    type Ready = Ruling;
    const CARD: Card = card!("verdict", "Say that it simply succeeds or fails", "GM", "", "ST-002");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Ruling, Bar<'t>> {
        let who = self.who()?;
        see.someone(who)?;
        Ok(Ruling { who, succeeds: self.succeeds()? })
    }

    fn resolve<O: Oracle>(ruling: Ruling, _: &Stamina, _: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Verdict(ruling));
        Ok(())
    }
}
