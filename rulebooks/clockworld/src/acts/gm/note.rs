//! What the GM says (CW-256, CW-D25, CW-D55).

use super::prelude::*;

act! {
    /// CW-256, CW-D55, CW-D25: words of the GM: talk is cut short, what somebody suspects.
    pub struct Note for Clockworld, by Gm {
        text: Text<200> = "What";
        to: Hearer = "To whom", usual;
        secret: bool = "For the GM alone", usual;
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hearer {
    Everybody,
    /// The player of one Character alone.
    Only(ActorId),
}

impl Value<Clockworld> for Hearer {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        std::iter::once(Hearer::Everybody).chain(see.actors().iter().map(Hearer::Only)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            Hearer::Everybody => Choice::new("all", "Everybody"),
            Hearer::Only(who) => who.choice(see, whose),
        }
    }
}

told! {
    /// What the GM said.
    pub struct Noted for Clockworld {
        text: String,
        /// To the player of one Character alone.
        to: Option<ActorId>,
    }
    |_table| "CW-256" => text;
}

impl Act<Clockworld> for Note {
    type By = Gm;
    type Ready = (Noted, Audience);
    const CARD: Card = card!("note", "Say something", "GM", "", "CW-D55");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(Noted, Audience), Bar<'t>> {
        let text = said(self.text()?)?;
        let hearer = self.to()?;
        let secret = self.secret()?;
        Ok(match hearer {
            Hearer::Everybody => (Noted { text, to: None }, told(see.table, secret, &[])),
            Hearer::Only(who) => {
                known(see.table, who)?;
                (Noted { text, to: Some(who) }, Audience::only(who))
            }
        })
    }

    fn resolve<O: Oracle>((noted, to): (Noted, Audience), _: &Clockworld, _: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(to, || Event::Gm(GmEvent::Note(noted)));
        Ok(())
    }
}
