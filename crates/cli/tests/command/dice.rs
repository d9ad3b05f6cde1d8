//! `referee roll` and `referee odds DICE`.

use crate::{referee, run};
use serde_json::json;
use std::process::Command;

#[test]
fn a_seed_gives_the_same_dice_every_one_of_them_shown() {
    let out = referee(&["roll", "4d6kh3+2", "--seed", "3"]).ok();
    assert_eq!(out, "4d6kh3+2  [3, ~3~, 6^, 5] + 2 = 16\n");
    assert_eq!(referee(&["roll", "4d6kh3+2", "--seed", "3"]).ok(), out);
}

#[test]
fn without_a_seed_the_seed_is_told() {
    let out = referee(&["roll", "d20"]).ok();
    let seed = out.lines().last().and_then(|line| line.strip_prefix("seed ")).expect("the seed stands last");
    let again = referee(&["roll", "d20", "--seed", seed]).ok();
    assert_eq!(again.lines().next(), out.lines().next());
}

#[test]
fn rolls_for_programs_have_every_die() {
    let value = referee(&["roll", "2d10kl1", "--seed", "1", "--times", "3", "--json"]).json();
    assert_eq!(value["expression"], "2d10kl1");
    assert_eq!(value["rolls"].as_array().map(Vec::len), Some(3));
    assert_eq!(value["rolls"][0]["rolls"][0]["dice"].as_array().map(Vec::len), Some(2));
}

#[test]
fn odds_are_a_table_with_exact_fractions() {
    let out = referee(&["odds", "d4+1"]).ok();
    let expected = "\
d4+1
mean 3.5000 (7/2) · sd 1.1180 · 2 to 5

total                                  chance       at least
    2  ██████████████████████████████  25.00%  1/4   100.00%    1
    3  ██████████████████████████████  25.00%  1/4    75.00%  3/4
    4  ██████████████████████████████  25.00%  1/4    50.00%  1/2
    5  ██████████████████████████████  25.00%  1/4    25.00%  1/4
";
    assert_eq!(out, expected);
}

#[test]
fn a_comparison_asks_for_one_chance() {
    let cases: [(&[&str], &str); 6] = [
        (&["2d10kh1+3 >= 8"], "2d10kh1+3 >= 8  84.00%  21/25"),
        (&["2d10kh1+3", "--over", "7"], "2d10kh1+3 > 7  84.00%  21/25"),
        (&["2d10kh1+3", "--at-least", "8"], "2d10kh1+3 >= 8  84.00%  21/25"),
        (&["2d10kl1", "--at-most", "1"], "2d10kl1 <= 1  19.00%  19/100"),
        (&["d6-d6", "--under", "-4"], "d6-d6 < -4  2.78%  1/36"),
        (&["5d6>=5 >= 2"], "5d6>=5 >= 2  53.91%  131/243"),
    ];
    for (args, expected) in cases {
        let out = referee(&[&["odds"], args].concat()).ok();
        assert_eq!(out.lines().next(), Some(expected), "{args:?}");
    }
}

#[test]
fn one_text_has_one_meaning_and_both_commands_say_it() {
    let words = "read as: 5d10>=8: counts the dice worth 8 or more";
    for command in ["roll", "odds"] {
        let out = referee(&[command, "5d10 > 7"]).ok();
        assert!(out.lines().any(|line| line == words), "{command}: {out}");
        let value = referee(&[command, "5d10 > 7", "--json"]).json();
        assert_eq!(value["reading"], "5d10>=8: counts the dice worth 8 or more", "{command}");
    }
    // Three tens of ten: 5 * 3/10.
    assert_eq!(referee(&["odds", "5d10 > 7", "--json"]).json()["mean"]["exact"], "3/2");
    // No die shows 12, and dice in parentheses are a total.
    for (text, expected) in [("3d6 > 12", "3d6 > 12  25.93%  7/27"), ("(2d6) >= 6", "2d6 >= 6  72.22%  13/18")] {
        assert_eq!(referee(&["odds", text]).ok().lines().next(), Some(expected));
        let rolled = referee(&["roll", text, "--seed", "1"]).ok();
        assert!(rolled.contains("read as: asks whether the total is"), "{rolled}");
    }
    // Which of two dice is higher: 15 of 48.
    let chances = referee(&["odds", "d6 > d8", "--json"]).json();
    assert_eq!(chances["outcomes"][1]["chance"]["exact"], "5/16");
}

#[test]
fn odds_for_programs_have_fractions_beside_decimals() {
    let value = referee(&["odds", "2d10kh1+3", "--at-least", "8", "--json"]).json();
    assert_eq!(value["answer"]["chance"], json!({ "exact": "21/25", "decimal": 0.84 }));
    assert_eq!(value["mean"], json!({ "exact": "203/20", "decimal": 10.15 }));
    assert_eq!(value["outcomes"][0]["total"], 4);
    assert_eq!(value["outcomes"][0]["at_least"]["exact"], "1");
}

#[test]
fn dice_that_explode_without_end_say_where_the_table_ends() {
    let value = referee(&["odds", "d4!", "--json"]).json();
    let tail = value["tail"]["chance"]["decimal"].as_f64().expect("a tail");
    assert!(tail < 1e-12, "{tail}");
    assert!(referee(&["odds", "d4!"]).ok().contains(" or more"));
}

#[test]
fn many_totals_are_gathered_unless_all_are_asked_for() {
    let short = referee(&["odds", "20d20"]).ok();
    assert!(short.lines().count() < 50 && short.contains("--all shows each"), "{short}");
    let all = referee(&["odds", "20d20", "--all"]).ok();
    assert!(all.lines().count() > 380);
}

#[test]
fn dice_that_cannot_be_read_are_refused_with_the_place() {
    let refused = referee(&["odds", "4d6kq3"]);
    assert!(refused.err.contains("  4d6kq3\n      ^\n"), "{}", refused.err);
    refused.fails(2, "examples: 4d6kh3+2");
    referee(&["roll", "999999999d999999999"]).fails(2, "1000");
    referee(&["odds", "1000d10000"]).fails(5, "limit");
    referee(&["roll"]).fails(2, "Usage");
    referee(&["odds", "clockworld:tour"]).fails(2, "--do");
}

#[test]
fn an_error_for_programs_is_json_too() {
    let refused = referee(&["odds", "4d6kq3", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&refused.err).expect("JSON on standard error");
    assert_eq!((refused.code, value["error"]["exit"].as_i64()), (2, Some(2)));
}

#[test]
fn colour_is_used_only_where_it_is_asked_for_or_seen() {
    let with = |args: &[&str], name: &str, value: &str| {
        run(Command::new(env!("CARGO_BIN_EXE_referee")).args(args).env("LC_ALL", "C.UTF-8").env(name, value), "").ok()
    };
    assert!(!referee(&["odds", "d6"]).ok().contains('\x1b'), "a pipe is no terminal");
    assert!(with(&["odds", "d6", "--color", "always"], "X", "").contains('\x1b'));
    assert!(with(&["odds", "d6"], "CLICOLOR_FORCE", "1").contains('\x1b'));
    assert!(!with(&["odds", "d6"], "NO_COLOR", "1").contains('\x1b'));
}

#[test]
fn plain_ascii_where_the_locale_is_not_utf_8() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let out = run(command.args(["odds", "2d6"]).env("LC_ALL", "C"), "").ok();
    assert!(out.is_ascii() && out.contains("####"), "{out}");
    assert!(referee(&["odds", "2d6", "--ascii"]).ok().is_ascii());
}
