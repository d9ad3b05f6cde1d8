//! A correction of whose Turn it is (CW-003).

use super::prelude::*;
use referee_engine::clock::Turn;

act! {
    /// CW-003: it is this side's Turn; nothing of its start happens again.
    pub struct SetTurn for Clockworld, by Gm {
        side: Side = "Whose";
        secret: bool = "For the GM alone", usual;
    }
}

told! {
    /// It is this side's Turn.
    pub struct TurnSet(side: Side) for Clockworld;
    |_table| "CW-003" => format!("Correction: it is the {} Turn", Clockworld::side_word(side));
}

impl Act<Clockworld> for SetTurn {
    type By = Gm;
    type Ready = (Side, Audience);
    const CARD: Card = card!("set-turn", "Correct whose Turn it is", "GM", "", "CW-003");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<(Side, Audience), Bar<'t>> {
        if see.clock.mode != Mode::Turns || see.over.is_some() {
            return Err(bar!("CW-003", "not-now", "there are no Turns now").moot().into());
        }
        let side = super::known_side(self.side()?)?;
        Ok((side, told(see.table, self.secret()?, &[])))
    }

    fn resolve<O: Oracle>((side, to): (Side, Audience), _: &Clockworld, table: &mut Table, oracle: &mut O) -> Flow<()> {
        table.side = side;
        table.clock.turn = Turn::OfSide(side);
        let count = &mut table.turns[usize::from(side.0)];
        *count = (*count).max(1);
        oracle.tell(to, || Event::Gm(GmEvent::SetTurn(TurnSet(side))));
        Ok(())
    }
}
