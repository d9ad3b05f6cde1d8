//! What is wrong in a scene file is told, in every book alike, and all of it at once.

use referee_engine::door::Source;
use referee_shelf::{SchemaOf, book, books};

/// The mistakes of a scene, each as it is told.
fn mistakes(name: &str, text: &str) -> Vec<String> {
    let source = Source::new("scene.toml", format!("book = {name:?}\n{text}"));
    match book(name).expect("it is on the shelf").open(&source, [0; 32]) {
        Ok(_) => Vec::new(),
        Err(mistakes) => mistakes.iter().map(ToString::to_string).collect(),
    }
}

/// A fight of two in each book: what stands before the people, the one, and the other. `%` is more about the one.
fn fight(name: &str) -> [&'static str; 3] {
    let map = "map = { grid = 'square', columns = 9, rows = 9, cell = 5, unit = 'feet' }";
    match name {
        "clockworld" => [map, "from = 'gunslinger'\nat = [1, 1]", "from = 'bandit'\nat = [3, 3]"],
        "segments" => {
            let head = "map = { grid = 'square', columns = 9, rows = 9, cell = 5, unit = 'feet' }\nspeed = 'segmented'";
            [head, "from = 'scout'\nat = [1, 1]", "from = 'cutthroat'\nat = [3, 3]"]
        }
        "crisis" => {
            let head = "map = { grid = 'square', columns = 9, rows = 9, cell = 1, unit = 'square' }\ncrisis = { }";
            [head, "from = 'marksman'\nat = [1, 1]", "from = 'raider'\nat = [3, 3]"]
        }
        "stamina" => {
            let head = "map = { grid = 'hex', columns = 9, rows = 9, cell = 1, unit = 'm' }";
            [
                head,
                "from = 'fighter'\nname = 'Ann'\nat = [1, 1]",
                "from = 'fighter'\nname = 'Cid'\nside = 'foes'\nat = [3, 3]",
            ]
        }
        "proficiency" => ["scenario = { phase = 'initiative' }", "from = 'warrior'", "from = 'bandit'"],
        other => panic!("a fight of {other} is missing here"),
    }
}

fn scene(name: &str, more: &str) -> String {
    let [head, one, other] = fight(name);
    format!("{head}\n[[characters]]\n{one}\n{more}\n[[characters]]\n{other}\n")
}

#[test]
fn a_fight_of_two_sides_has_no_mistakes() {
    for book in books() {
        let name = book.name();
        assert_eq!(mistakes(name, &scene(name, "")), [""; 0], "{name}");
    }
}

#[test]
fn a_scene_may_take_its_people_and_things_from_the_content() {
    let shipped = [
        ("clockworld", "gunslinger", "barrel", "character"),
        ("crisis", "marksman", "hedge", "weapon"),
        ("proficiency", "warrior", "falling-rocks", "weapon"),
        ("segments", "shieldbearer", "wooden-door", "ability"),
        ("stamina", "fighter", "low-wall", "character"),
    ];
    for (name, somebody, something, kind) in shipped {
        let book = book(name).expect("it is on the shelf");
        let scene = book.schema(SchemaOf::Scene).to_string();
        for entry in [somebody, something] {
            assert!(scene.contains(&format!("{entry:?}")), "{name}: {entry}");
        }
        assert!(book.schema(SchemaOf::Content)["properties"][kind].is_object(), "{name}");
    }
}

#[test]
fn two_in_one_cell_and_a_key_that_is_taken_are_mistakes() {
    for book in books().iter().filter(|book| book.name() != "proficiency") {
        let name = book.name();
        let crowded = scene(name, "").replacen("[3, 3]", "[1, 1]", 1);
        let found = mistakes(name, &crowded);
        assert!(matches!(&found[..], [only] if only.contains(" stands where ")), "{name}: {found:#?}");
        let off = scene(name, "").replacen("[3, 3]", "[9, 0]", 1);
        let found = mistakes(name, &off);
        let told = "characters[1].at: this place is not on the map; allowed: [0..8, 0..8]";
        assert!(matches!(&found[..], [only] if only.ends_with(told)), "{name}: {found:#?}");
    }
    for book in books() {
        let name = book.name();
        let found = mistakes(name, &scene(name, "key = 'gm'"));
        assert!(matches!(&found[..], [only] if only.contains("\"gm\" is taken")), "{name}: {found:#?}");
    }
}

#[test]
fn everybody_on_one_side_is_a_mistake_unless_the_scene_says_so() {
    for book in books() {
        let name = book.name();
        let [head, one, _] = fight(name);
        let twice = format!("[[characters]]\n{one}\n[[characters]]\n{one}\n").replacen("[1, 1]", "[2, 2]", 1);
        let twice = twice.replacen("from", "key = 'first'\nfrom", 1);
        let found = mistakes(name, &format!("{head}\n{twice}"));
        assert!(matches!(&found[..], [only] if only.contains("all characters are on one side")), "{name}: {found:#?}");
        assert_eq!(mistakes(name, &format!("{head}\nalone = true\n{twice}")), [""; 0], "{name}");
        let alone = format!("{head}\n[[characters]]\n{one}\n");
        assert_eq!(mistakes(name, &alone), [""; 0], "{name}: whoever is there alone has no side to be on");
    }
}

#[test]
fn a_skill_that_nobody_has_is_a_mistake() {
    let wrong = [
        ("clockworld", "skills = { Meele = { bonus = 1 } }", "Meele"),
        ("crisis", "skills = { Meele = 'd8' }", "Meele"),
        ("crisis", "skill_mods = { Meele = 1 }", "Meele"),
        ("stamina", "skills = { mele-combat = 1 }", "mele-combat"),
        ("stamina", "secondary = { brawlin = 1 }", "brawlin"),
        ("proficiency", "skills = { athletcs = 1 }", "athletcs"),
        ("segments", "skills = { clmb = 1 }", "clmb"),
    ];
    for (name, skills, wrong) in wrong {
        let found = mistakes(name, &scene(name, skills));
        let is_told = |told: &str| told.contains(wrong) && told.contains("; allowed: ");
        assert!(matches!(&found[..], [only] if is_told(only)), "{name}: {skills}: {found:#?}");
    }
    // A scene of Crisis may have Skills of its own.
    let own = scene("crisis", "skills = { Haggling = 'd8' }");
    assert!(mistakes("crisis", &own)[0].contains("there is no Skill \"Haggling\""));
    assert_eq!(mistakes("crisis", &format!("skills = ['Haggling']\n{own}")), [""; 0]);
}

/// A number in quotes hides nothing else.
#[test]
fn a_wrong_type_does_not_keep_other_mistakes_back() {
    let wrong = [
        ("clockworld", "speed_ft = '30'\nheld = { 'right arm' = 'revolvr' }", ["speed_ft", "revolvr"]),
        ("crisis", "hp = '26'\nweapons = ['knive']", ["hp", "knive"]),
        ("stamina", "stamina = '9'\nheld = { main = 'swrod' }", ["stamina", "swrod"]),
        ("proficiency", "hp = '26'\nin_hand = 'longswrod'", ["hp", "longswrod"]),
        ("segments", "health = '26'\nheld = ['long-swrod']", ["health", "long-swrod"]),
    ];
    for (name, lines, [first, second]) in wrong {
        let found = mistakes(name, &scene(name, lines));
        let has = |word: &str| found.iter().any(|mistake| mistake.contains(word));
        assert!(found.len() == 2 && has(first) && has(second), "{name}: {found:#?}");
    }
    // An unknown key in one place, a wrong type in another, and what only the rules know in a third.
    let [head, one, other] = fight("crisis");
    let text = format!(
        "{head}\ntitel = 'x'\n[[characters]]\n{one}\nhp = '26'\n[[characters]]\n{other}\nweapons = ['knive']\n"
    );
    assert_eq!(mistakes("crisis", &text).len(), 3, "{:#?}", mistakes("crisis", &text));
    // What follows from leaving out the wrong part is not told: nobody stands on the other one.
    let text = format!(
        "{head}\n[[characters]]\n{}\n[[characters]]\n{}\n",
        one.replace("[1, 1]", "'here'"),
        other.replace("[3, 3]", "[0, 0]")
    );
    assert_eq!(mistakes("crisis", &text).len(), 1, "{:#?}", mistakes("crisis", &text));
}

/// An empty table empties what is inherited.
#[test]
fn whoever_holds_nothing_holds_nothing() {
    for (name, who) in [("clockworld", "gunslinger"), ("stamina", "ann")] {
        let [head, one, other] = fight(name);
        let case = |held: &str, expected: &str| {
            let people = format!("[[scene.characters]]\n{one}\n{held}\n[[scene.characters]]\n{other}\n");
            let step = format!("[[step]]\nstate = {{ '{who}.held' = {expected} }}\n");
            let text = format!("title = 'x'\nbook = {name:?}\n[scene]\n{head}\n{people}{step}");
            let report = book(name).unwrap().run_case(&Source::new("x.toml", text), &|_| Err("no files".into()));
            report.failures.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(case("held = {}", "[]"), [""; 0], "{name}");
        assert_eq!(case("", "[]").len(), 1, "{name}: whoever says nothing holds what is inherited");
    }
}
