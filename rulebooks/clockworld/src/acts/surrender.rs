//! Giving up (CW-008, CW-D57).

use super::prelude::*;
use crate::sheet::{PLAYERS, THREATS};

act! {
    /// CW-008, CW-D57: a Character gives up.
    pub struct Surrender for Clockworld, by ActorId {}
}

/// Those who may give up.
pub struct GivingUp {
    who: ActorSet,
}

impl GivingUp {
    /// CW-008: those of a side whom the seat plays.
    fn of_side<'t>(see: See<'_, 't>, side: Side) -> Result<GivingUp, Bar<'t>> {
        see.table.runs()?;
        let mine: ActorSet = see.members(side).iter().filter(|&who| see.seat().plays(who)).collect();
        if mine.is_empty() {
            return Err(bar!("CW-008", "over", "there is nobody to surrender").moot().into());
        }
        Ok(GivingUp { who: mine.iter().filter(|&who| see.is_active(who)).collect() })
    }

    fn give_up<O: Oracle>(self, table: &mut Table, oracle: &mut O) {
        for who in self.who.iter().filter(|&who| table.is_active(who)).collect::<ActorSet>().iter() {
            turn::surrender(table, who, oracle);
        }
    }
}

/// Says of how many it is.
fn offered(see: See<'_, '_>, side: Side, offer: &mut Offer) {
    if !see.members(side).iter().all(|who| see.seat().plays(who)) {
        offer.label = "Surrender with everybody you play".into();
    }
}

impl Act<Clockworld> for Surrender {
    type By = ActorId;
    type Ready = GivingUp;
    const CARD: Card = card!("surrender", "Surrender", "Turn", "", "CW-008");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<GivingUp, Bar<'t>> {
        see.table.runs()?;
        if !see.exists(who) || !see.is_active(who) {
            return Err(bar!("CW-008", "out-of-action", "that Character cannot surrender").into());
        }
        Ok(GivingUp { who: ActorSet::EMPTY.with(who) })
    }

    fn resolve<O: Oracle>(ready: GivingUp, _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        ready.give_up(table, oracle);
        Ok(())
    }
}

/// A side gives up: all of them whom the seat plays.
macro_rules! surrender {
    ($(#[$doc:meta])* pub struct $name:ident of $side:ident: $verb:literal, $label:literal) => {
        act! {
            $(#[$doc])*
            pub struct $name for Clockworld, by Anybody {}
        }

        impl Act<Clockworld> for $name {
            type By = Anybody;
            type Ready = GivingUp;
            const CARD: Card = card!($verb, $label, "Turn", "", "CW-008");

            fn ready<'t>(&self, see: See<'_, 't>, _: Anybody) -> Result<GivingUp, Bar<'t>> {
                GivingUp::of_side(see, $side)
            }

            fn resolve<O: Oracle>(ready: GivingUp, _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
                ready.give_up(table, oracle);
                Ok(())
            }

            fn offered(see: See<'_, '_>, _: Anybody, offer: &mut Offer) {
                offered(see, $side, offer);
            }
        }
    };
}

surrender! {
    /// CW-008: the Players give up.
    pub struct SurrenderPlayers of PLAYERS: "surrender-players", "The Players surrender"
}

surrender! {
    /// CW-008: the Threats give up.
    pub struct SurrenderThreats of THREATS: "surrender-threats", "The Threats surrender"
}
