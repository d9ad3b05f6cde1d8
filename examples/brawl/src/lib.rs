//! Brawl: a whole rulebook in 200 lines of code. `docs/a-book-of-your-own.md` walks through it.
#![deny(clippy::wildcard_enum_match_arm)]
#![allow(missing_docs, reason = "the guide says what they are")]

mod breathe;
mod strike;
mod table;

pub use breathe::{Breath, Breathe};
pub use strike::{Dodge, Strike, Struck};
pub use table::{Fighter, Table};

use referee_engine::{Status, System, Track, act::prelude::*, by_acts, door, plain_defaults};

/// The book. House rules would be its fields.
#[derive(Clone, Debug, Default)]
pub struct Brawl;

referee_engine::acts! { pub enum Intent, Ready for Brawl { Strike, Breathe } }
referee_engine::questions! { pub enum Question for Brawl { Dodge } }
referee_engine::events! { pub enum Event for Brawl { Struck(Struck), Breath(Breath) } }

impl Book for Brawl {
    type Acts = Intent;
}

impl System for Brawl {
    type Table = Table;
    const NAME: &'static str = "brawl";
    const VERSION: u32 = 1;

    by_acts!(Intent, Question, Event);
    plain_defaults!(fighters);

    fn resolve<O: Oracle<Self>>(&self, table: &mut Table, by: Seat, intent: &Intent, oracle: &mut O) -> Flow<()> {
        intent.perform(by, self, table, oracle)?;
        table.next_turn();
        Ok(())
    }

    fn status(&self, table: &Table) -> Status {
        match table.is_over() {
            true => Status::Over(table.standing().next().map(|who| table.fighters[who].side)),
            false => Status::Acting([table.turn].into_iter().collect()),
        }
    }

    fn tracks(&self, table: &Table, actor: ActorId) -> Vec<Track> {
        let fighter = &table.fighters[actor];
        vec![Track { name: "hp".into(), now: fighter.left().into(), max: fighter.hp.into() }]
    }

    fn open(scene: &door::Source) -> Result<(Self, Table), door::Mistakes> {
        let scene = door::read::<Table>(scene)?;
        let (mut check, table) = (door::Check::new(), &scene.value);
        scene.check_book(&table.book, Self::NAME, &mut check);
        if table.fighters.get(table.turn).is_none_or(|fighter| fighter.left() == 0) {
            check.push(scene.mistake("turn", "whoever has the turn stands", ["somebody with hit points left"]));
        }
        check.finish((Brawl, scene.value))
    }
}
