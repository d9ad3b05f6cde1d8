//! Rounds: whether they go on, and what is limited in one.

use crate::{
    Intent, Stamina,
    acts::EndTurn,
    testing::{duel, run, who},
    turn::begin_anew,
};
use referee_engine::{ActorId, Seat, Session, Standing, What, Who, act::Does};

fn end_turn(actor: ActorId) -> Intent {
    Intent::EndTurn(Does::by(actor, EndTurn {}))
}

/// A GM who does not want to be asked says so once.
#[test]
fn st_042_the_gm_may_have_a_standing_answer_to_whether_rounds_go_on() {
    let (book, table) = duel();
    let mut session = Session::new(book, table, [7; 32]);
    let end_round = |session: &mut Session<Stamina>| {
        for _ in 0..2 {
            let actor = session.table().acting().expect("rounds go on");
            session.act(Seat::Gm, end_turn(actor)).unwrap_or_else(|error| panic!("{error}"));
        }
    };
    end_round(&mut session);
    assert_eq!(session.waiting().len(), 1, "the GM is asked");
    assert_eq!(session.table().clock.round, 1, "and nothing goes on before the answer");
    session.put(Seat::Gm, What::Abandon).unwrap();
    let answer = Standing::Always("go-on".into());
    session.put(Seat::Gm, What::Standing { who: Who::Gm, kind: "rounds".into(), answer }).unwrap();
    let actor = session.table().acting().unwrap();
    session.act(Seat::Gm, end_turn(actor)).unwrap();
    assert_eq!((session.waiting().len(), session.table().clock.round), (0, 2));
    end_round(&mut session);
    assert_eq!((session.waiting().len(), session.table().clock.round), (0, 3));
}

/// ST-126: the limit is the round's, whoever has more than one turn in it (ST-R66).
#[test]
fn st_126_a_quick_attack_is_taken_once_a_round() {
    let (book, mut table) = duel();
    let ann = who(&table, "ann");
    let quick = |table: &mut _| run(&book, table, "ann", "quick target=cid", &[3, 3, 3, 2, 2, 2], &[]);
    quick(&mut table).unwrap();
    let once_a_turn = quick(&mut table).unwrap_err();
    assert_eq!(once_a_turn.rule.unwrap().to_string(), "ST-049");
    begin_anew(table.actor_mut(ann));
    let once_a_round = quick(&mut table).unwrap_err();
    assert_eq!(once_a_round.rule.unwrap().to_string(), "ST-126");
}
