//! A few words (CW-161, CW-252, CW-255, CW-256, CW-R136).

use super::may_at_any_time;
use super::prelude::*;

/// CW-256: what is said in a Turn is a few quick lines.
const LONGEST: usize = 280;

incidental! {
    /// CW-252, CW-R136: says a few words, at any time.
    pub struct Speak: "speak", "Say a few words", "CW-252" {
        words: Text<LONGEST> = "Words";
    }
}

impl Quick for Speak {
    /// CW-161, CW-255, CW-256: a few quick lines, from somebody who can speak.
    fn motion<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Motion, Bar<'t>> {
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
        Ok(Motion::Speak(words))
    }
}
