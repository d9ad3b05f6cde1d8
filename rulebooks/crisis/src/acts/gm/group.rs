//! Groups that share one initiative roll (CR-040, CR-D07).

use crate::{acts::prelude::*, table::Group as Members};
use referee_engine::act::Several;
use std::sync::Arc;

/// The most groups of a scene.
const MOST: usize = 60;

act! {
    /// CR-040, CR-D07: these share one initiative roll; the first one's die is used.
    pub struct Group for Crisis, by Gm {
        who among sets: Several<ActorId> = "Who";
    }
}

/// Two NPCs at least; then each of them.
fn sets(_: &Group, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Several<ActorId>> {
    let npcs = || see.table.ids().filter(|&id| !see.sheet(id).is_pc);
    std::iter::once(npcs().take(2).collect()).chain(npcs().map(|id| Several::from_iter([id]))).collect()
}

told! {
    /// A group that may be made, or is.
    pub struct Grouped for Crisis { who: SmallVec<[ActorId; 4]> }
    |table| "CR-040" => {
        let names: Vec<&str> = who.iter().map(|&who| table.name(who)).collect();
        format!("{} share one initiative roll", names.join(", "))
    };
}

impl Act<Crisis> for Group {
    type By = Gm;
    type Ready = Grouped;
    const CARD: Card = card!("group", "These share one initiative roll", "GM", "", "CR-040");
    const NOTHING: Why<'static> = bar!("CR-040", "no-group", "a group is two NPCs or more");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Grouped, Bar<'t>> {
        let table = see.table;
        if table.setup.groups.len() > MOST {
            return Err(bar!("CR-040", "no-group", "there are enough groups").into());
        }
        let who = self.who()?;
        who.0.iter().try_for_each(|&one| table.known(one))?;
        if !who.is_once() || who.0.iter().any(|&one| table.sheet(one).is_pc) {
            return Err(Self::NOTHING.into());
        }
        if who.0.len() < 2 {
            return Err(Self::NOTHING.and_more().into());
        }
        Ok(Grouped { who: who.0 })
    }

    fn resolve<O: Oracle<Crisis>>(grouped: Grouped, _: &Crisis, table: &mut Table, oracle: &mut O) -> Flow<()> {
        oracle.tell(Audience::Gm, || Event::Group(grouped.clone()));
        let setup = Arc::make_mut(&mut table.setup);
        let number = setup.groups.len().min(usize::from(u8::MAX)) as u8;
        let name = format!("group {}", number + 1);
        setup.groups.push(Members { name, leader: grouped.who.first().copied() });
        for one in grouped.who {
            setup.sheets[one.index()].group = Some(number);
        }
        Ok(())
    }
}
