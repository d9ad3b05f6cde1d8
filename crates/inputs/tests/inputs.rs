//! Good inputs, changed a little at a time: nothing may panic. The same changes are made in every run.
//!
//! `REFEREE_INPUTS=20000` tries so many of each kind instead of a few hundred.

use referee_dice::FastRng;
use referee_engine::Seat;
use referee_inputs::ALL;
use referee_lab::{Batch, Goal, Part, Plan, Sweep};
use referee_shelf::{Put, complete, open_scene, ready_scenes};
use serde_json::json;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::atomic::AtomicBool,
};

/// How many inputs of each kind are tried.
#[allow(clippy::disallowed_methods, reason = "whoever runs the test says how long")]
fn tries() -> usize {
    std::env::var("REFEREE_INPUTS").ok().and_then(|tries| tries.parse().ok()).unwrap_or(300)
}

#[test]
fn nothing_that_comes_in_panics() {
    for (kind, try_it) in ALL {
        let good = good_inputs(kind);
        assert!(!good.is_empty(), "{kind}");
        let mut rng = FastRng::seed_from_u64(kind.len() as u64);
        for number in 0..tries() {
            let input = match number.checked_sub(good.len()) {
                None => good[number].clone(),
                Some(_) => changed(&good, &mut rng),
            };
            let result = catch_unwind(AssertUnwindSafe(|| try_it(&input)));
            assert!(result.is_ok(), "{kind} number {number} panics:\n{input}");
        }
    }
}

fn good_inputs(kind: &str) -> Vec<String> {
    match kind {
        "scene" => ready_scenes().iter().map(|ready| ready.text.to_owned()).collect(),
        "journal" => ready_scenes().iter().step_by(3).map(played).collect(),
        "message" => messages(),
        "command" => commands(),
        "result" => results(),
        _ => ["2d10kh1+3", "4d6dl1!", "d8!>=7+2", "floor((3d6+2d4)/4)", "5d8>=6", "d100", "4dF", "2d6r1", "-(d4-1)*2"]
            .map(str::to_owned)
            .to_vec(),
    }
}

/// A short fight with an undo in it.
fn played(ready: &referee_shelf::Ready) -> String {
    let mut table = open_scene(&ready.source(), [3; 32]).unwrap();
    for step in 0..8 {
        let waiting = table.waiting(Seat::Gm);
        let _ = match waiting.first() {
            Some(waiting) => table.put(Seat::Gm, Put::Answer { ask: waiting.ask(), option: 0 }),
            None if step == 5 => table.put(Seat::Gm, Put::Undo { dice: Default::default() }),
            None => table.act_by_policy("bold", step),
        };
    }
    table.journal()
}

/// Every offer of every ready scene, its slots filled by what is legal.
fn commands() -> Vec<String> {
    let mut commands = Vec::new();
    for ready in ready_scenes() {
        let table = open_scene(&ready.source(), [3; 32]).unwrap();
        for offer in table.offers(Seat::Gm).into_iter().filter(|offer| offer.refused.is_none()) {
            let filled = referee_engine::Filled::of(&offer.verb, offer.actor);
            let Some(filled) = complete(&*table, Seat::Gm, filled) else { continue };
            let slots = filled.slots.iter().map(|(name, value)| format!(" {name}=\"{}\"", value.replace('"', "")));
            commands.push(filled.verb.clone() + &slots.collect::<String>());
        }
    }
    commands.sort();
    commands.dedup();
    commands
}

/// A short run of every book, all of it watched, and a sweep.
fn results() -> Vec<String> {
    let bold = vec![(None, "bold".to_owned())];
    let mut results = Vec::new();
    for ready in ready_scenes().iter().step_by(4) {
        let fights = open_scene(&ready.source(), [3; 32]).unwrap().fights(&bold).unwrap();
        let outcome = Batch::new(&*fights, Plan::new(&*fights, ready.text, 1, 3)).run(&|_| {}).unwrap();
        results.push(serde_json::to_string(&outcome).unwrap());
    }
    let sweep = Sweep {
        scene: &ready_scenes()[0].source(),
        fixed: &[],
        varied: &["title=One,Two".parse().unwrap()],
        playing: &bold,
        seed: 1,
        runs: 2,
        goal: Goal::Runs,
        part: Part::WHOLE,
        threads: 1,
        stop: &AtomicBool::new(false),
    };
    results.push(serde_json::to_string(&sweep.run(&|_| {}).unwrap()).unwrap());
    results
}

fn messages() -> Vec<String> {
    let mut messages: Vec<String> = [
        json!({ "kind": "hello", "version": 1, "key": "k", "after": 3, "want": ["log"] }),
        json!({ "kind": "put", "id": "a", "put": { "kind": "answer", "ask": 0, "option": 1 } }),
        json!({ "kind": "put", "id": "a", "put": { "kind": "dice", "ask": 0, "faces": [7, -1] } }),
        json!({ "kind": "put", "id": "a", "put": { "kind": "undo", "dice": "new" } }),
        json!({ "kind": "put", "id": "a", "put": { "kind": "goto", "line": 0 } }),
        json!({ "kind": "put", "id": "a", "put": { "kind": "typed", "who": { "actor": 0 }, "typed": true } }),
        json!({ "kind": "put", "id": "a", "put": { "kind": "standing", "who": { "side": 1 }, "question": "reaction", "answer": { "always": "dodge" } } }),
        json!({ "kind": "option_odds", "id": "o", "ask": 0 }),
        json!({ "kind": "point", "id": "p", "x": -3, "y": 32_767 }),
    ]
    .map(|message| message.to_string())
    .to_vec();
    for command in commands().iter().step_by(7) {
        let filled = referee_engine::Filled::parse(command).unwrap();
        let put = json!({ "kind": "take", "filled": filled });
        messages.push(json!({ "kind": "put", "id": "t", "put": put }).to_string());
        messages.push(json!({ "kind": "slots", "id": "s", "filled": filled }).to_string());
    }
    // Several in a row are one conversation.
    let talks: Vec<String> = messages.chunks(5).map(|talk| talk.join("\n")).collect();
    [messages, talks].concat()
}

/// What often breaks something.
const TOKENS: [&str; 24] = [
    "0",
    "-1",
    "65535",
    "65536",
    "4294967295",
    "9223372036854775807",
    "18446744073709551616",
    "1e400",
    "nan",
    "null",
    "\"\"",
    "[]",
    "{}",
    "\u{0}",
    "\u{202e}",
    "é",
    "\n",
    "\"",
    "\\",
    "=",
    "[[[[[[[[",
    "d",
    "!",
    "../../etc/passwd",
];

/// One of the good inputs after a few changes.
fn changed(good: &[String], rng: &mut FastRng) -> String {
    let mut below = |most: usize| rng.below(most.max(1) as u32) as usize;
    let mut text = good[below(good.len())].clone();
    for _ in 0..=below(4) {
        let cut =
            |text: &str, at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let (one, other) = (below(text.len() + 1), below(text.len() + 1));
        let (from, mut to) = (cut(&text, one.min(other)), cut(&text, one.max(other)));
        match below(7) {
            // Nothing, a token, or a piece of another input in the place of something short.
            0 => to = cut(&text, from + below(12)),
            1 => {
                to = cut(&text, from + below(6));
                text.replace_range(from..to, TOKENS[below(TOKENS.len())]);
                continue;
            }
            2 => {
                let another = &good[below(good.len())];
                let start = cut(another, below(another.len() + 1));
                let end = cut(another, start + below(200));
                text.insert_str(from, &another[start..end]);
                continue;
            }
            // A piece of itself twice, many times, or in another place.
            3 => {
                let piece = text[from..cut(&text, from + below(60))].to_owned();
                text.insert_str(from, &piece.repeat(1 + below(4)));
                continue;
            }
            4 => {
                let numbers: Vec<usize> =
                    text.char_indices().filter(|(_, c)| c.is_ascii_digit()).map(|(at, _)| at).collect();
                if let Some(&at) = numbers.get(below(numbers.len())) {
                    text.replace_range(at..=at, TOKENS[below(10)]);
                }
                continue;
            }
            5 => {
                let end = cut(&text, below(text.len() + 1));
                text.truncate(end);
                continue;
            }
            _ if to - from > 300 => to = cut(&text, from + 300),
            _ => {}
        }
        text.replace_range(from..to, "");
    }
    text
}
