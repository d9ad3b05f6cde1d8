//! A whole journal of each book: a fight at a table with everything that can be a line of a journal.
//!
//! The journal is replayed with every die drawn again; what it tells is compared with the text beside it. The format of a
//! journal may change when no result does, so these files are apart from the results.

use crate::{
    facts::changed,
    file::{differences, is_writing, write},
    odds::fillings,
    scenes::{root, scenes},
};
use referee_dice::{DiceRng, Roll};
use referee_engine::{Again, Seat, Secrecy, Standing, Status, Waiting, Who};
use referee_shelf::{Heard, OpenTable, Put, open_journal};

/// The scene of each book whose fight asks the most.
const SCENES: [(&str, &str); 5] = [
    ("clockworld", "tavern-shootout"),
    ("proficiency", "party-against-a-gang"),
    ("crisis", "street-fight"),
    ("stamina", "bridge-brawl"),
    ("segments", "ambush"),
];

/// Lines that are played at most.
const MOST_LINES: u64 = 200;

/// Replays the journal of a book and compares what it tells; or plays it and writes it.
pub fn check(book: &str) {
    let path = root().join("golden/journals").join(format!("{book}.journal"));
    if is_writing() {
        write(&path, &played(book).journal());
    }
    let journal = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let table = open_journal(&journal, true).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(table.journal(), journal, "{} is read and written as it was", path.display());
    let told = path.with_extension("txt");
    if is_writing() {
        write(&told, &text(&*table));
    }
    let known = std::fs::read_to_string(&told).unwrap_or_else(|error| panic!("{}: {error}", told.display()));
    let differ = differences(&format!("{book}.txt"), &known, &text(&*table));
    assert!(differ.is_empty(), "the journal of {book} tells something else (- as written, + as it is now)\n{differ}");
}

/// A fight with typed dice, an action that is given up, undo and redo, other dice, a standing answer and a secret act.
fn played(book: &str) -> Box<dyn OpenTable> {
    let (_, name) = SCENES.iter().find(|(of, _)| *of == book).expect("every book has a journal");
    let scene = scenes(book).into_iter().find(|scene| scene.name == *name).expect("the scene is there");
    let mut table = scene.open(9);
    let mut hand = DiceRng::from_number(9);
    let first = Who::Actor(table.actors()[0].id);
    put(&mut *table, Seat::Gm, Put::Typed { who: first, typed: true });
    let (mut acts, mut gave_up, mut asked, mut stood) = (0, false, None, false);
    while table.line() < MOST_LINES {
        match table.waiting(Seat::Gm).first().cloned() {
            Some(Waiting::Answer { who, prompt, .. }) if !gave_up => {
                (gave_up, asked) = (true, Some((who, prompt.kind)));
                put(&mut *table, Seat::Gm, Put::Abandon);
                continue;
            }
            Some(Waiting::Answer { ask, who, .. }) => {
                let option = table.advise(ask, "careful", 9).unwrap_or_else(|error| panic!("{error}"));
                let by =
                    if let Who::Actor(actor) = who { Seat::Player([actor].into_iter().collect()) } else { Seat::Gm };
                put(&mut *table, by, Put::Answer { ask, option: option.expect("it is open") });
                continue;
            }
            Some(Waiting::Dice { ask, roll, .. }) => {
                let roll: Roll = roll.parse().expect("a roll is written as it is read");
                let faces = roll.show(&mut hand).dice.iter().map(|die| i32::from(die.face)).collect();
                put(&mut *table, Seat::Gm, Put::Dice { ask, faces });
                continue;
            }
            None => {}
        }
        let Status::Acting(acting) = table.status() else { break };
        acts += 1;
        if let Some((who, question)) = asked.take_if(|_| acts > 20) {
            put(&mut *table, Seat::Gm, Put::Standing { who, question, answer: Standing::Never });
            stood = true;
        }
        match acts {
            10 => put(&mut *table, Seat::Gm, Put::Typed { who: first, typed: false }),
            14 => {
                put(&mut *table, Seat::Gm, Put::Undo { dice: Again::Same });
                put(&mut *table, Seat::Gm, Put::Redo);
            }
            18 => put(&mut *table, Seat::Gm, Put::Undo { dice: Again::New }),
            26 => {
                let offers = table.offers(Seat::Gm).into_iter();
                let mut mine = offers.filter(|o| o.refused.is_none() && o.actor == acting.first().copied());
                let offer = mine.next().expect("whoever is to act can do something");
                let filled = fillings(&*table, &offer).remove(0);
                put(&mut *table, Seat::Gm, Put::Take { filled, secrecy: Secrecy::Gm });
            }
            _ => drop(
                table
                    .act_by_policy(["careful", "bold", "random"][acts % 3], 9)
                    .unwrap_or_else(|error| panic!("{error}")),
            ),
        }
    }
    assert!(stood && acts > 26, "{book}: the fight is too short for a journal");
    table
}

fn put(table: &mut dyn OpenTable, by: Seat, put: Put) {
    table.put(by, put).unwrap_or_else(|error| panic!("{error}"));
}

/// What a journal tells the game master, and how the table stands at its end.
fn text(table: &dyn OpenTable) -> String {
    let mut text = format!("# {} lines of {}\n", table.line(), table.book());
    for entry in table.log(Seat::Gm, 0) {
        text += &format!("{}{}\n", entry.line, if entry.undone { " (undone)" } else { "" });
        for heard in entry.told {
            text += &match heard {
                Heard::Dice { name, roll, shown, typed, .. } => {
                    let faces: Vec<String> = shown.dice.iter().map(|die| die.face.to_string()).collect();
                    let typed = if typed { ", typed" } else { "" };
                    format!("    {name} {roll}: {} = {}{typed}\n", faces.join(" "), shown.total)
                }
                Heard::Line(line) => {
                    let rules: Vec<String> = line.rules.iter().map(ToString::to_string).collect();
                    let factors = line.factors.iter().map(|factor| format!(" ({} {})", factor.amount, factor.why));
                    let factors: String = factors.collect();
                    format!("  {}{}{factors} [{}]\n", "  ".repeat(line.depth.into()), line.text, rules.join(" "))
                }
            };
        }
    }
    let opening = table.fork(0).expect("there is always the start").facts();
    text + &format!("end: {}\n", changed(&opening, &table.facts()))
}
