//! Time: units pass, and with them what burns, what is eaten and what heals (PR-006 to PR-015, PR-R06 to PR-R10, PR-R95).

use crate::{
    Event, Proficiency, conditions,
    house::{ResourceWhen, TimeLength},
    lasting, recovery, resource,
    table::{Mode, Phase, Table},
};
use referee_dice::Roll;
use referee_engine::{
    Audience, Choice, Flow, Oracle, RuleId, Throw, Who,
    act::{Answers, Asks},
    rule, told,
};
use serde::{Deserialize, Serialize};

told! {
    /// What happened to the clock.
    pub enum TimeEvent for Proficiency, |table| {
        /// A unit has passed.
        Passed {
            /// Of which mode.
            mode: Mode,
            /// Seconds, minutes, hours or days.
            count: u8,
            /// Seconds on the clock now.
            elapsed: u64,
        } "PR-006" => {
            let unit = span(u64::from(count) * u64::from(mode.seconds()));
            format!("A {} of {unit} passes; {} in all", mode.word(), span(elapsed))
        };
        /// PR-D03, PR-D04: the GM has set the clock.
        Set {
            /// The mode.
            mode: Mode,
            /// How many seconds, minutes, hours or days a unit has.
            count: u8,
        } heading "PR-006", "PR-R06" => {
            let unit = span(u64::from(count) * u64::from(mode.seconds()));
            format!("The clock runs in {}s of {unit}", mode.word())
        };
    }
}

/// PR-D03, PR-D04, PR-015: the GM sets the mode of the clock; any activity may run in any unit.
pub fn set<O: Oracle<Proficiency>>(table: &mut Table, mode: Mode, count: Option<u8>, oracle: &mut O) {
    let count = count.unwrap_or(table.counts[mode as usize]);
    table.clock.mode = mode;
    table.counts[mode as usize] = count;
    recovery::unit_begins(table);
    oracle.tell(Audience::All, || Event::Time(TimeEvent::Set { mode, count }));
}

/// PR-R06: how many seconds, minutes, hours or days this unit has.
fn length<O: Oracle<Proficiency>>(book: &Proficiency, table: &Table, oracle: &mut O) -> Flow<u8> {
    let usual = table.counts[table.clock.mode as usize];
    Ok(match book.house.time_length {
        TimeLength::Fixed => usual,
        TimeLength::Ask => UnitLength { usual }.ask(Who::Gm, table, oracle)?,
        TimeLength::Roll => oracle.roll(Throw::open(Who::Gm, "length"), Roll::die(10), |face| face as u8)?.value,
    })
}

/// PR-D04, PR-R06, to the GM: how long this unit is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnitLength {
    /// The usual count.
    pub usual: u8,
}

impl Asks<Proficiency> for UnitLength {
    type Answer = u8;
    const KIND: &'static str = "unit-length";
    const RULE: RuleId = rule!("PR-R06");

    fn answers(&self) -> Answers<u8> {
        (1..=10).collect()
    }

    fn usual(&self) -> usize {
        usize::from(self.usual) - 1
    }

    fn text(&self, _: &Proficiency, _: &Table, _: Who) -> String {
        "How long is this unit of time?".into()
    }

    fn choice(&self, _: &Proficiency, _: &Table, _: Who, count: &u8) -> Choice {
        Choice::plain(count.to_string())
    }
}

/// A length of time in words: `2 h 10 min`; `no time` for none.
pub(crate) fn span(seconds: u64) -> String {
    let parts = [(seconds / 86_400, "d"), (seconds / 3_600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")];
    let words: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, unit)| format!("{count} {unit}")).collect();
    if words.is_empty() { "no time".to_owned() } else { words.join(" ") }
}

/// PR-006, PR-R112: so many units pass. Who rests does so in all of them.
pub fn units<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, count: u8, oracle: &mut O) -> Flow<()> {
    for _ in 0..count {
        pass(book, table, oracle)?;
    }
    recovery::unit_ends(table);
    Ok(())
}

/// One unit passes.
pub fn unit<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    units(book, table, 1, oracle)
}

/// PR-006, PR-R06, PR-R95: one unit of the clock's mode passes, with everything that falls due in it and at its end.
fn pass<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    let (mode, count) = (table.clock.mode, length(book, table, oracle)?);
    let seconds = u32::from(count) * mode.seconds();
    table.clock.advance(u64::from(seconds));
    table.units = table.units.saturating_add(1);
    let elapsed = table.clock.elapsed;
    oracle.tell(Audience::All, || Event::Time(TimeEvent::Passed { mode, count, elapsed }));
    if table.phase == Phase::Free {
        conditions::time_passes(table);
        // PR-R113: outside of turns what lasts falls due with every Moment.
        let moments = if mode == Mode::Moment { 1 } else { seconds / table.unit_seconds(Mode::Moment) };
        lasting::moments(book, table, moments, oracle)?;
    }
    stocks(book, table, mode, seconds, oracle)?;
    areas(book, table, mode, seconds, oracle)?;
    let periods = recovery::periods(table, mode, seconds);
    for who in table.ids() {
        if periods > 0 && table.actor(who).resting {
            recovery::rested(book, table, who, periods, oracle);
        }
    }
    Ok(())
}

/// PR-R95: how often a die is rolled now, and the seconds that are left over: once at the end of its own unit; in another
/// mode, whenever that much time has passed.
fn due(stock: &resource::Stock, every: u32, is_own: bool, seconds: u32) -> (u32, u32) {
    if is_own {
        return (1, stock.passed);
    }
    let passed = stock.passed.saturating_add(seconds);
    (passed / every, passed % every)
}

/// PR-139 to PR-141, PR-R95, PR-R99: stocks in use: once at the end of their own unit; in another mode, whenever that
/// much time has passed. Each owner rolls its own.
fn stocks<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    mode: Mode,
    seconds: u32,
    oracle: &mut O,
) -> Flow<()> {
    for who in table.ids() {
        for at in 0..table.actor(who).stocks.len() {
            let stock = table.actor(who).stocks[at];
            if !stock.in_use {
                continue;
            }
            let Some((every, own)) = table.resource(stock.kind).every(table) else { continue };
            if book.house.resource_when == ResourceWhen::EndOfScene {
                table.actor_mut(who).stocks[at].used = true;
                continue;
            }
            let (due, passed) = due(&stock, every, own == Some(mode), seconds);
            table.actor_mut(who).stocks[at].passed = passed;
            for _ in 0..due {
                if !table.actor(who).stocks[at].spent {
                    resource::roll_stock(book, table, who, at, oracle)?;
                }
            }
        }
    }
    Ok(())
}

/// PR-R107: dice of places.
fn areas<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    mode: Mode,
    seconds: u32,
    oracle: &mut O,
) -> Flow<()> {
    for at in 0..table.areas.len() {
        let stock = table.areas[at].stock;
        let Some((every, own)) = table.resource(stock.kind).every(table) else { continue };
        let (due, passed) = due(&stock, every, own == Some(mode), seconds);
        table.areas.fill()[at].stock.passed = passed;
        for _ in 0..due {
            if !table.areas[at].stock.spent {
                lasting::burn(book, table, at, oracle)?;
            }
        }
    }
    Ok(())
}

/// PR-R95, switch `resource_when`: at the end of a scene each stock that was used in it is rolled once.
pub fn stocks_at_the_end<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, oracle: &mut O) -> Flow<()> {
    for who in table.ids() {
        for at in 0..table.actor(who).stocks.len() {
            if std::mem::take(&mut table.actor_mut(who).stocks[at].used) && !table.actor(who).stocks[at].spent {
                resource::roll_stock(book, table, who, at, oracle)?;
            }
        }
    }
    Ok(())
}
