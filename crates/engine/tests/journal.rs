//! A journal is read back to the byte, or refused with the line and the reason.

mod toy;

use referee_engine::{Again, JournalFault, Session, SessionError, Standing, System, What, Who};
use sha2::Digest;
use toy::*;

/// Attacks with drawn dice and answers, a duel answered out of order, an undo into a prompt, a standing answer.
fn played() -> Session<Toy> {
    let mut session = Session::new(Toy::new(), four(), [3; 32]);
    let mut put = |by, what| session.put(by, what).map(|entry| entry.line).unwrap();
    put(seat(ANN), What::Act(Intent::Attack { actor: ANN, target: CID, focus: true }));
    put(seat(CID), What::Answer { ask: 0, option: 2, key: None });
    let standing = Standing::Always("dodge".into());
    put(seat(DAN), What::Standing { who: Who::Actor(DAN), kind: "reaction".into(), answer: standing });
    put(seat(BOB), What::Act(Intent::Duel { actor: BOB, target: DAN }));
    put(seat(DAN), What::Answer { ask: 1, option: 1, key: None });
    put(referee_engine::Seat::Gm, What::Goto { line: 4, dice: Again::New });
    put(seat(DAN), What::Answer { ask: 1, option: 0, key: None });
    put(seat(BOB), What::Answer { ask: 0, option: 0, key: None });
    put(referee_engine::Seat::Gm, What::Act(Intent::Pass { side: four().turn }));
    put(seat(CID), What::Act(Intent::Blast { actor: CID, target: ANN }));
    session
}

fn refused(text: &str, redraw: bool) -> (usize, JournalFault) {
    let error = Session::<Toy>::replay(text, redraw).map(|session| session.journal()).unwrap_err();
    (error.line, error.why)
}

/// The journal with one line changed.
fn changed(line: usize, change: impl Fn(&str) -> String) -> String {
    let text = played().journal();
    let lines =
        text.lines().enumerate().map(|(index, text)| if index + 1 == line { change(text) } else { text.into() });
    lines.collect::<Vec<String>>().join("\n") + "\n"
}

#[test]
fn replay_equals_play_to_the_byte() {
    let session = played();
    for redraw in [false, true] {
        let again = Session::<Toy>::replay(&session.journal(), redraw).unwrap();
        assert_eq!(again.journal(), session.journal());
        assert_eq!(again.digest(), session.digest());
        assert_eq!(again.table(), session.table());
        assert_eq!(again.waiting(), session.waiting());
        let log = |session: &Session<Toy>| session.log().map(|line| format!("{:?}", line.told)).collect::<Vec<_>>();
        assert_eq!(log(&again), log(&session));
    }
    let text = session.journal();
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&first["book"], &first["rules"]), (&"toy".into(), &3.into()));
}

#[test]
fn any_beginning_of_a_journal_is_a_journal() {
    let text = played().journal();
    for lines in 1..=text.lines().count() {
        let part: String = text.lines().take(lines).map(|line| format!("{line}\n")).collect();
        let session = Session::<Toy>::replay(&part, true).unwrap();
        assert_eq!(session.line() as usize, lines - 1);
        assert_eq!(session.journal(), part);
    }
}

#[test]
fn a_damaged_line_is_named() {
    let (line, fault) = refused(&changed(5, |text| text.replace("\"by\"", "\"bx\"")), false);
    assert!(line == 5 && matches!(&fault, JournalFault::Unreadable(why) if why.contains("by")), "{line} {fault}");
    let (line, fault) = refused(&changed(3, |_| "\u{0}\u{1}".into()), false);
    assert!(line == 3 && matches!(fault, JournalFault::Unreadable(_)), "{line} {fault}");
    let (line, _) = refused("", false);
    assert_eq!(line, 1);
}

#[test]
fn a_file_that_was_cut_off_is_refused_at_its_last_line() {
    let text = played().journal();
    let last = text.lines().count();
    let cut = &text[..text.len() - 9];
    let (line, fault) = refused(cut, false);
    assert!(line == last && matches!(fault, JournalFault::Unreadable(_)), "{line} {fault}");
}

#[test]
fn lines_out_of_order_are_refused() {
    let text = played().journal();
    let without: String =
        text.lines().enumerate().filter(|(index, _)| *index != 3).map(|(_, line)| format!("{line}\n")).collect();
    let (line, fault) = refused(&without, false);
    assert!(line == 4 && matches!(fault, JournalFault::Order { expected: 3, found: 4 }), "{line} {fault}");
}

#[test]
fn another_format_book_or_version_is_refused_by_the_header() {
    let cases = [
        (
            "\"format\":3",
            "\"format\":4",
            "it has format 4, from a later version of Referee; this version reads format 3",
        ),
        (
            "\"format\":3",
            "\"format\":2",
            "it has format 2, from an earlier version of Referee; this version reads format 3",
        ),
        (
            "\"book\":\"toy\"",
            "\"book\":\"chess\"",
            "it was played with chess rules version 3; this program has toy rules",
        ),
        ("\"rules\":3", "\"rules\":4", "it was played with toy rules version 4"),
        ("\"journal\":\"referee\"", "\"journal\":\"diary\"", "this is a journal of \"diary\""),
        ("chacha20", "xorshift", "the seed or its algorithm is unknown"),
        ("\"house_rules\":{}", "\"house_rules\":{\"need\":\"four\"}", "cannot be read"),
    ];
    for (from, to, why) in cases {
        let (line, fault) = refused(&changed(1, |text| text.replace(from, to)), false);
        assert!(line == 1 && fault.to_string().contains(why), "{line} {fault}");
    }
}

#[test]
fn a_changed_die_is_found() {
    // Line 3 of the file is Cid's answer, after which the attack falls: two d10 and the higher counts.
    let text = played().journal();
    let entry: serde_json::Value = serde_json::from_str(text.lines().nth(2).unwrap()).unwrap();
    let faces = entry["inputs"]["1"]["dice"]["faces"].as_array().unwrap();
    let change = |to: [i64; 2]| {
        changed(3, |line| {
            let mut entry: serde_json::Value = serde_json::from_str(line).unwrap();
            entry["inputs"]["1"]["dice"]["faces"] = to.to_vec().into();
            entry.to_string()
        })
    };
    // Drawn again, any change shows.
    let other = [faces[0].as_i64().unwrap() % 10 + 1, faces[1].as_i64().unwrap()];
    let (line, fault) = refused(&change(other), true);
    assert!(line == 3 && matches!(fault, JournalFault::Differs(_)), "{line} {fault}");
    let shown = |faces: [i64; 2]| format!("attack 2d10kh1 for actor 0, showing {}, {}", faces[0], faces[1]);
    let drawn = [faces[0].as_i64().unwrap(), faces[1].as_i64().unwrap()];
    let why = format!("the rules give {}, but the journal has {}", shown(drawn), shown(other));
    assert!(fault.to_string().ends_with(&why), "{fault}");
    // Even without, dice that no die shows are found.
    let (line, fault) = refused(&change([11, 3]), false);
    assert!(line == 3 && fault.to_string().contains("11 is no face"), "{line} {fault}");
    // And dice that lead elsewhere: [1, 1] misses.
    let (line, fault) = refused(&change([1, 1]), false);
    assert!(line == 3 && matches!(fault, JournalFault::Differs(_)), "{line} {fault}");
}

#[test]
fn a_changed_digest_answer_or_die_position_is_found() {
    let text = played().journal();
    let last = text.lines().count();
    let (line, fault) = refused(&changed(last, |text| text.replace("\"done\":\"", "\"done\":\"0")), false);
    assert!(line == last && matches!(fault, JournalFault::Differs(_)), "{line} {fault}");
    assert!(fault.to_string().ends_with("the table after this line has another digest"), "{fault}");
    let (line, _) = refused(&changed(9, |text| text.replace("\"option\":0", "\"option\":1")), false);
    assert_eq!(line, 9);
    let (line, _) = refused(&changed(9, |text| text.replace("\"option\":0", "\"option\":7")), false);
    assert_eq!(line, 9);
    let (line, fault) = refused(&changed(last, |text| text.replace("\"word\":", "\"word\":1")), true);
    assert_eq!(line, last);
    let why = "the dice after this line continue at another place of the random stream";
    assert!(fault.to_string().ends_with(why), "{fault}");
    // Line 2 of the file waits for Cid's answer.
    let (line, fault) = refused(&changed(2, |text| text.replace("\"waiting\":[0]", "\"done\":\"\"")), false);
    let why = "the act waits for question 0, but the journal says that the act is complete";
    assert!(line == 2 && fault.to_string().ends_with(why), "{line} {fault}");
}

/// The index of an answer and its key say the same; if the options of a question have changed since, the journal is refused
/// and says what was answered, and what that option is now.
#[test]
fn an_answer_whose_key_is_that_of_another_option_is_found() {
    // Line 3 of the file: Cid braces.
    for redraw in [false, true] {
        let (line, fault) = refused(&changed(3, |text| text.replace("\"key\":\"brace\"", "\"key\":\"dodge\"")), redraw);
        let why = "question 0 (reaction: Cid reacts?) was answered with \"dodge\", but its option 2 is \"brace\" now";
        assert!(line == 3 && fault.to_string().ends_with(why), "{line} {fault}");
    }
    // A standing answer is written down beside the dice.
    let mut session = Session::new(Toy::new(), four(), [3; 32]);
    let answer = Standing::Always("dodge".into());
    session.put(seat(DAN), What::Standing { who: Who::Actor(DAN), kind: "reaction".into(), answer }).unwrap();
    session.put(seat(BOB), What::Act(Intent::Attack { actor: BOB, target: DAN, focus: false })).unwrap();
    let text = session.journal();
    let dodged = "\"kind\":\"reaction\",\"option\":1,\"key\":\"dodge\"";
    assert!(text.contains(dodged), "{text}");
    for (changed, recorded) in
        [("reaction\",\"option\":1,\"key\":\"brace\"", "brace"), ("press\",\"option\":1,\"key\":\"dodge\"", "dodge")]
    {
        let (line, fault) = refused(&text.replace(dodged, &format!("\"kind\":\"{changed}")), false);
        let why = format!("was answered with {recorded:?}, but its option 1 is \"dodge\" now");
        assert!(line == 3 && fault.to_string().ends_with(&why), "{line} {fault}");
    }
    // Whoever answers at the table may name the key as well, and is told the same.
    let mut session = Session::new(Toy::new(), four(), [3; 32]);
    session.put(seat(ANN), What::Act(Intent::Attack { actor: ANN, target: CID, focus: true })).unwrap();
    let wrong = session.put(seat(CID), What::Answer { ask: 0, option: 2, key: Some("dodge".into()) }).unwrap_err();
    assert!(wrong.to_string().contains("its option 2 is \"brace\" now"), "{wrong}");
    session.put(seat(CID), What::Answer { ask: 0, option: 2, key: Some("brace".into()) }).unwrap();
}

/// Journals that were written before answers had their keys are read and stay as they are.
#[test]
fn an_answer_without_a_key_is_read() {
    let text = played().journal();
    let old: Vec<String> = text
        .lines()
        .map(|line| {
            let mut entry: serde_json::Value = serde_json::from_str(line).unwrap();
            entry["what"]["answer"].as_object_mut().and_then(|answer| answer.remove("key"));
            if entry["what"]["answer"].is_null() { line.to_owned() } else { entry.to_string() }
        })
        .collect();
    let old = old.join("\n") + "\n";
    assert_ne!(old, text);
    for redraw in [false, true] {
        assert_eq!(Session::<Toy>::replay(&old, redraw).unwrap().digest(), played().digest());
    }
}

#[test]
fn an_input_that_nobody_used_is_found_even_while_the_action_waits() {
    let (line, fault) = refused(
        &changed(2, |line| {
            let mut entry: serde_json::Value = serde_json::from_str(line).unwrap();
            let answer = serde_json::json!({ "answer": { "who": { "actor": 0 }, "kind": "press", "option": 0, "key": "decline" } });
            entry["inputs"] = serde_json::json!({ "9": answer });
            entry.to_string()
        }),
        false,
    );
    assert!(line == 2 && fault.to_string().contains("never used"), "{line} {fault}");
}

#[test]
fn a_changed_table_is_found_at_the_first_action_that_ends() {
    let (line, fault) = refused(&changed(1, |text| text.replacen("\"hp\":5", "\"hp\":6", 1)), false);
    assert!(line > 1 && matches!(fault, JournalFault::Differs(_)), "{line} {fault}");
    assert_eq!(Toy::NAME, "toy");
}

#[test]
fn a_table_follows_the_lines_that_another_wrote_and_no_others() {
    let session = played();
    let lines: Vec<String> = session.entries().iter().map(Session::<Toy>::line_of).collect();
    let mut follower = Session::new(Toy::new(), four(), [3; 32]);
    for line in &lines {
        follower.follow(line).unwrap();
    }
    assert_eq!(follower.journal(), session.journal());
    for wrong in [&lines[0], &lines[lines.len() - 1], "{"] {
        follower.follow(wrong).unwrap_err();
        assert_eq!(follower.journal(), session.journal());
    }
}

#[test]
fn a_copy_with_a_seed_of_its_own_is_verified_from_where_it_begins() {
    let mut copy = played().fork(3).unwrap();
    copy.reseed([9; 32]);
    copy.put(seat(BOB), What::Act(Intent::Attack { actor: BOB, target: DAN, focus: true })).unwrap();
    let text = copy.journal();
    assert!(text.lines().next().unwrap().contains("\"since\":3"));
    assert_eq!(Session::<Toy>::replay(&text, true).unwrap().journal(), text);
    // The dice of the first lines did not fall from this seed, and nobody says they did.
    let claimed = text.replacen(",\"since\":3", "", 1);
    assert!(matches!(refused(&claimed, true), (2.., JournalFault::Differs(_))));
}

/// The journal in parts, as a store keeps it.
fn parts(session: &Session<Toy>) -> (String, Vec<String>) {
    let text = session.journal();
    let mut lines = text.lines().map(str::to_owned);
    (lines.next().unwrap(), lines.collect())
}

#[test]
fn opened_from_a_snapshot_of_any_line_a_table_is_the_same() {
    let session = played();
    let (header, lines) = parts(&session);
    let mut tried = 0;
    for line in 1..=session.line() {
        let Some(snapshot) = session.fork(line).unwrap().snapshot() else { continue };
        tried += 1;
        let again = Session::<Toy>::resume(&header, &lines[line as usize - 1..], &snapshot).unwrap();
        is_the_same(&session, again, &lines, line);
    }
    assert!(tried >= 5, "{tried} lines had nothing under way");
}

#[test]
fn what_a_table_has_forgotten_is_recalled_from_its_lines() {
    let session = played();
    let (_, lines) = parts(&session);
    let mut forgotten = std::collections::BTreeSet::new();
    for keep in 1..session.line() as usize {
        let mut again = session.clone();
        again.forget(keep);
        let base = (0..).find(|&line| again.remembers(line)).unwrap();
        // Nothing is under way where it was cut, so a few lines more may be there.
        assert!(base <= session.line() - keep as u64, "{base} of {keep}");
        if forgotten.insert(base) && base > 0 {
            is_the_same(&session, again.clone(), &lines, base);
            again.forget(1);
            again.recall(&lines).unwrap();
            assert_eq!(again.journal(), session.journal(), "forgotten twice");
        }
    }
    assert!(forgotten.len() >= 4, "{forgotten:?}");
}

/// A table that remembers only what came after `line` is as the whole one, and once it recalls the rest so in all things.
fn is_the_same(session: &Session<Toy>, again: Session<Toy>, lines: &[String], line: u64) {
    assert_eq!(
        (again.table(), again.digest(), again.waiting()),
        (session.table(), session.digest(), session.waiting())
    );
    assert_eq!((again.line(), again.head(), again.undone()), (session.line(), session.head(), session.undone()));
    assert_eq!(again.standing(), session.standing());
    assert_eq!(
        (1..=line).map(|line| again.before(line)).collect::<Vec<_>>(),
        (1..=line).map(|line| session.before(line)).collect::<Vec<_>>()
    );
    assert!(again.remembers(line) && !again.remembers(line - 1));
    let log = |session: &Session<Toy>, after| {
        session
            .log_after(after)
            .map(|line| format!("{} {} {:?}", line.line, line.undone, line.told))
            .collect::<Vec<_>>()
    };
    assert_eq!(log(&again, line), log(session, line));
    assert!(!again.remembers(0) && again.fork(line - 1).is_none(), "nothing so far has looked back");
    let back = What::Goto { line: line - 1, dice: Again::Same };
    let why = again.clone().put(referee_engine::Seat::Gm, back).unwrap_err();
    assert!(matches!(why, SessionError::Forgotten { .. }), "{why}");
    assert!(again.recall(&lines[..line as usize - 1]).is_err(), "a line is missing");
    again.recall(lines).unwrap();
    assert_eq!(log(&again, 0), log(session, 0));
    assert!(again.remembers(0));
    assert_eq!(again.journal(), session.journal());
    let told = |session: &Session<Toy>| format!("{:?}", session.told(referee_engine::Seat::Gm).collect::<Vec<_>>());
    assert_eq!(told(&again), told(session));
    // Both go on alike: forward, and back to before the snapshot.
    let go_on = |mut session: Session<Toy>| {
        session.put(referee_engine::Seat::Gm, What::Goto { line: 1, dice: Again::Same }).unwrap();
        session.put(seat(CID), What::Answer { ask: 0, option: 1, key: None }).unwrap();
        session.journal()
    };
    assert_eq!(go_on(again.clone()), go_on(session.clone()));
    assert_eq!(again.fork(2).unwrap().journal(), session.fork(2).unwrap().journal());
    let mut forgetful = again.clone();
    forgetful.forget_recalled();
    assert!(!forgetful.remembers(0) && again.remembers(0));
}

#[test]
fn a_snapshot_that_is_damaged_or_of_something_else_is_refused() {
    let session = played();
    let (header, lines) = parts(&session);
    let lines = &lines[2..];
    let snapshot = session.fork(3).unwrap().snapshot().unwrap();
    let resume = |header: &str, lines: &[String], snapshot: &str| {
        Session::<Toy>::resume(header, lines, snapshot).map(|session| session.digest())
    };
    assert_eq!(resume(&header, lines, &snapshot), Ok(session.digest()));
    for at in 0..snapshot.len() {
        let mut damaged = snapshot.clone().into_bytes();
        damaged[at] ^= 1;
        let Ok(damaged) = String::from_utf8(damaged) else { continue };
        assert!(resume(&header, lines, &damaged).is_err(), "byte {at}");
        assert!(resume(&header, lines, &snapshot[..at]).is_err(), "cut at {at}");
    }
    // A whole one that is of another line, another table or another version.
    assert!(resume(&header, &lines[1..], &snapshot).is_err() && resume(&header, &[], &snapshot).is_err());
    assert!(resume(&header.replacen("\"format\":3", "\"format\":2", 1), lines, &snapshot).is_err());
    let mut other = Session::new(Toy::new(), four(), [4; 32]);
    for _ in 0..3 {
        other.put(seat(ANN), What::Typed { who: Who::Actor(ANN), typed: true }).unwrap();
    }
    assert!(resume(&header, lines, &other.snapshot().unwrap()).is_err());
    // One that was forged well enough to be read: the lines that follow find out.
    let (_, json) = snapshot.split_once(' ').unwrap();
    let forged = json.replacen("\"round\":", "\"round\":1", 1);
    assert_ne!(forged, json, "{json}");
    let sum = sha2::Sha256::digest(forged.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    assert!(resume(&header, lines, &format!("{sum} {forged}")).is_err());
}
