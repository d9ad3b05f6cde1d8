//! Travel and rest, outside of rounds (ST-053 to ST-056, ST-R22).

use super::prelude::*;

act! {
    /// ST-054, ST-055: on the way for some time.
    pub struct Travel for Stamina, by ActorId {
        pace: Pace = "Pace";
        minutes: Within<1, 1440> = "Minutes", usual;
    }
}

act! {
    /// ST-R22.
    pub struct Rest for Stamina, by ActorId {
        minutes: Within<1, 1440> = "Minutes", usual;
    }
}

/// ST-D14: minutes on the way or at rest.
pub struct Travelling {
    who: ActorId,
    pace: Pace,
    minutes: u16,
}

/// ST-D14: how somebody travels outside of rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// ST-R22: a rest.
    Rest,
    /// ST-054.
    Regular,
    /// ST-055.
    Quick,
}

impl Pace {
    pub const fn word(self) -> &'static str {
        match self {
            Pace::Rest => "rest",
            Pace::Regular => "regular",
            Pace::Quick => "quick",
        }
    }

    /// ST-054, ST-055: metres a minute.
    pub fn metres(self, base: u8) -> u32 {
        match self {
            Pace::Rest => 0,
            Pace::Regular => 5 * u32::from(base),
            Pace::Quick => 10 * u32::from(base),
        }
    }
}

/// Travel and rest are outside of rounds.
fn may_travel(table: &Table, who: ActorId) -> Result<(), Why<'_>> {
    table.may_act(who)?;
    if table.clock.mode == Mode::Rounds {
        return Err(bar!("ST-053", "in-rounds", "in rounds one moves by move actions").moot());
    }
    Ok(())
}

impl Act<Stamina> for Travel {
    type By = ActorId;
    type Ready = Travelling;
    const CARD: Card = card!("travel", "Travel", "Other", "", "ST-054");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Travelling, Bar<'t>> {
        may_travel(see.table, who)?;
        let pace = self.pace()?;
        if pace == Pace::Rest {
            return Err(bar!("ST-054", "no-pace", "whoever rests does not travel").moot().into());
        }
        Ok(Travelling { who, pace, minutes: self.minutes()?.number()? as u16 })
    }

    fn resolve<O: Oracle<Stamina>>(travelling: Travelling, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        travel(table, travelling, oracle);
        Ok(())
    }
}

impl Act<Stamina> for Rest {
    type By = ActorId;
    type Ready = Travelling;
    const CARD: Card = card!("rest", "Rest", "Other", "", "ST-R22");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Travelling, Bar<'t>> {
        may_travel(see.table, who)?;
        Ok(Travelling { who, pace: Pace::Rest, minutes: self.minutes()?.number()? as u16 })
    }

    fn resolve<O: Oracle<Stamina>>(travelling: Travelling, _: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
        travel(table, travelling, oracle);
        Ok(())
    }
}

/// ST-053 to ST-056, ST-R22, ST-R39: the pace sets the stamina on arrival.
fn travel<O: Oracle<Stamina>>(table: &mut Table, Travelling { who, pace, minutes }: Travelling, oracle: &mut O) {
    let (base, most) = (table.sheet(who).base_movement, table.sheet(who).max_stamina);
    let limit = table.stamina_limit(who);
    table.clock.advance(60 * u64::from(minutes));
    let actor = table.actor_mut(who);
    actor.stamina = if pace == Pace::Quick { (most / 2).min(limit) } else { limit };
    actor.hurrying = pace == Pace::Quick;
    (actor.kept, actor.guard, actor.light) = (None, None, None);
    let (metres, stamina) = (pace.metres(base) * u32::from(minutes), actor.stamina);
    oracle.tell(Audience::All, || Event::Travelled(Travelled { who, pace, minutes, metres, stamina }));
}

impl Value<Stamina> for Pace {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        vec![Pace::Regular, Pace::Quick]
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.word())
    }
}

/// ST-054, ST-055, ST-R22: the way that was made, and the stamina on arrival.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Travelled {
    pub who: ActorId,
    pub pace: Pace,
    pub minutes: u16,
    pub metres: u32,
    pub stamina: u8,
}

impl Tells<Stamina> for Travelled {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let Travelled { who, pace, minutes, metres, stamina } = self;
        let name = table.name(*who);
        let text = match metres {
            0 => format!("{name} rests for {minutes} minutes: stamina {stamina}"),
            _ => {
                let pace = pace.word();
                format!("{name} goes up to {metres} m in {minutes} minutes at {pace} pace: stamina {stamina}")
            }
        };
        let rule = match pace {
            Pace::Rest => rule!("ST-R22"),
            Pace::Regular => rule!("ST-054"),
            Pace::Quick => rule!("ST-055"),
        };
        Line::new(0, text, [rule]).by(*who)
    }
}
