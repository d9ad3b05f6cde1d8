//! What the GM says (PR-D34, PR-R88).

use crate::acts::{attempt::LONGEST, prelude::*};

act! {
    /// PR-D34: what a PER means, or anything else the GM says.
    pub struct Note for Proficiency, by Gm {
        text: Text<LONGEST> = "Words";
        secret: bool = "For me alone", usual;
    }
}

told! {
    /// What the GM said.
    pub struct Said(words: String) for Proficiency;
    |table| "PR-R88" => format!("GM: {words}");
}

impl Act<Proficiency> for Note {
    type By = Gm;
    type Ready = (Said, Audience);
    const CARD: Card = card!("note", "Say something", "GM", "", "PR-D34");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Self::Ready, Bar<'t>> {
        let text = self.text()?.within()?;
        Ok((Said(text), if self.secret()? { Audience::Gm } else { Audience::All }))
    }

    fn resolve<O: Oracle<Proficiency>>(ready: Self::Ready, _: &Proficiency, _: &mut Table, oracle: &mut O) -> Flow<()> {
        let (said, to) = ready;
        oracle.tell(to, || Event::Said(said));
        Ok(())
    }
}
