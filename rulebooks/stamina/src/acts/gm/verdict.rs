//! What simply succeeds or fails (ST-002).

use crate::acts::prelude::*;

act! {
    /// ST-002: it simply succeeds, or simply fails.
    pub struct Verdict for Stamina, by Gm {
        who: ActorId = "Whom";
        succeeds: bool = "Does it succeed?", usual;
    }
}

/// A verdict that may be given, and is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruling {
    pub who: ActorId,
    pub succeeds: bool,
}

impl Tells<Stamina> for Ruling {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let how = if self.succeeds { "simply succeeds" } else { "simply fails" };
        Line::new(0, format!("What {} does {how}", table.name(self.who)), [rule!("ST-002")]).by(self.who)
    }
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

    fn resolve<O: Oracle<Stamina>>(ruling: Ruling, _: &Stamina, _: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::All, || Event::Verdict(ruling));
        Ok(())
    }
}
