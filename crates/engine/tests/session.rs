//! A session: pausing, typed dice, standing answers, undo, fork.

mod toy;

use referee_engine::{
    Again, Audience, Filled, Seat, Secrecy, Session, SessionError, Standing, System, Told, Waiting, What, Who,
};
use toy::*;

const SEED: [u8; 32] = [7; 32];

fn session() -> Session<Toy> {
    Session::new(Toy::new(), four(), SEED)
}

/// Ann strikes Cid, both with a reaction: Cid is asked, then, if it hits, Ann.
fn strike() -> Intent {
    Intent::Attack { actor: ANN, target: CID, focus: false }
}

fn asked(session: &Session<Toy>) -> Vec<(usize, Who, String)> {
    let words = |waiting: &Waiting| match waiting {
        Waiting::Answer { ask, who, prompt } => (*ask, *who, prompt.text.clone()),
        Waiting::Dice { ask, who, name, .. } => (*ask, *who, format!("dice: {name}")),
    };
    session.waiting().iter().map(words).collect()
}

fn answer(session: &mut Session<Toy>, by: Seat, ask: usize, option: usize) -> Result<(), SessionError> {
    session.put(by, What::Answer { ask, option, key: None }).map(|_| ())
}

fn type_dice(session: &mut Session<Toy>, by: Seat, ask: usize, faces: &[i32]) -> Result<(), SessionError> {
    session.put(by, What::Dice { ask, faces: faces.to_vec() }).map(|_| ())
}

fn typed(who: referee_engine::ActorId) -> What<Toy> {
    What::Typed { who: Who::Actor(who), typed: true }
}

/// Both roll real dice, so that a test says what falls.
fn typing() -> Session<Toy> {
    let mut session = session();
    session.put(seat(ANN), typed(ANN)).unwrap();
    session.put(seat(CID), typed(CID)).unwrap();
    session
}

#[test]
fn an_action_pauses_at_each_question_and_changes_nothing_until_its_end() {
    let mut session = typing();
    let before = session.table().clone();
    session.act(seat(ANN), strike()).unwrap();
    assert_eq!(asked(&session), [(0, Who::Actor(CID), "Cid reacts?".into())]);
    answer(&mut session, seat(CID), 0, 0).unwrap();
    assert_eq!(asked(&session), [(1, Who::Actor(ANN), "dice: attack".into())]);
    type_dice(&mut session, seat(ANN), 1, &[5]).unwrap();
    type_dice(&mut session, seat(ANN), 2, &[6]).unwrap();
    assert_eq!(asked(&session), [(3, Who::Actor(ANN), "Ann presses on?".into())]);
    assert_eq!(*session.table(), before);
    assert_eq!(session.under_way(), Some(&strike()));
    answer(&mut session, seat(ANN), 3, 1).unwrap();
    // 5 beats 4; a 6 does 3, pressing 1 more.
    assert_eq!(session.table().fighter(CID).hp, 1);
    assert!(session.waiting().is_empty());
    // Each line told only what was new.
    let told: Vec<usize> = session.log().map(|line| line.told.len()).collect();
    assert_eq!(told, [1, 2, 1, 1]); // reacted; die and event; damage die; hurt
}

/// Whoever looks while a question is open sees the table at that point of the action; nothing is committed yet.
#[test]
fn an_open_question_is_shown_with_the_table_at_that_point() {
    let mut session = typing();
    let reactions = |table: &Table| table.fighter(CID).reactions;
    session.act(seat(ANN), strike()).unwrap();
    assert!(session.shown().fighter(ANN).acted && !session.table().fighter(ANN).acted, "Ann strikes");
    answer(&mut session, seat(CID), 0, 1).unwrap();
    assert_eq!(asked(&session), [(1, Who::Actor(CID), "dice: dodge".into())]);
    assert_eq!((reactions(session.shown()), reactions(session.table())), (0, 1), "the dodge is declared");
    let again = Session::<Toy>::replay(&session.journal(), true).unwrap();
    assert_eq!(again.shown(), session.shown(), "also after the journal was read");
    session.put(seat(ANN), What::Abandon).unwrap();
    assert_eq!((reactions(session.shown()), session.waiting().len()), (1, 0));
}

#[test]
fn typed_dice_must_fit_the_roll() {
    let mut session = typing();
    session.act(seat(ANN), strike()).unwrap();
    answer(&mut session, seat(CID), 0, 1).unwrap();
    assert_eq!(asked(&session), [(1, Who::Actor(CID), "dice: dodge".into())]);
    let journal = session.journal();
    for faces in [&[11][..], &[0], &[], &[3, 4]] {
        let error = type_dice(&mut session, seat(CID), 1, faces).unwrap_err();
        assert!(matches!(&error, SessionError::Refused(refusal) if refusal.code == "dice-do-not-fit"), "{error}");
    }
    assert!(matches!(type_dice(&mut session, seat(ANN), 1, &[3]), Err(SessionError::NotYours { .. })));
    assert!(matches!(type_dice(&mut session, seat(CID), 2, &[3]), Err(SessionError::NotAsked { ask: 2 })));
    assert!(matches!(answer(&mut session, seat(CID), 1, 0), Err(SessionError::NotAsked { ask: 1 })));
    assert_eq!(session.journal(), journal, "what is refused leaves no trace");
    type_dice(&mut session, seat(CID), 1, &[9]).unwrap();
    type_dice(&mut session, seat(ANN), 2, &[9]).unwrap(); // 9 does not beat 9
    assert_eq!(session.table().fighter(CID).hp, 5);
    let is_typed = |told: &&Told<Toy>| matches!(told, Told::Dice { typed: true, .. });
    assert_eq!(session.log().flat_map(|line| line.told).filter(is_typed).count(), 2);
    // Somebody who no longer types has their dice drawn.
    session.put(seat(CID), What::Typed { who: Who::Actor(CID), typed: false }).unwrap();
    session.put(Seat::Gm, What::Act(Intent::Pass { side: four().turn })).unwrap();
    session.act(seat(CID), Intent::Hide { actor: CID, spot: 2 }).unwrap();
    assert!(session.waiting().is_empty());
}

#[test]
fn standing_answers_spare_the_question() {
    let mut session = session();
    let stand = |who, kind: &str, answer| What::Standing { who: Who::Actor(who), kind: kind.into(), answer };
    session.put(seat(CID), stand(CID, "reaction", Standing::Always("brace".into()))).unwrap();
    session.put(seat(ANN), stand(ANN, "press", Standing::Never)).unwrap();
    assert!(matches!(
        session.put(seat(ANN), stand(CID, "reaction", Standing::Never)),
        Err(SessionError::NotYours { .. })
    ));
    session.act(seat(ANN), strike()).unwrap();
    assert!(session.waiting().is_empty());
    assert_eq!(session.table().fighter(CID).reactions, 0);
    assert_eq!(session.table().fighter(ANN).reactions, 1);
    // An option that is not there is no answer: the person is asked.
    session.put(Seat::Gm, stand(DAN, "reaction", Standing::Always("fly".into()))).unwrap();
    session.act(seat(BOB), Intent::Attack { actor: BOB, target: DAN, focus: false }).unwrap();
    assert_eq!(asked(&session), [(0, Who::Actor(DAN), "Dan reacts?".into())]);
}

#[test]
fn several_are_asked_side_by_side_and_answer_in_any_order() {
    let duel = Intent::Duel { actor: ANN, target: CID };
    let finish = |order: [(usize, Seat, usize); 2]| {
        let mut session = session();
        session.act(seat(ANN), duel.clone()).unwrap();
        assert_eq!(session.waiting().len(), 2);
        let (ask, by, option) = order[0];
        answer(&mut session, by, ask, option).unwrap();
        assert_eq!(session.waiting().len(), 1);
        let journal = session.journal();
        // Late and repeated answers are harmless, whether they say the same or not.
        assert!(matches!(answer(&mut session, by, ask, 1 - option), Err(SessionError::NotAsked { .. })));
        assert!(matches!(answer(&mut session, by, order[1].0, 0), Err(SessionError::NotYours { .. })));
        assert_eq!(session.journal(), journal);
        let (ask, by, option) = order[1];
        answer(&mut session, by, ask, option).unwrap();
        assert!(matches!(answer(&mut session, by, ask, option), Err(SessionError::NotAsked { .. })));
        session
    };
    let (ann, cid) = ((0, seat(ANN), 0), (1, seat(CID), 1));
    let (one, other) = (finish([ann, cid]), finish([cid, ann]));
    assert_eq!(one.table().fighter(CID).hp, 4); // they differ: Cid loses
    assert_eq!(one.table(), other.table());
    assert_eq!(one.digest(), other.digest());
}

#[test]
fn only_those_who_may_can_put_something_in() {
    let mut session = session();
    assert!(matches!(session.act(seat(CID), strike()), Err(SessionError::Refused(_))));
    assert!(matches!(session.act(Seat::Spectator, strike()), Err(SessionError::OnlyWatches)));
    let back = What::Goto { line: 0, dice: Again::Same };
    assert!(matches!(session.put(Seat::Spectator, back), Err(SessionError::OnlyWatches)));
    let heal = Intent::Heal { target: CID, hp: 9 };
    assert!(matches!(session.act(seat(CID), heal.clone()), Err(SessionError::Refused(_))));
    session.act(Seat::Gm, heal).unwrap();
    session.act(seat(ANN), strike()).unwrap();
    assert!(matches!(answer(&mut session, seat(DAN), 0, 0), Err(SessionError::NotYours { .. })));
    assert!(matches!(session.act(seat(BOB), strike()), Err(SessionError::Busy(waiting)) if waiting.len() == 1));
    let error = answer(&mut session, seat(CID), 0, 3).unwrap_err();
    assert!(
        matches!(&error, SessionError::BadAnswer { allowed, .. } if allowed == &["decline", "dodge", "brace"]),
        "{error}"
    );
    answer(&mut session, Seat::Gm, 0, 0).unwrap(); // the game master may answer for anybody
}

#[test]
fn an_action_can_be_given_up() {
    let mut session = session();
    assert!(matches!(session.put(seat(ANN), What::Abandon), Err(SessionError::NotAsked { .. })));
    let (before, digest) = (session.table().clone(), session.digest());
    session.act(seat(ANN), strike()).unwrap();
    assert!(matches!(session.put(seat(CID), What::Abandon), Err(SessionError::NotYours { .. })));
    session.put(seat(ANN), What::Abandon).unwrap();
    assert!(session.waiting().is_empty());
    assert_eq!((session.table(), session.digest()), (&before, digest));
    session.act(seat(BOB), Intent::Hide { actor: BOB, spot: 1 }).unwrap();
}

#[test]
fn giving_up_an_action_brings_no_other_dice() {
    let dice = |session: &Session<Toy>| -> Vec<String> {
        let told = session.log().flat_map(|line| line.told);
        told.filter(|told| matches!(told, Told::Dice { .. })).map(|told| format!("{told:?}")).collect()
    };
    let hits = |seed: &u8| {
        let mut session = Session::new(Toy::new(), four(), [*seed; 32]);
        session.act(seat(ANN), strike()).unwrap();
        answer(&mut session, seat(CID), 0, 0).unwrap();
        !session.waiting().is_empty()
    };
    let seed = (0..=255).find(hits).expect("some strike hits, and then Ann is asked");
    let mut session = Session::new(Toy::new(), four(), [seed; 32]);
    for _ in 0..2 {
        session.act(seat(ANN), strike()).unwrap();
        answer(&mut session, seat(CID), 0, 0).unwrap();
        session.put(seat(ANN), What::Abandon).unwrap();
    }
    let all = dice(&session);
    assert_eq!(all.len(), 4, "{all:?}");
    assert_eq!(all[..2], all[2..]);
    let journal = session.journal();
    assert_eq!(Session::<Toy>::replay(&journal, true).unwrap().journal(), journal);
    // Journals from before went on with the next dice; they are read and verified as they were written.
    let mut old = Session::new(Toy::new(), four(), [seed; 32]);
    old.act(seat(ANN), strike()).unwrap();
    answer(&mut old, seat(CID), 0, 0).unwrap();
    let stood = serde_json::to_value(old.entries().last().unwrap().dice).unwrap();
    old.put(seat(ANN), What::Abandon).unwrap();
    let now = serde_json::to_value(old.entries().last().unwrap().dice).unwrap();
    let (lines, last) = old.journal().trim_end().rsplit_once('\n').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let last = last.replace(&now.to_string(), &stood.to_string());
    let old = format!("{lines}\n{last}\n");
    assert_eq!(Session::<Toy>::replay(&old, true).unwrap().journal(), old);
}

/// Five lines: strike, decline, dice, dice, press. The lines before are two of typing.
fn played() -> Session<Toy> {
    let mut session = typing();
    session.act(seat(ANN), strike()).unwrap(); // 3
    answer(&mut session, seat(CID), 0, 0).unwrap(); // 4
    type_dice(&mut session, seat(ANN), 1, &[5]).unwrap(); // 5
    type_dice(&mut session, seat(ANN), 2, &[1]).unwrap(); // 6
    answer(&mut session, seat(ANN), 3, 0).unwrap(); // 7
    session
}

fn goto(session: &mut Session<Toy>, line: u64, dice: Again) {
    session.put(Seat::Gm, What::Goto { line, dice }).unwrap();
}

#[test]
fn undo_leads_back_to_any_line_prompts_and_typed_dice_included() {
    let mut session = played();
    assert_eq!(session.table().fighter(CID).hp, 4);
    let end = session.digest();
    goto(&mut session, 3, Again::Same);
    assert_eq!(asked(&session), [(0, Who::Actor(CID), "Cid reacts?".into())]);
    assert_eq!(session.table().fighter(CID).hp, 5);
    assert_eq!((session.line(), session.head()), (8, 3));
    // Another way from there: Cid dodges. The typed dice of line 5 are gone with it.
    answer(&mut session, seat(CID), 0, 1).unwrap(); // 9
    assert_eq!(asked(&session), [(1, Who::Actor(CID), "dice: dodge".into())]);
    assert_eq!(session.before(9), Some(3));
    // What was undone stays readable, and is marked.
    let undone: Vec<u64> = session.log().filter(|line| line.undone).map(|line| line.line).collect();
    assert_eq!(undone, [4, 5, 6, 7]);
    assert_eq!(session.undone(), [4, 5, 6, 7], "line 8 went back, and is not undone itself");
    // Redo: forward again to the end that was undone.
    goto(&mut session, 7, Again::Same);
    assert_eq!(session.digest(), end);
    assert_eq!(session.table().fighter(CID).hp, 4);
    let undone: Vec<u64> = session.log().filter(|line| line.undone).map(|line| line.line).collect();
    assert_eq!(undone, [9]);
    assert_eq!(session.undone(), [9]);
    // To the start: nobody types any more.
    goto(&mut session, 0, Again::Same);
    assert_eq!(*session.table(), four());
    session.act(seat(ANN), Intent::Hide { actor: ANN, spot: 1 }).unwrap();
    assert!(session.waiting().is_empty());
    let error = session.put(Seat::Gm, What::Goto { line: 99, dice: Again::Same }).unwrap_err();
    assert!(matches!(error, SessionError::NoSuchLine { line: 99, .. }), "{error}");
}

#[test]
fn standing_answers_are_undone_too() {
    let mut session = session();
    let never = What::Standing { who: Who::Actor(CID), kind: "reaction".into(), answer: Standing::Never };
    session.put(seat(CID), never).unwrap();
    goto(&mut session, 0, Again::Same);
    session.act(seat(ANN), strike()).unwrap();
    assert_eq!(session.waiting().len(), 1);
}

/// The faces that fell in the last line.
fn faces(session: &Session<Toy>) -> Vec<i32> {
    let mut all = Vec::new();
    for input in session.entries().last().unwrap().inputs.values() {
        if let referee_engine::Input::Dice { faces, .. } = input {
            all.extend(faces);
        }
    }
    all
}

#[test]
fn after_an_undo_the_same_dice_fall_or_new_ones() {
    let blast = |session: &mut Session<Toy>| {
        for actor in [ANN, BOB] {
            session.act(seat(actor), Intent::Hide { actor, spot: 1 }).unwrap();
        }
        let mut dice = faces(session);
        session.act(Seat::Gm, Intent::Pass { side: four().turn }).unwrap();
        session.act(seat(CID), Intent::Hide { actor: CID, spot: 1 }).unwrap();
        dice.extend(faces(session));
        session.act(seat(DAN), Intent::Hide { actor: DAN, spot: 1 }).unwrap();
        dice.extend(faces(session));
        dice
    };
    let mut session = session();
    let first = blast(&mut session);
    goto(&mut session, 0, Again::Same);
    assert_eq!(blast(&mut session), first);
    // Ten tries with new dice: that three d10 fall the same every time has a chance of 10^-30.
    let others: Vec<Vec<i32>> = (0..10)
        .map(|_| {
            goto(&mut session, 0, Again::New);
            blast(&mut session)
        })
        .collect();
    assert!(others.iter().any(|dice| *dice != first), "{others:?}");
    assert!(others.iter().any(|dice| *dice != others[0]), "{others:?}");
}

#[test]
fn a_fork_goes_its_own_way() {
    let session = played();
    let mut fork = session.fork(3).unwrap();
    assert_eq!(asked(&fork), [(0, Who::Actor(CID), "Cid reacts?".into())]);
    answer(&mut fork, seat(CID), 0, 2).unwrap();
    assert_eq!((fork.line(), session.line()), (4, 7));
    assert_eq!(session.table().fighter(CID).hp, 4);
    let again = Session::<Toy>::replay(&fork.journal(), true).unwrap();
    assert_eq!(again.journal(), fork.journal());
    assert!(session.fork(8).is_none());
}

#[test]
fn a_seat_hears_what_it_may() {
    let mut session = session();
    session.act(seat(ANN), Intent::Hide { actor: ANN, spot: 4 }).unwrap();
    assert_eq!(session.told(seat(BOB)).count(), 2); // the die and the event
    assert_eq!(session.told(seat(CID)).count(), 0);
    assert_eq!(session.told(Seat::Spectator).count(), 0);
    assert_eq!(session.told(Seat::Gm).count(), 2);
    let line = session.log().next().unwrap();
    assert!(!line.is_open() && line.for_seat(seat(CID)).count() == 0);
    assert!(line.told.iter().all(|told| matches!(told.audience(), Audience::Actors(_))));
}

#[test]
fn a_secret_act_is_told_within_what_the_rules_let_know() {
    let heard = |by: Seat, to: Secrecy| {
        let mut session = session();
        session.put(by, What::Secretly { act: Intent::Hide { actor: ANN, spot: 4 }, to }).unwrap();
        let again = Session::<Toy>::replay(&session.journal(), true).unwrap();
        assert_eq!(again.journal(), session.journal());
        [Seat::Gm, seat(ANN), seat(BOB), seat(CID), Seat::Spectator].map(|seat| session.told(seat).count())
    };
    // The rules tell Ann's side and the game master alone.
    assert_eq!(heard(seat(ANN), Secrecy::Public), [2, 2, 2, 0, 0]);
    assert_eq!(heard(seat(ANN), Secrecy::Gm), [2, 2, 0, 0, 0]);
    assert_eq!(heard(seat(ANN), Secrecy::Blind), [2, 0, 0, 0, 0]);
    assert_eq!(heard(seat(ANN), Secrecy::Own), [0, 2, 0, 0, 0]);
    // The game master keeps all three kinds to himself.
    for to in [Secrecy::Gm, Secrecy::Blind, Secrecy::Own] {
        assert_eq!(heard(Seat::Gm, to), [2, 0, 0, 0, 0]);
    }
}

#[test]
fn an_offer_is_taken_as_it_is_filled() {
    let mut session = session();
    let filled = Filled::of("attack", Some(ANN)).with("target", "cid").with("focus", "yes");
    session.take(seat(ANN), &filled).unwrap();
    assert_eq!(session.under_way(), Some(&Intent::Attack { actor: ANN, target: CID, focus: true }));
    let offers = Toy::new().offers(session.table(), seat(CID));
    assert!(offers.iter().all(|offer| offer.refused.is_some()), "{offers:?}");
}
