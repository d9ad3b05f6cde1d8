//! SE-R26: what is declared in secret does not reach another seat: whatever was declared, others see and hear the same.

use referee_engine::{ActorId, ActorSet, Filled, Reactions, Seat, Session, System, Told, door::Source, odds_of};
use referee_segments::Segments;

fn scene(switch: &str) -> Session<Segments> {
    let text = format!(
        r#"
        book = "segments"
        speed = "segmented"
        rules = {{ declare = "{switch}" }}
        map = {{ grid = "square", columns = 8, rows = 8, cell = 5, unit = "feet" }}
        [[characters]]
        from = "scout"
        at = [1, 1]
        [[characters]]
        from = "mystic"
        at = [2, 1]
        [[characters]]
        from = "cutthroat"
        at = [5, 5]
        "#
    );
    let (book, table) =
        Segments::open(&Source::new("secrets.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    Session::new(book, table, [1; 32])
}

/// Everything that a seat is shown after these declarations.
fn shown(switch: &str, declared: &[(u16, &str)], seat: Seat) -> String {
    let mut session = scene(switch);
    let mut heard = String::new();
    for (who, intention) in declared {
        let mut filled = Filled::parse(&format!("declare intention={intention}")).expect("a command");
        filled.actor = Some(ActorId(*who));
        session.take(Seat::Gm, &filled).unwrap_or_else(|error| panic!("{error}"));
        let lines =
            session.told(seat).filter_map(Told::event).map(|event| session.book().narrate(session.table(), event));
        heard.extend(lines.map(|line| line.text + "\n"));
    }
    let (book, table) = (session.book(), session.table());
    heard + &serde_json::to_string(&(book.view(table, seat), book.offers(table, seat))).expect("plain data")
}

#[test]
fn se_r26_a_secret_declaration_reaches_nobody_else() {
    let scout = Seat::Player(ActorSet::EMPTY.with(ActorId(0)));
    for (switch, declared, other) in [
        ("secret", [(1, "ability"), (2, "standard")], [(1, "recover"), (2, "hasty")]),
        ("open", [(2, "standard"), (2, "")], [(2, "dash"), (2, "")]),
    ] {
        let cut =
            |all: &[(u16, &'static str)]| all.iter().copied().filter(|(_, word)| !word.is_empty()).collect::<Vec<_>>();
        for seat in [scout, Seat::Spectator] {
            assert_eq!(shown(switch, &cut(&declared), seat), shown(switch, &cut(&other), seat), "{switch}");
        }
        assert_ne!(shown(switch, &cut(&declared), Seat::Gm), shown(switch, &cut(&other), Seat::Gm), "the GM sees it");
    }
    // In the open, players declare aloud; and when all have declared, everything is shown.
    assert!(shown("open", &[(2, "hasty"), (1, "ability")], scout).contains("Mystic declares Ability"));
    let all = shown("secret", &[(2, "hasty"), (1, "ability"), (0, "dash")], scout);
    assert!(all.contains("Cutthroat declares Hasty Action") && all.contains("15: Cutthroat"), "{all}");
}

/// SE-R26: nor do the odds of the last declaration, with which the order is set, tell what the others have declared in secret.
#[test]
fn se_r26_a_secret_declaration_is_not_in_the_odds_of_another_seat() {
    let odds = |declared: [(u16, &str); 2], seat: Seat| {
        let mut session = scene("secret");
        for (who, intention) in declared {
            let mut filled = Filled::parse(&format!("declare intention={intention}")).expect("a command");
            filled.actor = Some(ActorId(who));
            session.take(Seat::Gm, &filled).unwrap_or_else(|error| panic!("{error}"));
        }
        let (book, table) = (session.book(), session.table());
        let last = Filled::of("declare", Some(ActorId(0))).with("intention", "slow");
        let last = book.intent(table, seat, &last).unwrap_or_else(|refusal| panic!("{refusal}"));
        let odds = odds_of(book, table, seat, &last, Reactions::Never, 1_000).unwrap_or_else(|error| panic!("{error}"));
        serde_json::to_string(&odds).expect("plain data")
    };
    let scout = Seat::Player(ActorSet::EMPTY.with(ActorId(0)));
    let (slow, hasty) = ([(1, "slow"), (2, "slow")], [(1, "hasty"), (2, "hasty")]);
    assert_eq!(odds(slow, scout), odds(hasty, scout));
    assert_ne!(odds(slow, Seat::Gm), odds(hasty, Seat::Gm), "the GM knows who comes first");
}
