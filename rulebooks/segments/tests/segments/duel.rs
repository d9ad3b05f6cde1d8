//! The duels of the ledger (SE-P52, SE-P53): a round is played by the rules themselves, exactly; the rounds are joined by the
//! one equation that a state which may lead to itself needs.

use referee_dice::Chance;
use referee_engine::{
    ActorId, Exact, Filled, Flow, Handler, Question as _, Reactions, Seat, System, Who, act::Does, door::Source,
    explore,
};
use referee_segments::{
    Intent, Question, Segments, acts::BeginRound, reactions::negate::Negate, table::Out, table::Table,
};
use std::collections::BTreeMap;

const SCENE: &str = r#"
book = "segments"
speed = "segmented"
map = { grid = "square", columns = 3, rows = 1, cell = 5, unit = "feet" }
[[characters]]
from = "cutthroat"
name = "Cutthroat"
at = [0, 0]
[[characters]]
from = "shieldbearer"
name = "Shieldbearer"
at = [1, 0]
"#;

const CUTTHROAT: ActorId = ActorId(0);
const SHIELDBEARER: ActorId = ActorId(1);

/// Healths, Down flags, shield and helmet at the beginning of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct State {
    health: [i16; 2],
    down: [bool; 2],
    shield: bool,
    helmet: bool,
}

fn state(table: &Table) -> State {
    let (a, b) = (table.actor(CUTTHROAT), table.actor(SHIELDBEARER));
    let health = |out: Out, health: i16| if out == Out::Dead { 0 } else { health };
    State {
        health: [health(a.out, a.health), health(b.out, b.health)],
        down: [a.down, b.down],
        shield: b.shield.is_some(),
        helmet: b.helmet.is_some(),
    }
}

fn say(
    book: &Segments,
    table: &mut Table,
    who: ActorId,
    command: &str,
    oracle: &mut dyn Handler<Segments>,
) -> Flow<()> {
    let mut filled = Filled::parse(command)?;
    filled.actor = Some(who);
    let intent = book.intent(table, Seat::Gm, &filled)?;
    book.resolve_with(table, Seat::Gm, &intent, oracle)
}

/// One round: who is Down has declared Ready, else Standard Action; each attacks, or stands up if it must.
fn round(book: &Segments, table: &mut Table, oracle: &mut dyn Handler<Segments>) -> Flow<()> {
    let number = table.clock.round;
    for who in [CUTTHROAT, SHIELDBEARER] {
        if table.clock.round == number && !table.actor(who).down {
            say(book, table, who, "declare intention=standard", oracle)?;
        }
    }
    if table.actor(CUTTHROAT).down && table.actor(SHIELDBEARER).down {
        book.resolve_with(table, Seat::Gm, &Intent::BeginRound(Does::by_gm(BeginRound {})), oracle)?; // SE-R117
    }
    while table.clock.round == number && table.is_able(CUTTHROAT) && table.is_able(SHIELDBEARER) {
        let Some(segment) = table.segment().copied() else { break };
        let command = match segment.who {
            _ if segment.acted => "done",
            who if table.actor(who).down => "stand",
            CUTTHROAT => "attack target=shieldbearer weapon=short-sword",
            _ => "attack target=cutthroat weapon=long-sword",
        };
        say(book, table, segment.who, command, oracle)?;
    }
    Ok(())
}

/// A table in a state, at the beginning of a round.
fn table_in(book: &Segments, start: &Table, at: State) -> Table {
    let mut table = start.clone();
    for (who, index) in [(CUTTHROAT, 0), (SHIELDBEARER, 1)] {
        table.actor_mut(who).health = at.health[index];
        if at.down[index] {
            // By the GM's correction, which gives the forced Ready of SE-113.
            let mut oracle = referee_engine::Script::new(book);
            let command = format!("correct who={} what=down to=yes", table.sheet(who).key);
            let filled = Filled::parse(&command).expect("a command");
            let intent = book.intent(&table, Seat::Gm, &filled).expect("it can be set");
            book.resolve_with(&mut table, Seat::Gm, &intent, &mut oracle).expect("it is set");
        }
    }
    for thing in table.thing_ids() {
        let armour = table.thing_sheet(thing).short.clone();
        if (armour == "shield" && !at.shield) || (armour == "helmet" && !at.helmet) {
            table.put(thing, referee_segments::table::Whereabouts::Gone);
        }
    }
    table
}

/// An oracle that decides about shield and helmet as the ledger's duel says, and leaves the rest to another.
struct Decides<'a, 'b>(&'a mut Exact<'b, Segments>);

impl Handler<Segments> for Decides<'_, '_> {
    fn total(
        &mut self,
        throw: referee_engine::Throw,
        dice: referee_dice::Roll,
        same: &dyn Fn(i32, i32) -> bool,
    ) -> Flow<i32> {
        self.0.total(throw, dice, same)
    }

    /// The shield against the first attack that would kill, or put Down while not Down; without one the helmet against the
    /// first that would kill.
    fn decide(&mut self, table: &Table, who: Who, question: &Question) -> Flow<usize> {
        let (Question::Negate(Negate { damage, shield, .. }), Who::Actor(me)) = (question, who) else { return Ok(0) };
        let (actor, pain) = (table.actor(me), table.sheet(me).pain_threshold);
        let kills = *damage >= actor.health;
        let downs = *damage > pain && !actor.down;
        let answer = if *shield { usize::from(kills || downs) } else { usize::from(kills) };
        Ok(answer.min(question.options() - 1))
    }

    fn hear(&mut self, to: referee_engine::Audience, event: &mut dyn FnMut() -> referee_segments::Event) {
        self.0.hear(to, event);
    }
}

/// The chance that the Shieldbearer wins from each state, met on the way.
fn win(book: &Segments, start: &Table, at: State, gear: bool, known: &mut BTreeMap<State, Chance>) -> Chance {
    match at.health {
        [0, _] => return Chance::ONE,
        [_, 0] => return Chance::ZERO,
        _ => {}
    }
    if let Some(chance) = known.get(&at) {
        return chance.clone();
    }
    let table = table_in(book, start, at);
    let run = |table: &mut Table, oracle: &mut Exact<'_, Segments>| match gear {
        true => round(book, table, &mut Decides(oracle)),
        false => round(book, table, oracle),
    };
    let found = explore(book, &table, Reactions::Never, 100_000, run, |table, _| state(table));
    let ways = found.unwrap_or_else(|error| panic!("{at:?}: {error}")).ways;
    let (mut stays, mut wins) = (Chance::ZERO, Chance::ZERO);
    for (way, chance) in ways {
        if way.end == at {
            stays += chance;
        } else {
            wins += &win(book, start, way.end, gear, known) * &chance;
        }
    }
    let chance = wins.checked_div(&stays.complement()).expect("it does not stay for ever").reduced();
    known.insert(at, chance.clone());
    chance
}

fn duel(gear: bool) -> Chance {
    let opened = Segments::open(&Source::new("duel.toml", SCENE));
    let (book, table) = opened.unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let start = State { health: [8, 14], down: [false; 2], shield: true, helmet: true };
    win(&book, &table, start, gear, &mut BTreeMap::new())
}

#[test]
fn se_p52_the_duel_without_gear() {
    let expected = "293775406573096258425245786226452327/322895413315335869714891101586849792";
    assert_eq!(duel(false), expected.parse().expect("a fraction"));
}

#[test]
fn se_p53_the_duel_with_shield_and_helmet() {
    let expected = "1277367442360198509669514514922017347611982865495542204145104046201/1287785757588134214405119051438580072035700755282643672772122771456";
    assert_eq!(duel(true), expected.parse().expect("a fraction"));
}
