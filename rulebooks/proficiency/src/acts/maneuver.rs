//! Maneuvers against a foe (PR-047, PR-R78). Without a foe a maneuver is an ordinary check: see [`Try`](super::Try).

use super::{
    attack::{target_legal, within},
    prelude::*,
};
use crate::{
    contest::{self, Contest, Opposing},
    house::ManeuverEffect,
    recovery,
};
use referee_engine::space::Cell;

act! {
    /// PR-R78: an opposed check, the better of STR and DEX each; the winner puts the foe off balance, pushes it one square,
    /// or slips past.
    pub struct Maneuver for Proficiency, by ActorId {
        target: ActorId = "Against";
    }
}

told! {
    /// What came of a maneuver.
    pub enum ManeuverEvent for Proficiency, |table| {
        Tried { who: ActorId, target: ActorId } "PR-047" by who
            => format!("{} maneuvers against {}", table.name(who), table.name(target));
        /// PR-R78: pushed one square.
        Pushed(who: ActorId) under "PR-R78" by who => format!("{} is pushed", table.name(who));
        /// PR-R78: past the foe.
        Slipped { who: ActorId, target: ActorId } under "PR-R78" by who
            => format!("{} slips past {}", table.name(who), table.name(target));
    }
}

impl Act<Proficiency> for Maneuver {
    type By = ActorId;
    type Ready = (ActorId, ActorId, Check);
    const CARD: Card = card!("maneuver", "Maneuver", "Standard", "1 check", "PR-047");
    const NOTHING: Why<'static> = bar!("PR-R78", "nothing-fits", "there is no foe within reach");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Self::Ready, Bar<'t>> {
        let (book, table) = (see.book, see.table);
        table.may_act(who)?;
        turn::may_spend(book, table, who)?;
        let target = self.target()?;
        target_legal(table, who, target)?;
        if !table.hostile(who, target) || !table.is_able(target) {
            return Err(bar!("PR-R78", "no-foe", "{} is no foe who is able", table.name(target)).moot().into());
        }
        let reach = table.weapon_in_hand(who).reach;
        if !within(book, table, table.actor(who).place, table.actor(target).place, 0, reach) {
            return Err(bar!("PR-R78", "out-of-reach", "{} is out of reach", table.name(target)).into());
        }
        let ability = table.sheet(who).better(Ability::Str, Ability::Dex);
        let check = check::prepare(book, table, who, Named::Maneuver, Using::ability(ability), 0);
        Ok((who, target, check))
    }

    fn resolve<O: Oracle<Proficiency>>(
        (who, target, check): Self::Ready,
        book: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::enter(table, who, oracle);
        oracle.tell(Audience::All, || Event::Maneuver(ManeuverEvent::Tried { who, target }));
        let (opponents, opposing, answer) = ([target], Opposing::StrOrDex, Named::Maneuver);
        let asked = Contest { check, opponents: &opponents, opposing, answer, together: false };
        let mut spent = turn::Spent::Nothing;
        let won = contest::contest(book, table, asked, |table| spent = turn::spend(book, table, who), oracle)?;
        if won.is_withdrawn() {
            return Ok(());
        }
        recovery::disturb(table, target, oracle);
        if !won.over.is_empty() {
            let asked = match book.house.maneuver_effect {
                ManeuverEffect::ThreeOptions => Who::Actor(who),
                ManeuverEffect::GmDecides => Who::Gm,
            };
            match (Outdone { who, target }).ask(asked, table, oracle)? {
                Gain::OffBalance => conditions::unbalance(table, target, who, oracle),
                Gain::Push => {
                    shift(book, table, who, target, target);
                    oracle.tell(Audience::All, || Event::Maneuver(ManeuverEvent::Pushed(target)));
                }
                Gain::SlipPast => {
                    shift(book, table, who, target, who);
                    oracle.tell(Audience::All, || Event::Maneuver(ManeuverEvent::Slipped { who, target }));
                }
            }
        }
        let verdict = won.settled.map_or(Verdict::Failure, |settled| settled.verdict);
        turn::momentum(book, table, who, Upshot { spent, verdict, felled: false, joint: false }, oracle);
        Ok(())
    }
}

ask! {
    /// PR-D25, to the actor or the GM: off balance, push, slip past.
    pub struct Outdone for Proficiency: "maneuver", "PR-R78" {
        who: ActorId,
        target: ActorId,
    }
    |self, table| format!("What does {}'s maneuver do to {}?", table.name(self.who), table.name(self.target));
    /// PR-R78.
    pub enum Gain {
        OffBalance = "off-balance", "Off balance";
        Push = "push", "Pushed one square";
        SlipPast = "slip-past", "Slip past";
    }
}

/// On the map: the square behind the target, seen from whoever maneuvers. There the target is pushed, or there one
/// stands after slipping past; if it is not free nobody moves.
fn shift(book: &Proficiency, table: &mut Table, who: ActorId, target: ActorId, moves: ActorId) {
    if !book.house.map_use || !table.is_mapped() {
        return;
    }
    let (from, to) = (table.actor(who).place.cell, table.actor(target).place.cell);
    let behind = Cell::new(to.x + (to.x - from.x).signum(), to.y + (to.y - from.y).signum());
    let space = &table.setup.space;
    if space.contains(behind) && !table.square(behind).blocked && table.occupied(behind).is_none() {
        let place = space.on_ground(behind);
        table.actor_mut(moves).place = place;
    }
}
