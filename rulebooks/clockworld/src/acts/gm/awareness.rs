//! Who knows of whom, as the GM says (CW-273).

use super::prelude::*;

act! {
    /// CW-273: somebody knows of another, or does not.
    pub struct Awareness for Clockworld, by Gm {
        who: ActorId = "Who";
        of: ActorId = "Of whom";
        aware: YesNo = "Knows?";
        secret: bool = "For the GM alone", usual;
    }
}

told! {
    /// Who knows of whom, or does not.
    #[derive(Copy)]
    pub struct Knowing for Clockworld { who: ActorId, of: ActorId, aware: bool }
    |table| "CW-273" by who => {
        let how = if aware { "knows" } else { "does not know" };
        format!("{} {how} of {}", table.name(who), table.name(of))
    };
}

impl Act<Clockworld> for Awareness {
    type By = Gm;
    type Ready = Knowing;
    const CARD: Card = card!("awareness", "Who knows of whom", "GM", "", "CW-273");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Knowing, Bar<'t>> {
        if see.actors.len() < 2 {
            return Err(bar!(_, "not-now", "there is nobody else").moot().into());
        }
        let (who, of) = (self.who()?, self.of()?);
        known(see.table, who)?;
        known(see.table, of)?;
        if who == of {
            return Err(bar!("CW-273", "same", "everybody knows of itself").moot().into());
        }
        let aware = self.aware()? == YesNo::Yes;
        self.secret()?;
        Ok(Knowing { who, of, aware })
    }

    /// Who does not know of whom is nothing to tell those who do not know.
    fn resolve<O: Oracle>(knowing: Knowing, _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        let Knowing { who, of, aware } = knowing;
        let unaware_of = &mut table.actor_mut(who).unaware_of;
        *unaware_of = if aware { unaware_of.without(of) } else { unaware_of.with(of) };
        oracle.tell(Audience::Gm, || Event::Gm(GmEvent::Awareness(knowing)));
        Ok(())
    }
}
