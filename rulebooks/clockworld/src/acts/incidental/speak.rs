//! A few words (CW-161, CW-252, CW-255, CW-256, CW-R136).

use super::may_at_any_time;
use super::prelude::*;

/// CW-256: what is said in a Turn is a few quick lines.
const LONGEST: usize = 280;

act! {
    /// CW-252, CW-R136: says a few words, at any time.
    pub struct Speak for Clockworld, by ActorId {
        words: Text<LONGEST> = "Words";
    }
}

/// Words that may be said.
pub struct Saying(Incidental);

impl Act<Clockworld> for Speak {
    type By = ActorId;
    type Ready = Saying;
    const CARD: Card = card!("speak", "Say a few words", "Incidentals", "", "CW-252");

    /// CW-161, CW-255, CW-256: a few quick lines, from somebody who can speak.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Saying, Bar<'t>> {
        let table = see.table;
        may_at_any_time(table, who)?;
        if !table.can_speak(who) {
            return Err(bar!("CW-161", "cannot-speak", "{} cannot speak", table.name(who)).into());
        }
        let Text(words) = self.words()?;
        if words.trim().is_empty() || words.chars().count() > LONGEST {
            let why = "a few quick lines fit into a Turn, up to {} characters";
            return Err(bar!("CW-255", "too-long", why, LONGEST as i32).into());
        }
        let words = Text::<LONGEST>(words).within()?;
        Ok(Saying(incidental(see, who, Motion::Speak(words))?))
    }

    fn resolve<O: Oracle>(Saying(act): Saying, book: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        act.go(book, table, oracle, |_, _| {})
    }
}
