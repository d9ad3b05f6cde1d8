//! Hit points rolled at the table (PR-R71).

use super::known;
use crate::{acts::prelude::*, house::HpModel};
use referee_dice::Roll;

act! {
    /// PR-R71, switch `hp_model`: hit points are rolled at the table.
    pub struct RollHp for Proficiency, by Gm {
        who: ActorId = "Who";
    }
}

/// Hit points that may be rolled.
pub struct Rolling {
    who: ActorId,
}

/// PR-R71: somebody has so many hit points at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HpRolled {
    pub who: ActorId,
    pub most: i16,
}

impl Act<Proficiency> for RollHp {
    type By = Gm;
    type Ready = Rolling;
    const CARD: Card = card!("roll-hp", "Roll hit points", "GM", "", "PR-R71");
    const NOTHING: Why<'static> = bar!("PR-R71", "nothing-fits", "the hit points of everybody are settled");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Rolling, Bar<'t>> {
        if see.book.house.hp_model != HpModel::Rolled {
            return Err(bar!("PR-R71", "not-rolled", "this table does not roll hit points").moot().into());
        }
        let who = self.who()?;
        known(see.table, who)?;
        if see.sheet(who).own_hp.is_some() {
            return Err(bar!("PR-R71", "settled", "the hit points of {} are settled", see.table.name(who)).into());
        }
        Ok(Rolling { who })
    }

    /// PR-R71, `rolled`: every level rolls the hit die and adds the CON modifier, at least 1; level 0 rolls one die of half
    /// the size. What was lost before stays lost, but nobody goes down by it.
    fn resolve<O: Oracle<Proficiency>>(
        Rolling { who }: Rolling,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let sheet = table.sheet(who);
        let (level, con, before) = (sheet.level, i16::from(sheet.modifier(Ability::Con)), sheet.hp_max);
        let die = if level == 0 { sheet.hit_die / 2 } else { sheet.hit_die };
        let mut most = 0;
        for _ in 0..level.max(1) {
            let throw = Throw::open(Who::Actor(who), "hit points");
            most += oracle.roll(throw, Roll::die(u16::from(die)), |face| (face as i16 + con).max(1))?.value;
        }
        let sheet = table.sheet_mut(who);
        (sheet.own_hp, sheet.hp_max) = (Some(most as u16), most);
        let actor = table.actor_mut(who);
        let least = i16::from(actor.life == Life::Able);
        actor.hp = if actor.hp == 0 { 0 } else { (actor.hp + most - before).clamp(least, most) };
        oracle.tell(Audience::All, || Event::HpRolled(HpRolled { who, most }));
        Ok(())
    }
}

impl Tells<Proficiency> for HpRolled {
    fn line(&self, _: &Proficiency, table: &Table) -> Line {
        let text = format!("{} has {} hp at most", table.name(self.who), self.most);
        Line::new(0, text, [rule!("PR-R71")]).by(self.who)
    }
}
