//! Initiative: a roll-off between the sides, or between two duellists (PR-016 to PR-027, PR-R13 to PR-R25).

use crate::{
    Event, Proficiency,
    check::Edge,
    house::{InitiativeDuelModifier, InitiativeMissile, InitiativeReach, InitiativeSurprise, InitiativeTie},
    recovery,
    sheet::{Ability, PCS, Weapon},
    table::{Mode, Phase, SideSet, Table},
    turn::time::{self, span},
};
use referee_dice::Roll;
use referee_engine::{
    ActorId, Audience, Choice, Face, Flow, Here, Mark, Oracle, RuleId, Side, Throw, Who,
    act::{Answers, Asks},
    rule, told,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// After so many ties in a row (the chance of it is nil) the sides act in the order in which the scene names them.
const MOST_TIES: usize = 30;

/// PR-D05, PR-D06: what is settled before the roll.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Plan {
    /// PR-018, PR-R25: whose player rolls for the PC side; the first in roster order if left out.
    pub roller: Option<ActorId>,
    /// PR-R11: sides that have ADV.
    pub adv: SmallVec<[Side; 2]>,
    /// PR-R11: sides that have DIS.
    pub dis: SmallVec<[Side; 2]>,
    /// PR-R11, switch `initiative_surprise`: sides that are surprised.
    pub surprised: SmallVec<[Side; 2]>,
}

told! {
    /// What happened in a roll-off.
    pub enum InitiativeEvent for Proficiency, |table| {
        /// PR-016: it is declared.
        Declared {
            /// PR-022: one against one.
            duel: bool,
            /// PR-006: the unit of time that a round takes.
            mode: Mode,
            /// How many seconds, minutes, hours or days it has.
            count: u8,
        } heading [rule!("PR-016"), if duel { rule!("PR-022") } else { rule!("PR-016") }] => {
            let unit = span(u64::from(count) * u64::from(mode.seconds()));
            let who = if duel { ", one on one" } else { "" };
            format!("Initiative{who}, in {}s of {unit}", mode.word())
        };
        /// A side rolled.
        Rolled(roller: Roller, face: Face) under "PR-017" => {
            let total = face.shown() + i32::from(roller.modifier);
            format!("The {} roll {face} {:+} = {total}", table.side_name(roller.side), roller.modifier)
        };
        /// PR-R13: these roll again.
        Tied(it: SmallVec<[Side; 4]>) under "PR-R13" => "Tied: they roll again";
        /// PR-026, PR-027: the order of the sides.
        Order(sides: SmallVec<[Side; 4]>) "PR-026", "PR-027" => {
            let names: Vec<&str> = sides.iter().map(|of| table.side_name(*of)).collect();
            format!("Order: {}", names.join(", "))
        };
    }
    // Who goes first.
    marks |self, to| {
        if let InitiativeEvent::Order(sides) = self {
            let first = sides.first().map_or(0, |side| i32::from(side.0));
            to.push(Mark::word("first side", None, first, if first == 0 { "pcs" } else { "others" }));
        }
    };
}

/// One die of a roll-off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Roller {
    pub side: Side,
    /// Whose dice: one player's for a PC side, the GM's for any other (PR-018, PR-019).
    pub who: Who,
    /// What is added.
    pub modifier: i16,
    /// ADV or DIS.
    pub edge: Edge,
}

impl Roller {
    /// PR-017, PR-R19: 1d6; with ADV or DIS two of them. PR-R24: no criticals, no PER.
    pub const fn dice(&self) -> Roll {
        self.edge.dice(6)
    }
}

/// The sides with somebody able, in their order.
fn sides(table: &Table) -> SmallVec<[Side; 4]> {
    table.able_sides().iter().collect()
}

fn members(table: &Table, side: Side) -> impl Iterator<Item = ActorId> + use<> {
    table.able().both(table.members(side)).iter()
}

/// PR-004, PR-005, PR-016, PR-D02: initiative is declared, rolled, and the first round begins. It needs two sides, not a
/// fight: the GM may declare it in any scene and in any unit of time (PR-008, PR-015). It breaks all rest (PR-R112).
pub fn declare<O: Oracle<Proficiency>>(book: &Proficiency, table: &mut Table, plan: &Plan, oracle: &mut O) -> Flow<()> {
    unit(table, oracle)?;
    for who in table.ids() {
        recovery::disturb(table, who, oracle);
    }
    table.phase = Phase::Initiative;
    // A new fight ends by itself again, unless what the scene is about is over already.
    table.goes_on = super::by_condition(table).is_some();
    table.order = roll_off(book, table, plan, oracle)?;
    super::first_round(book, table, oracle)?;
    if book.house.initiative_surprise == InitiativeSurprise::LoseFirstTurn {
        // PR-R11: who is surprised has had its first turn.
        for who in table.ids() {
            let lost = plan.surprised.contains(&table.side_of(who));
            table.actor_mut(who).turn.acted = lost;
        }
    }
    super::part_begins(book, table, oracle)?;
    super::go_on(book, table, oracle)
}

/// PR-008, PR-015, PR-R114: Moments are the common unit of initiative. Where the clock runs in another one, the GM says
/// whether it goes on so.
fn unit<O: Oracle<Proficiency>>(table: &mut Table, oracle: &mut O) -> Flow<()> {
    let mode = table.clock.mode;
    if mode != Mode::Moment && (InitiativeUnit { mode }).ask(Who::Gm, table, oracle)? == Mode::Moment {
        time::set(table, Mode::Moment, None, oracle);
    }
    Ok(())
}

/// PR-D39, PR-R114, to the GM: initiative in Moments, or in the unit of the clock as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct InitiativeUnit {
    /// That unit, which is no Moment.
    pub mode: Mode,
}

impl Asks<Proficiency> for InitiativeUnit {
    type Answer = Mode;
    const KIND: &'static str = "initiative-unit";
    const RULE: RuleId = rule!("PR-008");

    fn answers(&self) -> Answers<Mode> {
        [Mode::Moment, self.mode].into_iter().collect()
    }

    fn text(&self, _: &Proficiency, table: &Table, _: Who) -> String {
        let span = span(table.unit_seconds(self.mode).into());
        format!("The clock runs in {}s of {span}. How is initiative run?", self.mode.word())
    }

    fn choice(&self, _: &Proficiency, table: &Table, _: Who, mode: &Mode) -> Choice {
        let span = span(table.unit_seconds(*mode).into());
        if *mode == Mode::Moment {
            Choice::new("moments", format!("In Moments of {span}"))
        } else {
            Choice::new("as-it-is", format!("A round takes a {} of {span}", mode.word()))
        }
    }
}

pub fn rollers(book: &Proficiency, table: &Table, plan: &Plan) -> (SmallVec<[Roller; 4]>, bool) {
    let sides = sides(table);
    let duel = is_duel(table, &sides);
    let rollers = sides.iter().map(|&side| {
        let foes: SmallVec<[Side; 4]> = sides.iter().copied().filter(|&other| other != side).collect();
        let adv = plan.adv.contains(&side) || reaches(book, table, side, &foes, duel);
        let dis = plan.dis.contains(&side);
        let edge = match (adv, dis) {
            (true, false) => Edge::Adv,
            (false, true) => Edge::Dis,
            _ => Edge::Plain,
        };
        Roller { side, who: who_rolls(table, side, plan), modifier: modifier(book, table, side, duel), edge }
    });
    (rollers.collect(), duel)
}

/// PR-022, PR-R15: exactly two sides with exactly one able participant each.
fn is_duel(table: &Table, sides: &[Side]) -> bool {
    sides.len() == 2 && sides.iter().all(|&side| members(table, side).count() == 1)
}

/// PR-018, PR-019, PR-R25: one player for a side of PCs, the GM for every other side.
fn who_rolls(table: &Table, side: Side, plan: &Plan) -> Who {
    let named = plan.roller.filter(|&id| table.side_of(id) == side);
    let first = members(table, side).find(|&id| table.is_pc(id));
    named.or(first).map_or(Who::Gm, Who::Actor)
}

/// PR-020, PR-021, PR-R21: the lowest Proficiency among the able members. PR-023, PR-R15, PR-R16: in a duel the DEX
/// modifier instead, also a negative one: initiative is no action check and has no DC.
fn modifier(book: &Proficiency, table: &Table, side: Side, duel: bool) -> i16 {
    let lowest = members(table, side).map(|id| i16::from(table.sheet(id).proficiency)).min().unwrap_or(0);
    if !duel {
        return lowest;
    }
    let dex = members(table, side).next().map_or(0, |id| i16::from(table.sheet(id).modifier(Ability::Dex)));
    match book.house.initiative_duel_modifier {
        InitiativeDuelModifier::Dex => dex,
        InitiativeDuelModifier::DexAndProficiency => dex + lowest,
    }
}

/// PR-024, PR-025, PR-R17, PR-R18: a reach weapon has ADV against one without reach, in a duel. The weapon in hand
/// counts; missile weapons have no reach.
fn reaches(book: &Proficiency, table: &Table, side: Side, foes: &[Side], duel: bool) -> bool {
    if !duel && book.house.initiative_reach == InitiativeReach::DuelOnly {
        return false;
    }
    let all = |side: Side, is: &dyn Fn(&Weapon) -> bool| members(table, side).all(|id| is(table.weapon_in_hand(id)));
    let reach = |weapon: &Weapon| weapon.reach;
    let missile = |weapon: &Weapon| weapon.range > 0 && !weapon.reach;
    let neutral = |foe: Side| book.house.initiative_missile == InitiativeMissile::Neutral && all(foe, &missile);
    all(side, &reach) && foes.iter().all(|&foe| !all(foe, &reach) && !neutral(foe))
}

/// PR-016, PR-017, PR-026, PR-R13, PR-R20: the roll-off. The higher total goes first; who is tied rolls again.
pub fn roll_off<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &mut Table,
    plan: &Plan,
    oracle: &mut O,
) -> Flow<SmallVec<[SideSet; 4]>> {
    let (rollers, duel) = rollers(book, table, plan);
    let (mode, count) = (table.clock.mode, table.counts[table.clock.mode as usize]);
    oracle.tell(Audience::All, || Event::Initiative(InitiativeEvent::Declared { duel, mode, count }));
    let mut order = SmallVec::new();
    settle(book, table, &rollers, &mut order, MOST_TIES, oracle)?;
    oracle.tell(Audience::All, || {
        Event::Initiative(InitiativeEvent::Order(order.iter().copied().flat_map(SideSet::iter).collect()))
    });
    Ok(order)
}

/// Rolls for these and puts them in order; the tied ones among themselves.
fn settle<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    rollers: &[Roller],
    order: &mut SmallVec<[SideSet; 4]>,
    ties: usize,
    oracle: &mut O,
) -> Flow<()> {
    if ties == 0 {
        order.extend(rollers.iter().map(|roller| SideSet::of(roller.side)));
        return Ok(());
    }
    let here = oracle.here(table);
    let mut totals: SmallVec<[(i16, Roller); 4]> = SmallVec::new();
    for roller in rollers {
        totals.push((once(roller, oracle)?, *roller));
    }
    totals.sort_by_key(|(total, roller)| (std::cmp::Reverse(*total), roller.side));
    let mut at = 0;
    while at < totals.len() {
        let tied: SmallVec<[Roller; 4]> =
            totals[at..].iter().take_while(|(total, _)| *total == totals[at].0).map(|(_, roller)| *roller).collect();
        at += tied.len();
        match &tied[..] {
            [only] => order.push(SideSet::of(only.side)),
            tied => {
                // Where all of them are tied, nothing has come of it.
                let since = (tied.len() == rollers.len()).then_some(here);
                untie(book, table, tied, since, order, ties, oracle)?;
            }
        }
    }
    Ok(())
}

/// PR-R13: equal totals.
fn untie<O: Oracle<Proficiency>>(
    book: &Proficiency,
    table: &Table,
    tied: &[Roller],
    since: Option<Here>,
    order: &mut SmallVec<[SideSet; 4]>,
    ties: usize,
    oracle: &mut O,
) -> Flow<()> {
    let sides: SmallVec<[Side; 4]> = tied.iter().map(|roller| roller.side).collect();
    let mut again: SmallVec<[Roller; 4]> = tied.into();
    match book.house.initiative_tie {
        InitiativeTie::Reroll => {}
        InitiativeTie::Simultaneous => {
            order.push(sides.into_iter().collect());
            return Ok(());
        }
        InitiativeTie::PcsFirst => {
            if let Some(at) = again.iter().position(|roller| roller.side == PCS) {
                order.push(SideSet::of(again.remove(at).side));
            }
        }
        InitiativeTie::HigherModifier => {
            let most = again.iter().map(|roller| roller.modifier).max().unwrap_or(0);
            if again.iter().filter(|roller| roller.modifier == most).count() == 1 {
                let at = again.iter().position(|roller| roller.modifier == most).unwrap_or(0);
                order.push(SideSet::of(again.remove(at).side));
            }
        }
    }
    if let [only] = again[..] {
        order.push(SideSet::of(only.side));
        return Ok(());
    }
    oracle.tell(Audience::All, || Event::Initiative(InitiativeEvent::Tied(sides)));
    if let Some(here) = since.filter(|_| again.len() == tied.len()) {
        oracle.again(table, here)?;
    }
    settle(book, table, &again, order, ties - 1, oracle)
}

/// One side's roll: die and modifier.
pub fn once<O: Oracle<Proficiency>>(roller: &Roller, oracle: &mut O) -> Flow<i16> {
    let throw = Throw::open(roller.who, "initiative");
    let rolled = oracle.roll(throw, roller.dice(), |face| face as i16)?;
    oracle.tell(Audience::All, || Event::Initiative(InitiativeEvent::Rolled(*roller, rolled.face)));
    Ok(rolled.value + roller.modifier)
}
