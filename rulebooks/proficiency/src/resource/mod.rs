//! Resource-Dice: the chain, its steps, and stocks that run on it (PR-132 to PR-154).

pub mod outlook;

use crate::{
    Event, Proficiency,
    house::{HouseRules, ResourceEnd, ResourceKinds, ResourceStart, ResourceWhen},
    table::Table,
};
use referee_dice::Roll;
use referee_engine::{ActorId, Audience, Face, Flow, Line, Mark, Oracle, Throw, Who, act::Tells, named, rule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of Resource-Die: its place in [`Setup::resources`](crate::table::Setup::resources).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResourceId(pub u8);

named! {
    /// PR-145: the chain of six dice, in its order. There is no d14, d16 or d18.
    #[derive(PartialOrd, Ord, Hash, JsonSchema)]
    pub enum DieSize {
        D4 = "d4",
        D6 = "d6",
        D8 = "d8",
        D10 = "d10",
        D12 = "d12",
        D20 = "d20",
    }
}

impl DieSize {
    pub const fn sides(self) -> u16 {
        [4, 6, 8, 10, 12, 20][self as usize]
    }
}

/// PR-146: which way a die moves along the chain. It keeps its direction (PR-151).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Towards d4.
    #[default]
    Down,
    /// Towards d20.
    Up,
}

impl Direction {
    /// PR-147: where a full die starts.
    pub const fn start(self) -> DieSize {
        match self {
            Direction::Down => DieSize::D20,
            Direction::Up => DieSize::D4,
        }
    }

    /// PR-153, PR-154: the end opposite to the start.
    pub const fn far_end(self) -> DieSize {
        match self {
            Direction::Down => DieSize::D4,
            Direction::Up => DieSize::D20,
        }
    }

    /// The next die in this direction; `None` at the far end.
    fn next(self, size: DieSize) -> Option<DieSize> {
        let at = size as usize;
        match self {
            Direction::Down => at.checked_sub(1).map(|at| DieSize::ALL[at]),
            Direction::Up => DieSize::ALL.get(at + 1).copied(),
        }
    }
}

/// PR-R95: when a die is rolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RollWhen {
    /// Right after each use.
    #[default]
    EachUse,
    /// As the damage of each hit.
    EachHit,
    /// At the start of each of the victim's turns.
    EachTurn,
    /// At the end of each Moment.
    EachMoment,
    /// At the end of each Interval while it is in use.
    EachInterval,
    /// At the end of each day.
    EachDay,
    /// When the GM names an exertion.
    EachExertion,
}

/// What comes of a stock that is spent, besides that there is no more of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum WhenSpent {
    /// PR-R93: its owner is exhausted.
    Exhausted,
}

/// PR-R98: the Save that can end a lasting effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndingSave {
    pub ability: crate::sheet::Ability,
    /// How hard.
    pub level: crate::dc::Level,
}

/// A kind of Resource-Die (PR-133, PR-134).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ResourceSheet {
    pub key: String,
    pub name: String,
    /// PR-146.
    pub direction: Direction,
    /// PR-147, PR-R92: where it starts.
    pub start: DieSize,
    /// PR-R95.
    pub roll_when: RollWhen,
    /// PR-R98: is the number rolled damage?
    pub number_is_damage: bool,
    /// PR-R107: one die for a place.
    pub area: bool,
    /// Does it give light while it burns?
    pub light: bool,
    /// What ends or is lost.
    pub on_spent: String,
    /// What else comes of it.
    pub makes: Option<WhenSpent>,
    /// PR-R97: does a Period of recovery bring it back?
    pub recovers: bool,
    /// PR-R98: the Save that can end it.
    pub save: Option<EndingSave>,
    /// PR-R100, PR-D30: counted by number, so many at the start; by the die if `None`.
    pub count: Option<u16>,
    /// PR-R100: so many at the start if the table counts everything.
    pub usual_count: u16,
}

/// What is left of a stock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Left {
    /// PR-132: a Resource-Die.
    Die(DieSize),
    /// PR-134: counted.
    Count(u16),
}

impl Left {
    pub fn word(self) -> String {
        match self {
            Left::Die(die) => die.word().to_owned(),
            Left::Count(count) => count.to_string(),
        }
    }
}

/// A stock of somebody: one die for each owner and kind (PR-R99).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stock {
    pub kind: ResourceId,
    pub left: Left,
    /// PR-152: is it spent?
    pub spent: bool,
    /// Does it burn, or is it eaten, now?
    pub in_use: bool,
    /// PR-R95: seconds of use since the last roll, outside its own clock mode.
    pub passed: u32,
    /// PR-R95, switch `resource_when`: used in this scene.
    pub used: bool,
}

/// A lasting effect on a victim (PR-R98, PR-R105).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lasting {
    pub kind: ResourceId,
    pub die: DieSize,
}

/// What happened to a Resource-Die.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stepped {
    /// Whose; nobody's if it belongs to a place.
    pub who: Option<ActorId>,
    pub kind: ResourceId,
    /// The die that was rolled; `None` if it was counted or stepped without a roll.
    pub rolled: Option<(DieSize, Face)>,
    pub left: Left,
    /// Is it spent now?
    pub spent: bool,
}

impl Tells<Proficiency> for Stepped {
    fn line(&self, _: &Proficiency, table: &Table) -> Line {
        let sheet = table.resource(self.kind);
        let whose = self.who.map_or(String::new(), |who| format!("{}: ", table.name(who)));
        let rolled = self.rolled.map_or(String::new(), |(die, face)| format!(" rolls {face} on {}", die.word()));
        let now = self.left.word();
        let end = if self.spent { format!(", spent: {}", sheet.on_spent) } else { format!(", now {now}") };
        let rules = [rule!("PR-148"), if self.spent { rule!("PR-152") } else { rule!("PR-149") }];
        let told = Line::new(1, format!("{whose}{}{rolled}{end}", sheet.name), rules);
        match self.who {
            Some(who) => told.by(who),
            None => told,
        }
    }

    /// What is spent.
    fn marks(&self, to: &mut Vec<Mark>) {
        if self.spent {
            to.push(Mark::word("stock", self.who, 1, "spent"));
        }
    }
}

/// PR-148 to PR-150, PR-152 to PR-154, PR-R94: the die after this roll, and whether the resource is spent.
///
/// A roll of 1 or 2 moves it by one die, whichever its direction; a 3 or more leaves it as it is.
pub fn step(house: &HouseRules, direction: Direction, die: DieSize, face: i32) -> (DieSize, bool) {
    if face > 2 {
        return (die, false);
    }
    match (direction.next(die), house.resource_end) {
        (Some(next), ResourceEnd::OnReach) => (next, next == direction.far_end()),
        (Some(next), ResourceEnd::StepPast) => (next, false),
        (None, _) => (die, true),
    }
}

impl ResourceSheet {
    /// PR-147, PR-R92, PR-R100: a full stock of this kind, or one that starts where `start` says.
    pub fn stock(&self, house: &HouseRules, kind: ResourceId, start: Option<DieSize>) -> Stock {
        let count = match house.resource_kinds {
            ResourceKinds::None if !self.number_is_damage => Some(self.count.unwrap_or(self.usual_count)),
            ResourceKinds::None | ResourceKinds::List => self.count,
        };
        let left = count.map_or_else(|| Left::Die(self.start_die(house, start)), Left::Count);
        // What is eaten is always in use; what burns has to be lit.
        let in_use = self.roll_when == RollWhen::EachDay;
        Stock { kind, left, spent: left == Left::Count(0), in_use, passed: 0, used: false }
    }

    /// PR-R92: the start die of the entry, or the end of the chain. Never the far end, where it would be spent.
    pub fn start_die(&self, house: &HouseRules, start: Option<DieSize>) -> DieSize {
        match house.resource_start {
            ResourceStart::Entry => start.unwrap_or(self.start),
            ResourceStart::EndsOnly => self.direction.start(),
        }
    }

    /// PR-R95: seconds between two rolls of a die that is rolled by the clock, and the mode whose unit it is.
    pub fn every(&self, table: &Table) -> Option<(u32, Option<crate::table::Mode>)> {
        use crate::table::Mode;
        match self.roll_when {
            RollWhen::EachMoment => Some((table.unit_seconds(Mode::Moment), Some(Mode::Moment))),
            RollWhen::EachInterval => Some((table.unit_seconds(Mode::Interval), Some(Mode::Interval))),
            RollWhen::EachDay => Some((24 * 3600, None)),
            RollWhen::EachUse | RollWhen::EachHit | RollWhen::EachTurn | RollWhen::EachExertion => None,
        }
    }
}

/// PR-R96: throws a Resource-Die. It is no action check: no Proficiency, no bonus, no ADV, no criticals.
pub(crate) fn throw<T: Copy + Ord, O: Oracle<Proficiency>>(
    who: Option<ActorId>,
    die: DieSize,
    oracle: &mut O,
    read: impl Fn(i32) -> T,
) -> Flow<referee_engine::Rolled<T>> {
    let who = who.map_or(Who::Gm, Who::Actor);
    oracle.roll(Throw::open(who, "Resource-Die"), Roll::die(die.sides()), read)
}

/// PR-R95: one use of a stock. The use that spends it still stands; a spent stock is not rolled.
pub fn use_stock<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    kind: ResourceId,
    oracle: &mut O,
) -> Flow<()> {
    let Some(at) = table.actor(who).stocks.iter().position(|stock| stock.kind == kind) else { return Ok(()) };
    if table.actor(who).stocks[at].spent {
        return Ok(());
    }
    if book.house.resource_when == ResourceWhen::EndOfScene {
        table.actor_mut(who).stocks[at].used = true;
        return Ok(());
    }
    roll_stock(book, table, who, at, oracle)
}

/// Rolls the stock at this place of somebody's list, or counts one off.
pub fn roll_stock<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    at: usize,
    oracle: &mut O,
) -> Flow<()> {
    let stock = table.actor(who).stocks[at];
    let direction = table.resource(stock.kind).direction;
    let (left, spent, rolled) = match stock.left {
        Left::Count(count) => {
            let left = count.saturating_sub(1);
            (Left::Count(left), left == 0, None)
        }
        Left::Die(die) => {
            let rolled = throw(Some(who), die, oracle, |face| step(&book.house, direction, die, face))?;
            let (next, spent) = rolled.value;
            (Left::Die(next), spent, Some((die, rolled.face)))
        }
    };
    set(table, who, at, left, spent);
    oracle.tell(Audience::All, || Event::Resource(Stepped { who: Some(who), kind: stock.kind, rolled, left, spent }));
    Ok(())
}

/// PR-R44: a complication: the die steps without a roll.
pub fn step_down<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    who: ActorId,
    at: usize,
    oracle: &mut O,
) {
    let stock = table.actor(who).stocks[at];
    let direction = table.resource(stock.kind).direction;
    let (left, spent) = match stock.left {
        Left::Count(count) => (Left::Count(count.saturating_sub(1)), count <= 1),
        Left::Die(die) => {
            let (next, spent) = step(&book.house, direction, die, 1);
            (Left::Die(next), spent)
        }
    };
    set(table, who, at, left, spent);
    oracle.tell(Audience::All, || {
        Event::Resource(Stepped { who: Some(who), kind: stock.kind, rolled: None, left, spent })
    });
}

/// PR-152, PR-R93: what is left; a stock that is spent stops burning and may exhaust its owner.
pub(crate) fn set(table: &mut Table, who: ActorId, at: usize, left: Left, spent: bool) {
    let kind = table.actor(who).stocks[at].kind;
    let exhausts = spent && table.resource(kind).makes == Some(WhenSpent::Exhausted);
    let actor = table.actor_mut(who);
    let stock = &mut actor.stocks[at];
    (stock.left, stock.spent, stock.in_use) = (left, spent, stock.in_use && !spent);
    actor.exhausted |= exhausts;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(house: &HouseRules, direction: Direction, start: DieSize, faces: &[i32]) -> Vec<(DieSize, bool)> {
        let mut die = start;
        let mut all = Vec::new();
        for &face in faces {
            let (next, spent) = step(house, direction, die, face);
            all.push((next, spent));
            die = next;
        }
        all
    }

    /// PR-T17: down from d20; PR-145, PR-147 to PR-150, PR-152, PR-153.
    #[test]
    fn pr_t17_a_die_goes_down_the_chain_and_is_spent_at_d4() {
        use DieSize::*;
        let walked = walk(&HouseRules::default(), Direction::Down, Direction::Down.start(), &[2, 7, 1, 2, 1, 2]);
        let expected = [(D12, false), (D12, false), (D10, false), (D8, false), (D6, false), (D4, true)];
        assert_eq!(walked, expected);
    }

    /// PR-T18: up from d4; PR-146, PR-151, PR-154.
    #[test]
    fn pr_t18_a_die_goes_up_the_chain_and_is_spent_at_d20() {
        use DieSize::*;
        let walked = walk(&HouseRules::default(), Direction::Up, Direction::Up.start(), &[1, 3, 2, 1, 2, 1]);
        let expected = [(D6, false), (D6, false), (D8, false), (D10, false), (D12, false), (D20, true)];
        assert_eq!(walked, expected);
    }

    /// PR-V47, PR-V48: PR-R94 in both positions.
    #[test]
    fn pr_r94_the_last_die_is_rolled_only_where_one_steps_past_it() {
        use DieSize::*;
        let house = HouseRules::default();
        assert_eq!(walk(&house, Direction::Down, D8, &[2, 4, 1]), [(D6, false), (D6, false), (D4, true)]);
        let house = HouseRules { resource_end: ResourceEnd::StepPast, ..HouseRules::default() };
        let expected = [(D6, false), (D6, false), (D4, false), (D4, false), (D4, true)];
        assert_eq!(walk(&house, Direction::Down, D8, &[2, 4, 1, 3, 2]), expected);
    }
}
