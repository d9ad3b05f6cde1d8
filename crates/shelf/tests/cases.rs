//! Cases of a book whose dice explode without end.

use referee_engine::door::Source;
use referee_shelf::book;

/// Ann executes Cid with a cudgel: every further explosion of her d8 is two wounds more, and there may be any number.
fn failures(chance: &str) -> Vec<String> {
    let text = format!(
        r#"
title = "Execute with what does not kill"
book = "crisis"
[scene]
map = {{ grid = "square", columns = 24, rows = 12, cell = 1, unit = "square" }}
crisis = {{ acting = "ann" }}
[[scene.characters]]
name = "Ann"
pc = true
at = [4, 4]
initiative = 5
ap = 6
skills = {{ Melee = "d8" }}
weapons = ["cudgel"]
[[scene.characters]]
name = "Cid"
pc = true
side = "foes"
at = [5, 4]
conditions = [{{ kind = "bound" }}]
[[odds]]
by = "ann"
do = "execute weapon=cudgel target=cid"
chances = [{{ measure = "non-lethal wounds", who = "cid", {chance} }}]
"#
    );
    let source = Source::new("cases/crisis/x.toml", text);
    let report = book("crisis").expect("it is on the shelf").run_case(&source, &|_| Err("no files".into()));
    report.failures.iter().map(ToString::to_string).collect()
}

#[test]
fn a_sum_that_was_cut_off_is_no_fraction() {
    // A hit is 4 to 8 on the d8. 6 wounds are 4 to 7, or 8 and then something low: the closed form is known.
    assert_eq!(failures("is = 0, chance = \"3/8\""), [""; 0]);
    // 80 wounds take more explosions than are followed: nothing is found there, and yet it is not impossible.
    let found = failures("is = 80, chance = \"0\"");
    assert!(matches!(&found[..], [one] if one.contains("no closed form, about 0 and off by")), "{found:#?}");
    assert_eq!(failures("is = 80, chance = \"0\", within = \"1/1000000000\""), [""; 0]);
    let found = failures("is = 80, chance = \"1/3\", within = \"1/1000000000\"");
    assert!(matches!(&found[..], [one] if one.contains("expected 1/3 within 1/1000000000")), "{found:#?}");
    // A tolerance below what is known says nothing.
    let found = failures("is = 80, chance = \"0\", within = \"1/1000000000000000000\"");
    assert!(matches!(&found[..], [one] if one.contains("no closed form")), "{found:#?}");
    let found = failures("is = 0, chance = \"3/8\", within = \"1/1000\"");
    assert!(matches!(&found[..], [one] if one.contains("no tolerance where the fraction is known")), "{found:#?}");
}
