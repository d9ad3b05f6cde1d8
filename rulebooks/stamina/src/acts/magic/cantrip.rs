//! Cantrips: no check, small effects (ST-167 to ST-169, ST-R74).

use super::*;
use crate::harm::lose_defense;

act! {
    /// ST-167.
    pub struct Cantrip for Stamina, by ActorId {
        cantrip among known: CantripAt = "Which";
        target among targets: ActorId = "On", usual when is_own;
        lowered: bool = "Lowered to zero, for penalty dice", usual when in_full;
    }
}

/// A cantrip, by its place in the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct CantripAt(pub u8);

/// A cantrip that may be cast.
pub struct Casting {
    who: ActorId,
    cantrip: u8,
    target: ActorId,
    lowered: bool,
}

fn known(_: &Cantrip, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<CantripAt> {
    let Some(who) = whose.filter(|who| see.has(*who)) else { return Vec::new() };
    see.sheet(who).cantrips.iter().copied().map(CantripAt).collect()
}

fn targets(_: &Cantrip, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<ActorId> {
    near(see, whose)
}

fn is_own(act: &Cantrip, _: See<'_, '_>, whose: Option<ActorId>) -> bool {
    is_caster(act.target.value(), whose)
}

/// ST-D10: the lowered form has to be said, since it costs dice.
fn in_full(act: &Cantrip, _: See<'_, '_>, _: Option<ActorId>) -> bool {
    act.lowered.value() != Some(&true)
}

impl Act<Stamina> for Cantrip {
    type By = ActorId;
    type Ready = Casting;
    const CARD: Card = card!("cantrip", "Cast Cantrip", "Magic", "2 stamina", "ST-167");
    const NOTHING: Why<'static> = bar!("ST-167", "nothing-known", "nothing of that kind is known");

    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Casting, Bar<'t>> {
        may_work(see.table, who)?;
        turn::may_in_form(see.book, see.table, who, Action::Cantrip, self.lowered.value().copied())?;
        let CantripAt(cantrip) = self.cantrip()?;
        if !see.sheet(who).cantrips.contains(&cantrip) {
            return Err(bar!("ST-167", "unknown-cantrip", "this cantrip is not known").into());
        }
        let touches = see.setup.cantrips[usize::from(cantrip)].drain > 0;
        let target = if touches { self.target()? } else { who };
        if touches && (target == who || !touchable(see, who, target)) {
            return Err(bar!("ST-167", "out-of-touch", "only a neighbour can be touched").into());
        }
        let lowered = self.lowered()?;
        turn::may(see.book, see.table, who, &Cost::lowered(Action::Cantrip, lowered))?;
        Ok(Casting { who, cantrip, target, lowered })
    }

    /// ST-167: casts it. ST-169: after a lowered one there is no more magic until the next turn.
    fn resolve<O: Oracle<Stamina>>(
        Casting { who, cantrip, target, lowered }: Casting,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        turn::declare(table, who, &Cost::lowered(Action::Cantrip, lowered), oracle)?;
        if !table.is_active(who) {
            return Ok(());
        }
        oracle.tell(Audience::All, || Event::Cantrip(CantripCast { who, cantrip }));
        let terms = &table.setup.cantrips[usize::from(cantrip)];
        let (drain, light, rounds) = (terms.drain, terms.light, terms.rounds);
        if lowered {
            table.actor_mut(who).turn.no_magic = true;
        }
        if drain > 0 {
            turn::join(table, target, oracle);
            lose_defense(table, target, drain, rule!("ST-167"), oracle);
        }
        if light > 0 {
            let ends = match table.clock.mode {
                Mode::Rounds => Ends::At { turn: Turn::Of(who), edge: Edge::Start, count: u16::from(rounds.max(1)) },
                Mode::Free => Ends::Never,
            };
            table.actor_mut(who).light = Some((light, ends));
        }
        Ok(())
    }
}

impl Value<Stamina> for CantripAt {
    fn all(see: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..see.setup.cantrips.len() as u8).map(CantripAt).collect()
    }

    fn choice(&self, see: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(see.setup.cantrips[usize::from(self.0)].name.clone())
    }
}

/// ST-167: a cantrip is cast.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CantripCast {
    pub who: ActorId,
    pub cantrip: u8,
}

impl Tells<Stamina> for CantripCast {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let what = &table.setup.cantrips[usize::from(self.cantrip)].name;
        Line::new(1, format!("{} casts {what}", table.name(self.who)), [rule!("ST-167")]).by(self.who)
    }
}
