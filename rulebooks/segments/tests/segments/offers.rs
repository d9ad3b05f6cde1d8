//! What the page is told: the GM's tools, and where a way through a cell can end.

use referee_engine::{
    ActorId, Domain, Filled, Script, Seat, System, Who,
    act::{Act, Seen},
    door::Source,
    rule,
};
use referee_segments::{
    Question, Segments,
    acts::{Move, movement::Goal},
    reactions::negate::Negate,
    table::Table,
};

fn open(text: &str) -> (Segments, Table) {
    let text = format!("book = \"segments\"\n{text}");
    Segments::open(&Source::new("offers.toml", text)).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// The page finds the GM's tools by the name of their group.
#[test]
fn what_only_the_gm_may_do_is_in_the_group_of_the_gm() {
    for speed in ["open", "segmented"] {
        let (book, table) = open(&format!(
            "speed = \"{speed}\"\nmap = {{ grid = \"square\", columns = 6, rows = 5, cell = 5, unit = \"feet\" }}\n\
             characters = [{{ from = \"scout\", at = [0, 0] }}, {{ from = \"ogre\", at = [3, 3] }}]"
        ));
        let offers = book.offers(&table, Seat::Gm);
        assert!(offers.iter().any(|offer| offer.actor.is_none()), "{speed}");
        for offer in offers {
            assert_eq!(offer.group == "GM", offer.actor.is_none(), "{speed}: {}", offer.verb);
        }
    }
}

/// SE-R49: the ends that are offered for a way through a cell are exactly those that the rule accepts, on every kind of map.
#[test]
fn the_ends_of_a_way_through_a_cell_are_those_that_can_be_reached() {
    let maps = [
        "grid = \"square\"",
        "grid = \"square\", diagonals = \"two\"",
        "grid = \"square\", diagonals = \"alternating\"",
        "grid = \"hex\"",
    ];
    for map in maps {
        let (book, mut table) = open(&format!(
            "speed = \"segmented\"\nmap = {{ {map}, columns = 9, rows = 7, cell = 5, unit = \"feet\" }}\n\
             things = [{{ from = \"low-wall\", at = [3, 2] }}]\n\
             characters = [{{ from = \"ogre\", at = [4, 4] }}, {{ from = \"scout\", at = [3, 3] }}]"
        ));
        for who in [0, 1] {
            let mut filled = Filled::parse("declare intention=standard").unwrap();
            filled.actor = Some(ActorId(who));
            let intent = book.intent(&table, Seat::Gm, &filled).unwrap();
            book.resolve_with(&mut table, Seat::Gm, &intent, &mut Script::new(&book)).unwrap();
        }
        let (who, space) = (ActorId(1), &table.setup.space);
        let through = space.find_cell("5,2").unwrap();
        let filled = Filled::of("move", Some(who)).with("through", "5,2");
        let slots = book.slots(&table, Seat::Gm, &filled).unwrap();
        let Domain::Cell { of } = &slots.iter().find(|slot| slot.name == "to").unwrap().domain else { panic!("cells") };
        let mut offered: Vec<&str> = of.iter().map(|choice| choice.key.as_str()).collect();
        let fits = |to| {
            let by_way_of = Move { through: Some(Goal::from(through)).into(), ..Move::to_cell(to) };
            by_way_of.ready(&Seen::truth(&book, &table), who).is_ok()
        };
        let expected: Vec<String> = space.cells().filter(|&to| fits(to)).map(|to| space.cell_key(to)).collect();
        let mut expected: Vec<&str> = expected.iter().map(String::as_str).collect();
        offered.sort_unstable();
        expected.sort_unstable();
        assert!(expected.len() > 4, "{map}: {expected:?}");
        assert_eq!(offered, expected, "{map}");
    }
}

/// A question cites the rule that it is asked by: SE-092 for the shield, SE-096 where there is only a helmet to give up.
#[test]
fn se_092_se_096_what_may_be_given_up_cites_its_own_rule() {
    let (book, table) = open(
        "map = { grid = \"square\", columns = 6, rows = 5, cell = 5, unit = \"feet\" }\n\
         characters = [{ from = \"shieldbearer\", at = [0, 0] }, { from = \"ogre\", at = [3, 3] }]",
    );
    let asked = |shield, helmet| {
        let question = Question::Negate(Negate { by: ActorId(1), damage: 9, shield, helmet });
        book.prompt(&table, Who::Actor(ActorId(0)), &question).rule
    };
    assert_eq!(asked(true, false), rule!("SE-092"));
    assert_eq!(asked(true, true), rule!("SE-092"));
    assert_eq!(asked(false, true), rule!("SE-096"));
}
