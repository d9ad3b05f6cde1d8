//! `referee books`, `referee rules`, `referee schema`, and what comes from the definitions.

use crate::referee;

#[test]
fn books_are_listed_with_their_scenes_and_policies() {
    let out = referee(&["books"]).ok();
    for part in ["clockworld", "276 rules · 137 rulings · 58 decisions", "bold", "clockworld:tour"] {
        assert!(out.contains(part), "{part}:\n{out}");
    }
    let value = referee(&["books", "--json"]).json();
    assert_eq!((&value[0]["name"], &value[0]["rules"]), (&"clockworld".into(), &276.into()));
}

#[test]
fn a_rule_comes_with_its_rulings_and_where_it_is_kept_and_tested() {
    let out = referee(&["rules", "CW-099"]).ok();
    for part in [
        "CW-099  Attacks: kinds",
        "CW-R38  Attacks",
        "switch reach_disturbs = any_able",
        "CW-X14",
        "Kept in\n  rulebooks/clockworld/src/",
        "Tested in\n",
    ] {
        assert!(out.contains(part), "{part}:\n{out}");
    }
    assert_eq!(referee(&["rules", "clockworld", "cw-099"]).ok(), out, "with the book named, in small letters");
    let value = referee(&["rules", "CW-099", "--json"]).json();
    assert_eq!(value["entry"]["kind"], "rule");
    assert!(value["places"].as_array().is_some_and(|places| places.iter().any(|place| place["tested"] == true)));
}

#[test]
fn decisions_and_probabilities_are_shown_too() {
    assert!(referee(&["rules", "CW-D15"]).ok().contains("after the Attack is declared, before any die"));
    let out = referee(&["rules", "CW-P01"]).ok();
    assert!(out.contains("k   straight") && out.contains("21/25 = 0.84"), "{out}");
}

#[test]
fn rules_are_listed_by_section_and_can_be_searched() {
    let out = referee(&["rules", "clockworld"]).ok();
    assert!(out.starts_with("Scenario, sides and Turn order\n  CW-001"), "{out}");
    assert!(out.contains("276 entries"));
    let found = referee(&["rules", "clockworld", "--find", "low rolled", "--json"]).json();
    let ids: Vec<&str> = found.as_array().into_iter().flatten().filter_map(|entry| entry["id"].as_str()).collect();
    assert!(ids.contains(&"CW-099") && ids.len() < 60, "{ids:?}");
    let rulings = referee(&["rules", "clockworld", "--kind", "ruling", "--json"]).json();
    assert_eq!(rulings.as_array().map(Vec::len), Some(137));
    assert!(referee(&["rules", "clockworld", "--find", "xyzzy"]).ok().contains("nothing in clockworld"));
}

#[test]
fn rules_that_nothing_cites_can_be_found() {
    let ids = |flag: &str| -> Vec<String> {
        let value = referee(&["rules", "clockworld", flag, "--json"]).json();
        value.as_array().into_iter().flatten().map(|entry| entry["id"].to_string()).collect()
    };
    for flag in ["--unkept", "--untested"] {
        assert!(!ids(flag).contains(&"\"CW-099\"".to_owned()), "{flag}: CW-099 is kept and tested");
    }
}

#[test]
fn a_wrong_name_says_which_there_are() {
    referee(&["rules", "clokworld"]).fails(2, "there are: clockworld");
    referee(&["rules", "CW-999"]).fails(2, "has no CW-999");
    referee(&["rules", "clockworld", "12"]).fails(2, "one looks like CW-012");
}

#[test]
fn schemas_are_json() {
    for of in ["scene", "content", "case"] {
        let schema = referee(&["schema", "clockworld", of]).json();
        assert!(schema["properties"].is_object(), "{of}");
    }
    referee(&["schema", "clockworld", "map"]).fails(2, "possible values");
}

#[test]
fn help_completions_and_manual_page_come_from_the_same_definitions() {
    let help = referee(&["--help"]).ok();
    for part in ["Examples:", "Exit codes:", "simulate", "NO_COLOR"] {
        assert!(help.contains(part), "{part}:\n{help}");
    }
    assert!(referee(&["odds", "--help"]).ok().contains("referee odds '2d10kh1+3 >= 8'"));
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(referee(&["completions", shell]).ok().contains("simulate"), "{shell}");
    }
    // Names of scenes, books and policies too, where a shell completes values.
    for shell in ["bash", "zsh", "fish"] {
        let completions = referee(&["completions", shell]).ok();
        for name in ["clockworld:duel", "careful", "stamina"] {
            assert!(completions.contains(&name.replace(':', "\\:")) || completions.contains(name), "{shell}: {name}");
        }
    }
    let man = referee(&["man"]).ok();
    assert!(man.contains(".TH referee 1") && man.contains("REFEREE SIMULATE"), "{man}");
    assert!(man.contains("4d6kh3+2") && man.matches("Examples:").count() > 10, "{man}");
    assert!(referee(&["--version"]).ok().starts_with("referee "));
    referee(&["rol", "d6"]).fails(2, "roll");
}
