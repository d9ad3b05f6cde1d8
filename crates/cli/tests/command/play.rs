//! `referee play` from a file of commands, and the guided tour.

use crate::{Scratch, referee, with_input};
use serde_json::Value;

fn play(args: &[&str], commands: &str) -> crate::Run {
    with_input(&[&["play", "clockworld:tour", "--seed", "8"], args].concat(), commands)
}

#[test]
fn the_situation_and_the_offers_are_shown_with_the_reasons_for_what_is_refused() {
    let out = play(&[], "attack pike part=left-leg\n? 3-dice\nattack rusk revolver-2\n? decline\n? 3-dice\n").ok();
    for part in [
        "▸  Mudo",
        "What will Mudo do?",
        "  1  attack",
        "> attack pike part=left-leg\nMudo Attacks Pike's left leg",
        "[CW-",
        "·  attack: Mudo has taken two Actions this Turn (CW-017)",
    ] {
        assert!(out.contains(part), "{part}:\n{out}");
    }
}

#[test]
fn an_offer_is_taken_by_number_and_its_slots_are_asked_for() {
    // The first offer; the second target of the list; a look at the odds; another part; done.
    let out = play(&[], "1\npike\nodds\npart=left-leg\n\n").ok();
    assert!(out.contains("attack target= pike") || out.contains("target= pike"), "{out}");
    assert!(out.contains("everybody reacts in the best way for their side"), "{out}");
    assert!(out.contains("Mudo Attacks Pike's left leg with Revolver"), "{out}");
    let back = play(&[], "1\nback\nlog\n").ok();
    assert!(!back.contains("Mudo Attacks"), "{back}");
}

#[test]
fn undo_and_redo_bring_back_questions_and_leave_a_trace() {
    let script = "attack rusk\nundo\nattack rusk\ntake-cover\nundo\ndecline\nlog all\n";
    let out = play(&[], script).ok();
    assert_eq!(out.matches("Rusk is attacked by Mudo. React?").count(), 3, "{out}");
    assert!(out.contains("(undone)"), "{out}");
    assert!(play(&["--keep-going"], "undo\n").ok().contains("nothing has been done yet"));
}

#[test]
fn real_dice_are_typed_in() {
    let out = play(&[], "dice mudo real\nattack rusk\ndecline\n9 10\n3-dice\n1 5 7\n").ok();
    assert!(out.contains("Mudo: roll 2d10kl1 for Attack"), "{out}");
    assert!(out.contains("[9, ~10~] = 9  Mudo, Attack 2d10kl1, typed in"), "{out}");
    assert!(out.contains("Critical Injury at the chest"), "{out}");
    play(&[], "dice mudo real\nattack rusk\ndecline\n11 3\n").fails(4, "11 is no face of a d10");
    play(&[], "dice mudo real\nattack rusk\ndecline\nnine\n").fails(2, "type the faces");
}

#[test]
fn standing_answers_save_questions() {
    let out = play(&[], "never rusk reaction\nattack rusk\n").ok();
    assert!(!out.contains("React?"), "{out}");
}

#[test]
fn sheets_maps_and_help_are_there() {
    let out = play(&[], "sheet mudo\nmap\nhelp\ngm\nas mudo\n").ok();
    for part in [
        "Handguns",
        "Adept +4",
        "one cell is 5 feet",
        "Ma  Mudo at 2,3",
        "b   Barrel (cover) at 6,3",
        "undo [new], redo",
        "What will the game master do?",
    ] {
        assert!(out.contains(part), "{part}:\n{out}");
    }
}

#[test]
fn a_script_ends_with_the_first_command_that_is_refused() {
    play(&[], "attack nobody\nlook\n").fails(2, "fits none of");
    play(&[], "attack target=nobody\n").fails(4, "allowed:");
    play(&[], "fly\n").fails(2, "there is no \"fly\"");
    play(&[], "99\n").fails(2, "there is no 99");
    let out = play(&["--keep-going"], "fly\nlook\n").ok();
    assert!(out.contains("there is no \"fly\""), "{out}");
    with_input(&["play", "clockworld:tour", "--as", "nobody"], "").fails(2, "the scene has: mudo, rusk, pike");
}

#[test]
fn a_player_plays_only_their_own() {
    with_input(&["play", "clockworld:tour", "--as", "rusk"], "mudo attack pike\n").fails(2, "");
    let out = with_input(&["play", "clockworld:tour", "--as", "mudo"], "look\n").ok();
    assert!(out.contains("What will Mudo do?"), "{out}");
}

#[test]
fn a_policy_plays_everybody_else() {
    let args = ["play", "clockworld:tour", "--seed", "8", "--as", "mudo", "--bots", "bold"];
    let out = with_input(&args, "pass\n").ok();
    assert!(out.contains("Threat Turn 1"), "{out}");
    assert!(!out.contains("What will Rusk do?") && !out.contains("What will Pike do?"), "{out}");
    let asked_or_acting = out.contains("React?") || out.contains("Player Turn 2");
    assert!(asked_or_acting, "Mudo is asked, or it is his Turn again:\n{out}");
    with_input(&["play", "clockworld:tour", "--as", "mudo", "--bots", "wild"], "").fails(2, "random, bold, careful");
    with_input(&["play", "clockworld:tour", "--bots", "bold"], "").fails(2, "--as");
}

#[test]
fn what_the_shown_character_cannot_do_is_done_by_nobody_else() {
    let tavern = |commands| with_input(&["play", "clockworld:tavern-shootout", "--seed", "1"], commands);
    // Mudo has passed and is still shown; Hanne and Quill could attack.
    tavern("pass\nattack pike\n").fails(4, "Mudo is done for this Turn (CW-R24)");
    tavern("pass\nodds attack pike\n").fails(4, "Mudo is done for this Turn (CW-R24)");
    let quill = tavern("pass\nquill draw derringer\n").ok();
    assert!(quill.contains("Doctor Quill draws Derringer"), "{quill}");
    // Nobody but Quill has a hidden gun to draw: Mudo is told why he can draw nothing, and it stays there.
    tavern("draw derringer\n").fails(4, "Mudo needs 1 free for Knife (CW-253)");
    tavern("gm\nattack pike\n").fails(2, "who? write the name first, such as: mudo attack");
    // What is nobody's own needs no name.
    assert!(tavern("end-turn\n").ok().contains("Threat Turn 1"));
}

#[test]
fn machines_on_the_own_side_act_before_the_turn_can_be_ended() {
    let args = ["play", "clockworld:tavern-shootout", "--seed", "1", "--as", "mudo", "--bots", "bold"];
    let out = with_input(&args, "end-turn\n").ok();
    let (before, after) = out.split_once("> end-turn").expect("what is typed is shown");
    for part in ["Hanne Brandt Attacks", "Hanne Brandt is done", "Doctor Quill is done", "What will Mudo do?"] {
        assert!(before.contains(part), "{part}:\n{before}");
    }
    assert!(!before.contains("Mudo Attacks") && !before.contains("Mudo is done"), "nobody plays for Mudo:\n{before}");
    assert!(after.contains("Threat Turn 1"), "{after}");
    // The same in the books where each character of a side has a turn, or declares.
    let args = ["play", "proficiency:party-against-a-gang", "--seed", "1", "--as", "mage", "--bots", "bold"];
    let out = with_input(&args, "look\n").ok();
    let (before, _) = out.split_once("What will Mage do?").expect("the mage has a turn");
    for part in ["Warrior", "Scout", "Mender"] {
        assert!(before.contains(&format!("{part} is done")), "{part}:\n{before}");
    }
    let args = ["play", "segments:ambush", "--seed", "1", "--as", "oddo", "--bots", "bold"];
    let out = with_input(&args, "look\n").ok();
    let (before, _) = out.split_once("What will Oddo do?").expect("Oddo declares");
    assert!(before.contains("Berta") && before.contains("Ilse"), "{before}");
}

#[test]
fn the_dice_of_an_act_that_was_given_up_fall_again() {
    // Without a Reaction the Attack is rolled at once; a hit asks for the dice of the Injury Pool.
    let out = play(&[], "attack pike part=left-leg\nabandon\nattack pike part=left-leg\n").ok();
    let dice: Vec<&str> = out.lines().filter(|line| line.contains("Mudo, Attack")).collect();
    assert_eq!(dice.len(), 2, "{out}");
    assert_eq!(dice[0], dice[1], "{out}");
}

#[test]
fn every_cell_of_a_piece_is_on_the_map() {
    let out = with_input(&["play", "clockworld:tavern-shootout", "--seed", "1"], "map\n").ok();
    assert!(out.contains("b   Bar counter (cover) at 10,4 10,5 10,6"), "{out}");
    let map = out.split_once("> map\n").expect("it is typed").1;
    // The columns at the top, then a line for each row; two letters a cell, odd rows of hexes shifted by one.
    let drawn = |row: usize| map.lines().nth(1 + row)?.chars().nth(5 + row % 2 + 2 * 10);
    for row in [4, 5, 6] {
        assert_eq!(drawn(row), Some('b'), "row {row}:\n{map}");
    }
}

#[test]
fn play_for_programs_is_one_json_line_a_step() {
    let out = play(&["--json"], "attack rusk\ntake-cover\n").ok();
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3, "{out}");
    assert_eq!(lines[0]["waiting"][0]["answer"]["prompt"]["kind"], "reaction");
    assert!(lines[1]["told"].as_array().is_some_and(|told| told.iter().any(|heard| heard["kind"] == "dice")));
    assert!(lines[2]["view"]["actors"].is_array());
}

#[test]
fn a_saved_table_goes_on_and_verifies() {
    let journal = Scratch::new("evening.journal", "");
    let script = format!("attack rusk\ndecline\n? 3-dice\nundo\nredo\nsave {}\n", journal.path());
    play(&[], &script).ok();
    let on = with_input(&["play", journal.path()], "log all\n").ok();
    assert!(on.contains("Mudo Attacks Rusk's chest"), "{on}");
    let verified = referee(&["replay", journal.path(), "--verify"]).ok();
    assert!(verified.contains("every die verified"), "{verified}");
    let value = referee(&["replay", journal.path(), "--until", "1", "--json"]).json();
    assert_eq!(value["lines"], 1);
    referee(&["replay", journal.path(), "--until", "99"]).fails(2, "has no line 99");
    // Another die in the record: the rules lead elsewhere.
    let forged = journal.text().replacen("\"faces\":[", "\"faces\":[1,", 1);
    let forged = Scratch::new("forged.journal", &forged);
    referee(&["replay", forged.path(), "--verify"]).fails(1, "journal line");
}

#[test]
fn the_guided_tour_plays_to_its_end() {
    let out = referee(&["demo"]).ok();
    for part in ["This is Referee", "> odds attack rusk", "Threat Turn 1", "> log"] {
        assert!(out.contains(part), "{part}:\n{out}");
    }
    assert_eq!(referee(&["play", "clockworld:tour", "--guided"]).ok(), out);
}
