//! What the GM says (PR-D34, PR-R88).

use crate::acts::{attempt::LONGEST, prelude::*};

act! {
    /// PR-D34: what a PER means, or anything else the GM says.
    pub struct Note for Proficiency, by Gm {
        text: Text<LONGEST> = "Words";
        secret: bool = "For me alone", usual;
    }
}

/// Words that may be said.
pub struct Words {
    text: String,
    to: Audience,
}

/// What the GM said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Said(pub String);

impl Act<Proficiency> for Note {
    type By = Gm;
    type Ready = Words;
    const CARD: Card = card!("note", "Say something", "GM", "", "PR-D34");

    fn ready<'t>(&self, _: See<'_, 't>, _: Gm) -> Result<Words, Bar<'t>> {
        let text = self.text()?.within()?;
        Ok(Words { text, to: if self.secret()? { Audience::Gm } else { Audience::All } })
    }

    fn resolve<O: Oracle<Proficiency>>(
        Words { text, to }: Words,
        _: &Proficiency,
        _: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        oracle.tell(to, || Event::Said(Said(text)));
        Ok(())
    }
}

impl Tells<Proficiency> for Said {
    fn line(&self, _: &Proficiency, _: &Table) -> Line {
        Line::new(0, format!("GM: {}", self.0), [rule!("PR-R88")])
    }
}
