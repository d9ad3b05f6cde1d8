//! Case files: what they can say, and what they say when something is wrong.

mod toy;

use referee_engine::{
    case::{CaseReport, book_of, case_schema, run_case, run_cases},
    door::Source,
};
use toy::Toy;

const SCENE: &str = r#"
[scene]
fighters = [
    { name = "Ann", side = "red", hp = 5 },
    { name = "Bob", side = "red", hp = 5, reactions = 0 },
    { name = "Cid", side = "blue", hp = 5 },
]
"#;

fn run(text: &str) -> CaseReport {
    let load = |path: &str| match path {
        "scenes/duel.toml" => {
            let fighters =
                "fighters = [{ name = 'Ann', side = 'red', hp = 5 }, { name = 'Cid', side = 'blue', hp = 2 }]";
            Ok(Source::new(path, format!("book = 'toy'\n{fighters}\n")))
        }
        _ => Err("no such file".to_owned()),
    };
    run_case::<Toy>(&Source::new("cases/x.toml", text), &load)
}

fn failures(text: &str) -> Vec<String> {
    run(text).failures.iter().map(ToString::to_string).collect()
}

fn passes(text: &str) -> CaseReport {
    let report = run(text);
    assert!(report.is_ok(), "{:#?}", report.failures);
    report
}

#[test]
fn a_worked_example_passes() {
    let report = passes(&format!(
        r#"
title = "Ann strikes Cid"
book = "toy"
{SCENE}
[[step]]
by = "ann"
do = "attack target=cid"
answers = ["decline", "press"]
options = [["decline", "dodge", "brace"], ["decline", "press"]]
dice = [8, 6]
tells = ["Cid does nothing", "hits", "TY-002", "Cid takes 4"]
untold = ["has the turn"]
rules = ["TY-002", "TY-003"]
state = {{ "cid.hp" = 1, "ann.acted" = true, "cid.scars" = ["old", "old", "old", "old"], "cid.spot" = "none" }}

[[step]]
by = "ann"
do = "attack target=cid"
refused = "TY-001"
why = "cannot act now"
state.cid.hp = 1

[[step]]
by = "bob"
do = "hide spot=3"
dice = [6]
tells = ["Bob hides at spot 3"]
not_told_to = {{ cid = ["hides", "TY-006"] }}

[[step]]
by = "red"
do = "pass"
tells = ["Blue has the turn"]

[[step]]
do = "heal target=ann hp=9"
state = {{ "ann.hp" = 9, turn = "blue" }}

[[step]]
by = "gm for cid"
do = "attack target=bob"
refused = "slot-value"
"#
    ));
    assert_eq!((report.steps, report.title.as_str()), (6, "Ann strikes Cid"));
    assert_eq!(report.rules.iter().map(ToString::to_string).collect::<Vec<_>>(), ["TY-002", "TY-003"]);
}

#[test]
fn variants_begin_afresh_after_the_shared_steps() {
    let report = passes(&format!(
        r#"
title = "Variants"
{SCENE}
[[step]]
by = "bob"
do = "attack target=cid"
answers = ["brace"]
dice = [5, 3]                  # 5 beats 4: two less one
state."cid.hp" = 4

[[variant]]
name = "(a) the same scene"
[[variant.step]]
by = "ann"
do = "attack target=cid"
dice = [5, 1]
answers = ["decline"]          # no reaction left, so only Ann is asked
state."cid.hp" = 3

[[variant]]
name = "(b) a harder target"
house = {{ need = 4 }}
scene.fighters = [{{ name = "Ann", reactions = 0 }}, {{ name = "Dan", side = "blue", hp = 1 }}]
[[variant.step]]
by = "ann"
do = "attack target=dan"
dice = [4]
answers = ["decline"]
tells = ["misses"]
state = {{ "dan.hp" = 1, "cid.hp" = 4 }}
"#
    ));
    assert_eq!(report.steps, 4);
}

#[test]
fn house_rules_and_files_make_the_scene() {
    passes(
        r#"
title = "From a file"
house = { need = 6 }
scene = "../scenes/duel.toml"
[[step]]
by = "ann"
do = "attack target=cid focus=yes"
dice = [6, 2]
answers = ["decline"]
tells = ["misses"]
state."cid.hp" = 2

[[variant]]
name = "unchanged"

[[variant]]
name = "changed"
house.need = 6
[variant.scene]
from = "../scenes/duel.toml"
fighters = [{ name = "Cid", hp = 2 }]
"#,
    );
}

#[test]
fn everything_that_is_wrong_is_reported_with_its_line() {
    let found = failures(&format!(
        r#"title = "Wrong"
{SCENE}
[[step]]
by = "ann"
do = "attack target=cid"
answers = ["decline", "decline", "dodge"]
dice = [8, 6, 1]
tells = ["takes 3", "hits"]
state = {{ "cid.hp" = 3, "cid.luck" = 1 }}
[[step]]
by = "ann"
do = "attack target=cid"
refused = "TY-009"
[[step]]
by = "bob"
do = "hide spot=1"
refused = "TY-006"
dice = [1]
[[step]]
by = "bob"
do = "hide spot=1"
dice = [6]
not_told_to = {{ ann = ["hides"], eve = ["hides"] }}
[[step]]
by = "red"
do = "pass"
[[step]]
by = "cid"
do = "attack target=ann"
dice = []
answers = ["decline"]
[[step]]
do = "never reached"
"#
    ));
    let expected = [
        "cases/x.toml:10: step 1, script: expected every die and answer used, found left over: dice [1], answers [\"dodge\"]",
        "cases/x.toml:15: step 1, tells: expected \"hits\", found Cid does nothing (TY-003) | \
         Ann hits Cid with 8 (TY-002) | Cid takes 3 (TY-004)",
        "cases/x.toml:16: step 1, state cid.hp: expected 3, found 2",
        "cases/x.toml:16: step 1, state cid.luck: expected 1, found nothing of that name",
        "cases/x.toml:20: step 2, attack target=cid: expected refused by TY-009, \
         found Ann cannot act now (TY-001) [not-your-turn]",
        "cases/x.toml:24: step 3, hide spot=1: expected refused by TY-006, found accepted",
        "cases/x.toml:30: step 4, not told to ann: expected no \"hides\", found Bob hides at spot 1 of bob",
        "cases/x.toml:30: step 4, not_told_to: expected someone at the table, \
         found there is no \"eve\" at the table; allowed: ann, bob, cid, red, blue, gm",
        "cases/x.toml:34: step 6, attack target=ann: expected dice and answers that fit, \
         found the script has no die left for attack",
    ];
    for (index, expected) in expected.iter().enumerate() {
        assert!(found.get(index).is_some_and(|found| found.starts_with(expected)), "{expected}\n{found:#?}");
    }
    assert_eq!(found.len(), expected.len(), "{found:#?}");
}

#[test]
fn a_scene_inside_a_case_is_checked_at_its_own_lines() {
    let found = failures(
        "title = 'x'\nstep = [{ state.turn = 'red' }]\n[scene]\n[[scene.fighters]]\nname = 'Ann'\nside = 'green'\nhp = -1\n",
    );
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("cases/x.toml:6: fighters[0].side: expected red, blue, found"), "{found:#?}");
    let found = failures(
        "title = 'x'\nstep = [{ state.turn = 'red' }]\n[scene]\n[[scene.fighters]]\nname = 'Ann'\nside = 'red'\nhp = -1\n",
    );
    assert_eq!(found, ["cases/x.toml:7: fighters[0].hp: expected 0 or more, found nobody begins below 0"]);
    let found = failures("title = 'x'\nscene = 'nowhere.toml'\nstep = [{ state.turn = 'red' }]\n");
    assert_eq!(found, ["cases/x.toml:2: scene: expected a scene file, found cases/nowhere.toml: no such file"]);
    let found = failures("title = 'x'\nsteps = []\n");
    assert!(found[0].starts_with("cases/x.toml:2: steps: expected title, book,"), "{found:#?}");
    let found = failures("title = 'x'\nbook = 'chess'\n");
    assert_eq!(found, ["cases/x.toml:2: book: expected toy, found chess"]);
    let found = failures("title = 'x'\n[scene]\nfighters = []\n[[step]]\nstate.turn = 'red'\nrules = ['nonsense']\n");
    assert_eq!(found, ["cases/x.toml:6: step 1, rules: expected the id of a rule: CW-042, found nonsense"]);
    let found = failures("title = 'x'\nrules = ['TY-001']\n[scene]\nfighters = []\n[[step]]\nstate.turn = 'red'\n");
    let expected =
        "cases/x.toml:2: rules: expected `rules` in the steps, odds and chances that would fail if the rule were wrong";
    assert!(matches!(&found[..], [only] if only.starts_with(expected)), "{found:#?}");
}

#[test]
fn odds_are_compared_as_exact_fractions() {
    let report = passes(&format!(
        r#"
title = "Odds"
{SCENE}
[[odds]]
by = "bob"
do = "attack target=cid"
measure = "attack"
who = "cid"
is = "hit"
chance = "6/10"

[[odds]]
by = "bob"
do = "attack target=cid"
answers = ["dodge"]
chances = [
    {{ measure = "attack", who = "cid", is = "hit", chance = "39/100" }},
    {{ measure = "attack", is = ["missed", "avoided"], chance = "61/100" }},
    {{ measure = "damage", who = "cid", is = 0, chance = "61/100" }},
    {{ measure = "damage", who = "cid", at_least = 2, chance = "26/100" }},   # 39/100 · 4/6
    {{ measure = "damage", who = "cid", mean = "143/200" }},                  # 39/100 · 11/6
    {{ state = {{ "cid.hp" = 2 }}, chance = "13/200" }},                      # 39/100 · 1/6
    {{ all = [{{ measure = "attack", is = "hit" }}, {{ measure = "damage", is = 3 }}], chance = "13/200" }},
    {{ any = [{{ measure = "attack", is = "missed" }}, {{ state = {{ "cid.hp" = 2 }} }}], chance = "93/200" }},
]

[[odds]]
name = "two in a row"
by = "bob"
do = ["attack target=cid", {{ by = "ann", do = "blast target=cid" }}]
chances = [
    {{ measure = "damage", who = "cid", is = [0], chance = "3/10" }},         # 4/10 · 3/4
    {{ measure = "duel", is = "none", chance = "1" }},
]

[[odds]]
name = "both guess high, and whoever began loses"
by = "bob"
do = "duel target=cid"
measure = "duel"
who = "bob"
is = "lost"
chance = "1"

[[odds]]
name = "whatever is chosen"
by = "bob"
do = "attack target=cid"
reactions = "all"
measure = "attack"
is = "missed"
chance = "4/10"
"#
    ));
    assert_eq!(report.chances, 13);
}

#[test]
fn wrong_odds_say_what_came_out() {
    let found = failures(&format!(
        r#"title = "Odds"
{SCENE}
[[odds]]
by = "bob"
do = "attack target=cid"
chances = [
    {{ measure = "attack", who = "cid", is = "hit", chance = "1/2" }},
    {{ measure = "atack", is = "hit", chance = "0" }},
    {{ measure = "attack", who = "eve", is = "hit", chance = "0" }},
    {{ measure = "attack", is = "hit", chance = "often" }},
]
[[odds]]
by = "bob"
do = "attack target=cid"
reactions = "all"
measure = "attack"
is = "hit"
chance = "6/10"
[[odds]]
by = "cid"
do = "attack target=bob"
measure = "attack"
is = "hit"
chance = "6/10"
"#
    ));
    let expected = [
        "cases/x.toml:14: odds 1, attack cid hit: expected 1/2, found 3/5",
        "cases/x.toml:15: odds 1, atack hit: expected the measure \"atack\", found attack, damage",
        "cases/x.toml:16: odds 1, attack eve hit: expected an actor's key, found eve",
        "cases/x.toml:17: odds 1, attack hit: expected a fraction such as \"7/10\", found often",
        "cases/x.toml:25: odds 2, attack with dodge: expected 3/5, found 39/100",
        "cases/x.toml:28: odds 3, do: expected exact odds, found Cid cannot act now (TY-001)",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_shelf_can_keep_the_runner_of_each_book() {
    type Runner = fn(&[Source], &referee_engine::case::Load<'_>) -> Vec<CaseReport>;
    let runners: [(&str, Runner); 1] = [("toy", run_cases::<Toy>)];
    let source =
        Source::new("x.toml", format!("title = 'x'\nbook = 'toy'\nstep = [{{ state.turn = 'red' }}]\n{SCENE}"));
    assert_eq!(book_of(&source).as_deref(), Some(runners[0].0));
    let reports = runners[0].1(&[source], &|_| Err("no files".to_owned()));
    assert!(reports[0].is_ok(), "{reports:?}");
}

#[test]
fn the_schema_is_for_editors() {
    let schema = case_schema();
    assert_eq!(schema["title"], "Referee case");
    assert!(schema["properties"]["step"]["items"].is_object());
    assert_eq!(schema["$defs"]["Step"]["properties"]["do"]["type"][0], "string");
}

/// What must be refused, each with the only failure that it may have: a case that could never fail is worth nothing.
#[test]
fn what_could_never_fail_is_refused() {
    const STRIKE: &str = "[[step]]\nby = 'bob'\ndo = 'attack target=cid'\nanswers = ['decline']\n";
    let strike = |more: &str| format!("{STRIKE}dice = [5, 3]\n{more}\n");
    let odds = |more: &str| format!("[[odds]]\nby = 'bob'\ndo = 'attack target=cid'\n{more}\n");
    let chance = |more: &str| odds(&format!("chances = [{{ {more} }}]"));
    let refused = |more: &str| format!("[[step]]\nby = 'cid'\ndo = 'attack target=bob'\nrefused = 'TY-001'\n{more}\n");
    let cases = [
        // An empty table and what is not there.
        (strike("state = { cid = { } }"), "state cid: expected {}, found {"),
        (strike("state = { 'cid.scars' = { } }"), "state cid.scars: expected {}, found ["),
        (strike("state = { 'cd.spot' = 'none' }"), "state cd.spot: expected \"none\", found nothing called cd"),
        (strike("state = { 'cd.lasting' = { } }"), "state cd.lasting: expected {}, found nothing called cd"),
        // Steps.
        (String::new(), "the case: expected a step or odds, found none"),
        ("[[variant]]\nname = 'v'\n".to_owned(), "v, the variant: expected a step or odds, found none"),
        ("[[step]]\nnote = 'x'\n".to_owned(), "state: expected `do`, or a state to check"),
        ("[[step]]\nstate.cid.hp = 5\ndice = [1]\n".to_owned(), "dice: expected `do`"),
        ("[[step]]\nstate.cid.hp = 5\nanswers = ['x']\n".to_owned(), "answers: expected `do`"),
        ("[[step]]\nstate.cid.hp = 5\noptions = [['x']]\n".to_owned(), "options: expected `do`"),
        ("[[step]]\nstate.cid.hp = 5\nrefused = 'TY-001'\n".to_owned(), "refused: expected `do`"),
        ("[[step]]\nstate.cid.hp = 5\ntells = ['x']\n".to_owned(), "tells: expected `do`"),
        ("[[step]]\nstate.cid.hp = 5\nby = 'ann'\n".to_owned(), "by: expected `do`"),
        (strike("why = 'cannot act now'"), "why: expected `refused`"),
        (strike("tells = ['']"), "tells: expected some text"),
        (strike("untold = ['']"), "untold: expected some text"),
        (refused("why = ''"), "why: expected some text"),
        (refused("tells = ['cannot act now']"), "tells: expected no such field in a refused step"),
        (refused("untold = ['hits']"), "untold: expected no such field in a refused step"),
        (refused("not_told_to = { ann = ['hits'] }"), "not_told_to: expected no such field in a refused step"),
        (refused("dice = [1]"), "script: expected every die and answer used"),
        (refused("options = [['dodge']]"), "options: expected [[\"dodge\"]], found []"),
        (strike("untold = ['mises']"), "untold: expected \"mises\" somewhere else in the case"),
        (strike("untold = ['TY-099']"), "untold: expected \"TY-099\" somewhere else in the case"),
        (strike("tells = ['TY-099']"), "tells: expected \"TY-099\", found"),
        (strike("not_told_to = { ann = ['hides'] }"), "not told to ann: expected \"hides\", told to someone else"),
        (strike("not_told_to = { ann = [] }"), "not_told_to: expected some text"),
        (strike("not_told_to = { an = ['hits'] }"), "not_told_to: expected someone at the table"),
        // Odds.
        (odds("chances = []"), "chance: expected a chance, or chances, found none"),
        (
            odds("state = { 'cid.hp' = 9 }\nchances = [{ measure = 'attack', is = 'hit', chance = '6/10' }]"),
            "state: expected a `chance` beside it",
        ),
        (
            odds("is = 'missed'\nchances = [{ measure = 'attack', is = 'hit', chance = '6/10' }]"),
            "is: expected a `chance` beside it",
        ),
        (odds("chance = '1'"), "chance: expected a `measure` or a `state`"),
        (chance("chance = '1'"), "chance: expected a `measure` or a `state`"),
        (chance("is = 'hit', state = { turn = 'red' }, chance = '1'"), "is: expected a `measure`"),
        (chance("measure = 'attack', is = 'hit', all = [{ }], chance = '6/10'"), "all: expected a `measure` or"),
        (
            chance("measure = 'attack', is = 'hit', any = [{ who = 'cid' }], chance = '6/10'"),
            "all: expected a `measure`",
        ),
        (
            chance("measure = 'injry', is = 'none', chance = '1'"),
            "measure: expected \"injry\" somewhere else in the case",
        ),
        (chance("measure = 'damage', who = 'cid', mean = '11/10', is = 1"), "is: expected only `measure`"),
        (chance("measure = 'damage', who = 'cid', mean = '11/10', chance = '1'"), "chance: expected only"),
        (chance("measure = 'attack', is = 'hit', chance = '6/10', within = '1/9'"), "expected no tolerance where"),
        (chance("measure = 'attack', is = 'hit'"), "attack hit: expected a chance or a mean, found none"),
        (
            odds("reactions = 'all'\nchances = [{ state = { 'cid.hp' = 5 }, chance = '4/10' }]"),
            "expected no state under reactions = \"all\"",
        ),
        (
            "[[odds]]\nby = 'bob'\ndo = [{ do = 'attack target=cid', reaction = 'dodge' }]\nchance = '1'\n".to_owned(),
            "expected",
        ),
        (odds("answers = ['jump']\nmeasure = 'attack'\nis = 'hit'\nchance = '6/10'"), "has the option \"jump\""),
    ];
    for (case, expected) in cases {
        let found = failures(&format!("title = 'Idle'\n{SCENE}\n{case}"));
        assert!(found.iter().any(|found| found.contains(expected)), "{case}\n{expected}\n{found:#?}");
    }
}

/// Whatever is not to be told is told elsewhere in the same case, so that it is known to be spelt right.
#[test]
fn what_is_not_told_here_is_told_in_another_variant() {
    passes(&format!(
        r#"
title = "Untold"
{SCENE}
[[variant]]
name = "a miss"
[[variant.step]]
by = "bob"
do = "attack target=cid"
answers = ["decline"]
dice = [4]
untold = ["hits"]
[[variant]]
name = "a hit"
[[variant.step]]
by = "bob"
do = "attack target=cid"
answers = ["decline"]
dice = [5, 3]
tells = ["hits"]
"#
    ));
}
