//! The starter set has the numbers of the ledger, and a scene with a mistake is refused with what is allowed.

use referee_engine::{System, door::Source};
use referee_proficiency::{Proficiency, sheet::Sheet};

fn sheet(name: &str) -> Sheet {
    let text = format!("book = \"proficiency\"\n[[characters]]\nfrom = \"{name}\"\n");
    let (_, table) = Proficiency::open(&Source::new(name, text)).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    table.setup.sheets[0].clone()
}

/// PR-R29, PR-R31, PR-R68, PR-R71: Proficiency, hit points, Defense, and the bonus of a weapon with its moved penalty.
#[test]
fn pr_r68_the_starter_set_has_the_numbers_of_the_ledger() {
    let cases = [
        ("warrior", 2, 12, 17, "longsword", (5, 0)),
        ("scout", 2, 9, 15, "bow", (5, 0)),
        ("scout", 2, 9, 15, "dagger", (5, 0)),
        ("mage", 2, 7, 12, "dagger", (4, 0)),
        ("mage", 2, 7, 12, "staff", (2, 2)),
        ("mender", 2, 10, 15, "spear", (3, 0)),
        ("champion", 6, 174, 18, "longsword", (12, 0)),
        ("commoner", 1, 4, 10, "club", (1, 0)),
        ("clay-servant", 1, 6, 11, "unarmed", (3, 0)),
        ("bandit", 2, 9, 14, "short-sword", (4, 0)),
        ("wolf", 2, 9, 13, "bite", (4, 0)),
        ("skeleton", 2, 10, 13, "short-sword", (4, 0)),
        ("halberdier", 2, 15, 14, "halberd", (4, 0)),
        ("ogre", 2, 40, 11, "great-club", (6, 0)),
        ("stone-colossus", 4, 125, 25, "stone-fist", (11, 0)),
        ("undying-lord", 6, 174, 18, "longsword", (10, 0)),
    ];
    for (name, proficiency, hp, defense, weapon, numbers) in cases {
        let sheet = sheet(name);
        assert_eq!((sheet.proficiency, sheet.hp_max, sheet.defense), (proficiency, hp, defense), "{name}");
        let weapon = sheet.weapons.iter().find(|known| known.key == weapon).expect("the weapon");
        assert_eq!((weapon.bonus, weapon.moved), numbers, "{name} with {}", weapon.name);
    }
}

/// PR-R08, PR-R12, PR-R91, PR-R92, PR-R99: what a scene cannot hold is refused, all of it at once.
#[test]
fn a_scene_with_mistakes_says_all_of_them() {
    let text = r#"
        book = "proficiency"
        scenario = { counts = [0, 10, 8, 7], ends = [{ done = "nothing", wins = "pcs" }] }
        map = { grid = "hex", columns = 3, rows = 3, cell = 5, unit = "feet" }
        [[characters]]
        from = "warrior"
        skills = { athletics = 4 }
        carried = ["lance"]
        resources = [{ kind = "arrows", die = "d4" }, "rations", "rations"]
    "#;
    let mistakes = Proficiency::open(&Source::new("scene.toml", text)).expect_err("it is wrong").to_string();
    for part in ["PR-R08", "PR-R12", "PR-R91", "PR-R92", "PR-R99", "there is no weapon", "an end names one thing"] {
        assert!(mistakes.contains(part), "{part}: {mistakes}");
    }
}

/// PR-R91: a diagonal step is like any other, so a map cannot say otherwise.
#[test]
fn a_map_whose_diagonals_count_more_is_refused() {
    let scene = |diagonals: &str| {
        let map =
            format!(r#"grid = "square", columns = 3, rows = 3, cell = 5, unit = "feet", diagonals = "{diagonals}""#);
        let text =
            format!("book = \"proficiency\"\nmap = {{ {map} }}\n[[characters]]\nfrom = \"warrior\"\nat = [0, 0]\n");
        Proficiency::open(&Source::new("scene.toml", &text)).map(|_| ()).map_err(|mistakes| mistakes.to_string())
    };
    assert_eq!(scene("one"), Ok(()));
    for diagonals in ["two", "alternating"] {
        assert!(
            scene(diagonals).is_err_and(|mistakes| mistakes.contains("map.diagonals") && mistakes.contains("PR-R91"))
        );
    }
}
