//! Rounds, turns, and what an action costs in a turn.

use crate::{
    Event, Stamina,
    action::{Action, Class},
    conditions::{flat_footed_loss, wake},
    harm::{lose_defense, pay_dues},
    house::LoweredRepeat,
    initiative,
    sheet::Secondary,
    table::{Actor, Craft, Ending, ItemId, Mode, Table, TurnState, Work},
    words::penalty_dice,
};
use referee_engine::{
    ActorId, ActorSet, Audience, Flow, Line, Oracle, RuleId, Side, Who,
    act::{Asks, Tells, Why},
    ask, bar,
    clock::{Edge, Turn},
    rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// ST-R26: ten rounds a minute.
pub const ROUND_SECONDS: u64 = 6;

/// What an action needs of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// ST-049: nothing, once a turn.
    Zero,
    /// ST-051: nothing, as the first move of a round.
    FirstMove,
    /// ST-047: the slot.
    One,
    /// Lowered to nothing, for penalty dice.
    Lowered,
    /// ST-048: the slot of this turn, as one of several.
    Turns(u8),
}

impl Need {
    /// Does it take the slot?
    pub const fn takes_slot(self) -> bool {
        matches!(self, Need::One | Need::Turns(_))
    }
}

/// ST-045: what an action costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Cost {
    pub action: Action,
    pub stamina: u8,
    /// Turn requirement.
    pub need: Need,
    /// What is being loaded, where that goes on for several turns.
    pub item: Option<ItemId>,
}

impl Cost {
    /// An action with its own stamina cost.
    pub const fn of(action: Action, need: Need) -> Cost {
        Cost { action, stamina: action.stamina(), need, item: None }
    }

    /// ST-D10: in its normal form, or lowered to zero.
    pub const fn lowered(action: Action, lowered: bool) -> Cost {
        Cost::of(action, if lowered { Need::Lowered } else { Need::One })
    }

    /// ST-051, ST-052: a move: nothing for the first of a round, the slot for each later one. ST-053: outside of rounds
    /// its stamina is not tracked.
    pub fn of_move(table: &Table, who: ActorId, action: Action) -> Cost {
        let is_first = table.actor(who).moves == 0 || table.clock.mode == Mode::Free;
        let stamina = if table.clock.mode == Mode::Free { 0 } else { action.stamina() };
        Cost { action, stamina, need: if is_first { Need::FirstMove } else { Need::One }, item: None }
    }
}

/// May this be declared now? ST-044, ST-045, ST-047, ST-049, ST-R20, ST-R28.
pub fn may<'t>(book: &Stamina, table: &'t Table, who: ActorId, cost: &Cost) -> Result<(), Why<'t>> {
    table.may_act(who)?;
    let (sheet, actor) = (table.sheet(who), table.actor(who));
    let (turn, action) = (&actor.turn, cost.action);
    let (name, class) = (action.word(), action.class());
    if class == Class::Magic && !sheet.arcane {
        return Err(bar!("ST-165", "no-arcane-trait", "{} has no arcane trait", &sheet.name).moot());
    }
    if cost.need == Need::Lowered && action.lowering().is_none() {
        return Err(not_lowered(action));
    }
    if cost.stamina > actor.stamina {
        let words = "{} costs {} stamina, {} are left";
        return Err(bar!("ST-R20", "no-stamina", words, name, cost.stamina, actor.stamina));
    }
    if table.clock.mode == Mode::Free {
        return Ok(());
    }
    match cost.need {
        Need::One | Need::Turns(_) if turn.slot_used => {
            let words = "the turn has had an action of requirement one already; {} needs the slot too";
            return Err(bar!("ST-047", "slot-used", words, name));
        }
        Need::Zero if turn.zero.contains(action) => {
            return Err(bar!("ST-049", "once-per-turn", "{} may be taken once per turn", name));
        }
        Need::Lowered if turn.lowered.contains(action) && book.house.lowered_repeat == LoweredRepeat::Once => {
            let words = "{} has been lowered to zero in this turn already";
            return Err(bar!("ST-R28", "lowered-once", words, name));
        }
        Need::Zero | Need::FirstMove | Need::One | Need::Lowered | Need::Turns(_) => {}
    }
    // ST-R86: what costs nothing does not bring the spending anywhere.
    if turn.restored && cost.stamina > 0 {
        let rank = sheet.rank(Secondary::Stamina);
        if turn.spent.saturating_add(cost.stamina) > rank {
            let words = "after a Restoration no more than {} stamina may be spent in this turn";
            return Err(bar!("ST-203", "restored", words, rank));
        }
    }
    if action.is_attack() && turn.no_attack {
        let words = "{} has regained composure and cannot attack until its next turn";
        return Err(bar!("ST-200", "no-attack", words, &sheet.name));
    }
    if class == Class::Magic && turn.no_magic {
        let words = "{} has cast a lowered cantrip; no more magic until its next turn";
        return Err(bar!("ST-169", "no-magic", words, &sheet.name));
    }
    if class == Class::Defensive && turn.checked {
        return Err(bar!("ST-193", "too-late", "{} must come before any action with a check", name));
    }
    Ok(())
}

/// ST-D10: may it be declared in the form that is said, or in any if that is not said yet?
pub fn may_in_form<'t>(
    book: &Stamina,
    table: &'t Table,
    who: ActorId,
    action: Action,
    lowered: Option<bool>,
) -> Result<(), Why<'t>> {
    let may = |lowered| may(book, table, who, &Cost::lowered(action, lowered));
    lowered.map_or_else(|| may(false).or_else(|_| may(true)), may)
}

/// ST-047, ST-150, ST-197: what has a requirement that nothing lowers.
pub fn not_lowered(action: Action) -> Why<'static> {
    let (name, words) = (action.word(), "{} cannot be lowered to zero");
    match (action, action.class()) {
        (Action::Aim, _) => bar!("ST-150", "cannot-be-lowered", words, name),
        (_, Class::Recovery) => bar!("ST-197", "cannot-be-lowered", words, name),
        _ => bar!("ST-047", "cannot-be-lowered", words, name),
    }
}

/// Declares an action that [`may`] be declared: what it costs is paid and not given back (ST-R20), what it interrupts is lost.
pub fn declare<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, cost: &Cost, oracle: &mut O) -> Flow<()> {
    let Cost { action, stamina, need, item } = *cost;
    // ST-050: outside of rounds every action is a turn of its own; only a Jump may have its run-up just before it.
    if table.clock.mode == Mode::Free && action != Action::Jump {
        begin_anew(table.actor_mut(who));
    }
    let actor = table.actor_mut(who);
    match need {
        Need::One | Need::Turns(_) => actor.turn.slot_used = true,
        Need::Zero => actor.turn.zero = actor.turn.zero.with(action),
        Need::Lowered => {
            actor.turn.lowered = actor.turn.lowered.with(action);
            actor.turn.penalty = actor.turn.penalty.saturating_add(action.lowering().unwrap_or(0));
        }
        Need::FirstMove => {}
    }
    if action.has_check() {
        actor.turn.checked = true;
    }
    if action.class() == Class::Move {
        actor.moves = actor.moves.saturating_add(1); // ST-051
    }
    actor.hurrying &= action.class() == Class::Other; // ST-056: whoever does anything but look about slows down
    // ST-R27: any other action in the slot loses the work done.
    let loses_work = need.takes_slot() && actor.work.is_some_and(|work| item != Some(work.item));
    if loses_work {
        actor.work = None;
        oracle.tell(Audience::All, || Event::WorkLost(WorkLost { who }));
    }
    spend(table.actor_mut(who), stamina);
    oracle.tell(Audience::All, || Event::Declared(Declared { who, cost: *cost }));
    let keeps_energy = matches!(action, Action::Gather | Action::Shape | Action::Release);
    if need.takes_slot() && !keeps_energy && table.actor(who).craft.stored > 0 {
        lose_energy(table, who, oracle)?;
    }
    Ok(())
}

/// ST-045: an action is declared and paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Declared {
    pub who: ActorId,
    pub cost: Cost,
}

impl Tells<Stamina> for Declared {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let Declared { who, cost: Cost { action, stamina, need, .. } } = self;
        let paid = if *stamina > 0 { format!(", {stamina} stamina") } else { String::new() };
        let (how, rule) = match need {
            Need::Lowered => {
                let dice = match action.lowering() {
                    Some(1) => "a penalty die".into(),
                    dice => penalty_dice(dice.unwrap_or(0)),
                };
                (format!(", lowered to zero for {dice}"), rule!("ST-R28"))
            }
            Need::Zero => (String::new(), rule!("ST-049")),
            Need::FirstMove => (String::new(), rule!("ST-051")),
            Need::One => (String::new(), rule!("ST-047")),
            Need::Turns(turns) => (format!(", one of {turns} turns"), rule!("ST-048")),
        };
        let text = format!("{}: {}{paid}{how}", table.name(*who), action.word());
        Line::new(0, text, [rule!("ST-045"), rule]).by(*who)
    }
}

/// ST-R27: another action in the slot has cost the work done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WorkLost {
    pub who: ActorId,
}

impl Tells<Stamina> for WorkLost {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} loses the work done so far", table.name(self.who));
        Line::new(1, text, [rule!("ST-R27")]).by(self.who)
    }
}

/// Stamina spent, counted for the turn (ST-R86).
pub fn spend(actor: &mut Actor, stamina: u8) {
    actor.stamina = actor.stamina.saturating_sub(stamina);
    actor.turn.spent = actor.turn.spent.saturating_add(stamina);
}

/// ST-181, ST-182, ST-R78: stored energy is lost at the declaration, with the dues of a release.
fn lose_energy<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let craft = table.actor(who).craft;
    oracle.tell(Audience::All, || Event::EnergyLost(EnergyLost { who, stored: craft.stored }));
    let left = Craft { row: craft.row, gathered: craft.gathered, ..Craft::default() };
    table.actor_mut(who).craft = left;
    pay_dues(table, who, craft.dues(), rule!("ST-182"), oracle)
}

/// ST-181: stored energy was lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EnergyLost {
    pub who: ActorId,
    pub stored: u8,
}

impl Tells<Stamina> for EnergyLost {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let text = format!("{} loses all stored energy: {}", table.name(self.who), self.stored);
        Line::new(1, text, [rule!("ST-181")]).by(self.who)
    }
}

/// ST-R27: one turn of work. True if the work is done with it.
pub fn work(actor: &mut Actor, item: ItemId, turns: u8) -> bool {
    let left = actor.work.filter(|work| work.item == item).map_or(turns, |work| work.left).saturating_sub(1);
    actor.work = (left > 0).then_some(Work { item, left });
    left == 0
}

/// What a new own turn does away with; a Gather that was left out ends the row (ST-R79).
pub fn begin_anew(actor: &mut Actor) {
    actor.turn = TurnState::default();
    if !actor.craft.gathered {
        actor.craft.row = 0;
    }
    actor.craft.gathered = false;
}

/// What happens at the table's own pace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundEvent {
    /// ST-039: rounds begin.
    Begin,
    /// ST-042: a round, with its order, or the rounds of warning that are left.
    Round {
        number: u32,
        /// ST-040.
        order: SmallVec<[ActorId; 8]>,
        /// ST-R103: only those who noticed act.
        warning: u8,
    },
    Turn(ActorId),
    /// ST-R103: somebody who had not noticed is in the fight.
    Joined(ActorId),
    /// ST-043: rounds end.
    End,
    /// Only one side stands.
    Over(Option<Side>),
}

impl Tells<Stamina> for RoundEvent {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let heading = |text: String, rule: RuleId| Line { heading: true, ..Line::new(0, text, [rule]) };
        match self {
            RoundEvent::Begin => heading("Rounds begin".into(), rule!("ST-039")),
            RoundEvent::Round { number, order, warning } => {
                let names: Vec<&str> = order.iter().map(|&who| table.name(who)).collect();
                let only = if *warning > 0 { ", only those who are in the fight" } else { "" };
                heading(format!("Round {number}{only}: {}", names.join(", ")), rule!("ST-042"))
            }
            RoundEvent::Turn(who) => heading(format!("{}'s turn", table.name(*who)), rule!("ST-040")).by(*who),
            RoundEvent::Joined(who) => {
                let text = format!("{} is in the fight now, and acts from the next round on", table.name(*who));
                Line::new(1, text, [rule!("ST-R103")]).by(*who)
            }
            RoundEvent::End => heading("Rounds end".into(), rule!("ST-043")),
            RoundEvent::Over(None) => heading("Nobody is left standing".into(), rule!("ST-043")),
            RoundEvent::Over(Some(side)) => {
                let name = table.setup.sides.get(usize::from(side.0)).map_or("", String::as_str);
                heading(format!("Only {name} still stand"), rule!("ST-043"))
            }
        }
    }
}

/// ST-039, ST-D31: rounds begin. Everybody starts at full defense (ST-R21), less flat footed.
pub fn begin_rounds<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
    table.clock.mode = Mode::Rounds;
    table.clock.round = 0;
    table.first_round = false;
    for who in table.ids() {
        let full = table.sheet(who).max_defense;
        let actor = table.actor_mut(who);
        actor.defense = full;
        actor.hurrying = false;
        begin_anew(actor);
    }
    table.warning =
        table.ids().filter(|&who| table.is_awake(who)).map(|who| table.actor(who).warning).max().unwrap_or(0);
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Begin));
    for who in table.ids() {
        lose_defense(table, who, flat_footed_loss(table, who), rule!("ST-219"), oracle);
    }
    next_round(book, table, oracle)
}

/// ST-042: initiative is checked again and a new round begins.
fn next_round<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
    table.clock.round = table.clock.round.saturating_add(1);
    for actor in &mut table.actors {
        actor.moves = 0;
        actor.attacks = 0;
        actor.quick_used = false;
    }
    // ST-R122: whoever sleeps has no turn. Where nobody is awake, all wake up.
    if !table.ids().any(|who| table.is_awake(who)) {
        for who in table.active().iter() {
            wake(table, who, oracle);
        }
    }
    let mut all: ActorSet = table.ids().filter(|&who| table.is_awake(who)).collect();
    // ST-R103: where nobody who noticed so early is left, the warning is over.
    let warned = all.iter().map(|who| table.actor(who).warning).max().unwrap_or(0);
    table.warning = table.warning.min(warned);
    if table.warning == 0 && !table.first_round {
        table.first_round = true;
    }
    let warning = table.warning;
    if warning > 0 {
        // ST-R103: in a round of warning only those act who are in the fight.
        all = all.iter().filter(|&who| table.actor(who).warning >= warning).collect();
    }
    initiative::find_order(book, table, all, oracle)?;
    table.at = 0;
    oracle.tell(Audience::All, || {
        Event::Round(RoundEvent::Round { number: table.clock.round, order: table.order.clone(), warning })
    });
    if let Some(who) = table.acting() {
        start_turn(table, who, oracle);
    }
    Ok(())
}

/// ST-R103: whoever attacks, is attacked or notices the danger in a round of warning is in the fight, and acts from the next
/// round on.
pub fn join<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let warning = table.warning;
    if table.clock.mode == Mode::Rounds && table.actor(who).warning < warning && table.is_active(who) {
        table.actor_mut(who).warning = warning;
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Joined(who)));
    }
}

/// The beginning of a turn: whatever lasts until then ends (ST-R96: the reaction is there again).
fn start_turn<O: Oracle<Stamina>>(table: &mut Table, who: ActorId, oracle: &mut O) {
    table.clock.turn = Turn::Of(who);
    begin_anew(table.actor_mut(who));
    pass(table, Edge::Start, Turn::Of(who));
    oracle.tell(Audience::All, || Event::Round(RoundEvent::Turn(who)));
}

/// Lets an edge of a turn pass: effects that end here end.
fn pass(table: &mut Table, edge: Edge, turn: Turn) {
    for actor in &mut table.actors {
        actor.aim.take_if(|aim| aim.ends.pass(edge, turn));
        actor.kept.take_if(|(_, ends)| ends.pass(edge, turn));
        actor.guard.take_if(|(_, ends)| ends.pass(edge, turn));
        actor.light.take_if(|(_, ends)| ends.pass(edge, turn));
    }
}

/// The end of a turn; after the last one the round is over (ST-041).
pub fn end_turn<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if let Some(who) = table.acting() {
        pass(table, Edge::End, Turn::Of(who));
    }
    loop {
        table.at += 1;
        match table.acting() {
            Some(who) if !table.is_awake(who) => {}
            Some(who) => {
                start_turn(table, who, oracle);
                return Ok(());
            }
            None => return end_round(book, table, oracle),
        }
    }
}

fn end_round<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
    pass(table, Edge::End, Turn::Round);
    table.clock.advance(ROUND_SECONDS);
    // ST-R92, ST-R103: surprise lasts for the first round of combat: the one after those of warning, and for somebody who was
    // drawn into the fight before that, the first in which it acts.
    let (is_first, order) = (table.first_round, table.order.clone());
    for who in table.ids().filter(|who| is_first || order.contains(who)) {
        let actor = table.actor_mut(who);
        (actor.surprised, actor.flat_footed) = (false, false);
        actor.warning = if is_first { 0 } else { actor.warning };
    }
    table.warning = table.warning.saturating_sub(1);
    if table.active().is_empty() {
        table.over = Some(Ending { winner: None });
        return Ok(());
    }
    // ST-042, ST-043, ST-D08: the GM says whether the reason for rounds is still there, before initiative is checked again.
    if (MoreRounds {}).ask(Who::Gm, table, oracle)? == GoesOn::GoOn {
        return next_round(book, table, oracle);
    }
    end_rounds(table, oracle);
    Ok(())
}

ask! {
    /// ST-D08, to the GM at the end of a round: is the reason for rounds still there?
    pub struct MoreRounds for Stamina: "rounds", "ST-D08" {}
    |self, table| format!("Round {} is over. Does round-based play go on?", table.clock.round);
    pub enum GoesOn {
        GoOn = "go-on", "go on";
        End = "end", "end";
    }
}

/// ST-043: the reason for rounds is gone. ST-R21: defense is full again; ST-R11: the scene ends for its progress.
pub fn end_rounds<O: Oracle<Stamina>>(table: &mut Table, oracle: &mut O) {
    table.clock.mode = Mode::Free;
    table.clock.turn = Turn::Round;
    table.order.clear();
    table.at = 0;
    table.warning = 0;
    table.over = None;
    table.retry.clear();
    for who in table.ids() {
        let full = table.sheet(who).max_defense;
        let actor = table.actor_mut(who);
        begin_anew(actor);
        actor.defense = full;
        actor.moves = 0;
        actor.attacks = 0;
        actor.settled = ActorSet::EMPTY;
        (actor.aim, actor.surprised, actor.flat_footed, actor.warning) = (None, false, false, 0);
    }
    oracle.tell(Audience::All, || Event::Round(RoundEvent::End));
}

/// After every act: a turn of somebody who is out or asleep ends, and the fight is over when only one side stands.
pub fn settle<O: Oracle<Stamina>>(book: &Stamina, table: &mut Table, oracle: &mut O) -> Flow<()> {
    if table.clock.mode == Mode::Free || table.over.is_some() {
        return Ok(());
    }
    if !is_contested(table) && table.setup.sides.len() > 1 {
        let winner = table.active().first().map(|first| table.side_of(first));
        table.over = Some(Ending { winner });
        oracle.tell(Audience::All, || Event::Round(RoundEvent::Over(winner)));
        return Ok(());
    }
    match table.acting() {
        Some(who) if !table.is_awake(who) => end_turn(book, table, oracle),
        _ => Ok(()),
    }
}

/// Do two sides stand?
fn is_contested(table: &Table) -> bool {
    if !table.unseen.is_empty() {
        return true; // whoever does not know of them only sees that the fight goes on
    }
    let standing = table.active();
    let first = standing.first();
    first.is_some_and(|first| standing.iter().any(|other| table.hostile(first, other)))
}
