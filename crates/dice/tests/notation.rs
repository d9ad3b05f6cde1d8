//! What is read, what is refused, and how both are said.

use referee_dice::{DiceRng, Expr, FastRng, MAX_DICE, MAX_SIDES, ParseError, Roll};

fn refused(text: &str) -> ParseError {
    text.parse::<Expr>().err().unwrap_or_else(|| panic!("{text} was accepted"))
}

#[test]
fn dice_are_read_whatever_their_case_and_spaces() {
    let pool = Roll::pool(&[(4, 4), (5, 8), (3, 6)]).drop_highest(2).keep_highest(4);
    let cases = [
        ("d20", Roll::die(20)),
        ("1d20", Roll::die(20)),
        ("D%", Roll::percent()),
        ("4dF", Roll::fudge(4)),
        ("4 d 6", Roll::dice(4, 6)),
        ("4d6kh3", Roll::dice(4, 6).keep_highest(3)),
        ("4D6 K 3", Roll::dice(4, 6).keep_highest(3)),
        ("2d20kl", Roll::lowest_of(2, 20)),
        ("4d6dl1+2", Roll::dice(4, 6).drop_lowest(1).plus(2)),
        ("4d6dh-2", Roll::dice(4, 6).drop_highest(1).plus(-2)),
        ("2+2d6", Roll::dice(2, 6).plus(2)),
        ("d8!", Roll::exploding(8)),
        ("d8!!", Roll::exploding(8).compounding()),
        ("d8!>6", Roll::die(8).explode_on(7)),
        ("d8!>=6", Roll::die(8).explode_on(6)),
        ("d8!x6", Roll::exploding(8).explode_at_most(6)),
        ("2d6r1", Roll::dice(2, 6).reroll(1, 1)),
        ("2d6ro<3", Roll::dice(2, 6).reroll_once(i16::MIN, 2)),
        ("2d6r>=6", Roll::dice(2, 6).reroll(6, i16::MAX)),
        ("2d6r2..4", Roll::dice(2, 6).reroll(2, 4)),
        ("2d6 min 2 max 5", Roll::dice(2, 6).min_face(2).max_face(5)),
        ("5d10>=7", Roll::dice(5, 10).count_at_least(7)),
        ("5d10>6", Roll::dice(5, 10).count_at_least(7)),
        ("5d10>=7!", Roll::dice(5, 10).count_at_least(7).explode()),
        ("5d10!>=9>=7", Roll::dice(5, 10).count_at_least(7).explode_on(9)),
        ("{4d4 + 5d8 + 3d6} dh2 kh4", pool),
        ("{4d4+5d8+3d6}kh4dh2", pool),
        // As journals of older versions have it.
        ("{4d4, 5d8, 3d6}dh2kh4", pool),
        ("3dFmin0", Roll::fudge(3).min_face(0)),
        ("7", Roll::pool(&[]).plus(7)),
    ];
    for (text, roll) in cases {
        assert_eq!(text.parse::<Roll>(), Ok(roll), "{text}");
        assert_eq!(roll.to_string().parse::<Roll>(), Ok(roll), "{text} is printed as {roll}");
    }
}

#[test]
fn journals_have_commas_between_the_sizes_of_a_pool() {
    let pool = Roll::pool(&[(4, 4), (5, 8)]).keep_highest(4).plus(2);
    assert_eq!(pool.to_string(), "{4d4+5d8}kh4+2");
    let json = serde_json::to_string(&pool).unwrap();
    assert_eq!(json, "\"{4d4, 5d8}kh4+2\"");
    assert_eq!(serde_json::from_str::<Roll>(&json).unwrap(), pool);
}

#[test]
fn expressions_are_printed_as_they_are_read() {
    let cases = [
        ("4d6kh3 + 2", "4d6kh3+2"),
        ("(2d6+3)*2", "(2d6+3)*2"),
        ("2d6+(3*2)", "2d6+3*2"),
        ("2d6-(3-1)", "2d6-(3-1)"),
        ("floor((d20+5)/2)", "floor((d20+5)/2)"),
        ("-d6", "-d6"),
        ("- -d6*-2", "--d6*-2"),
        ("-(d6+1)", "-(d6+1)"),
        ("1d100", "d100"),
        ("{2d6}", "2d6"),
    ];
    for (text, printed) in cases {
        let expr: Expr = text.parse().unwrap();
        assert_eq!(expr.to_string(), printed);
        assert_eq!(printed.parse::<Expr>(), Ok(expr), "{printed}");
    }
}

#[test]
fn division_is_exact_and_what_is_left_is_rounded_down() {
    let cases = [
        // text, faces, total
        ("d8/2+d8/2", vec![3, 5], 4),
        ("floor(d8/2)+floor(d8/2)", vec![3, 5], 3),
        ("d8/2", vec![3], 1),
        ("0-d8/2", vec![3], -2), // down, not towards 0
        ("d8/2*2", vec![3], 3),
        ("d8/(1/2)", vec![3], 6),
        ("(d8+1)/-4", vec![4], -2),
        ("10-2-3", vec![], 5),
        ("100/5/2", vec![], 10),
    ];
    for (text, faces, total) in cases {
        let mut script = faces.into_iter();
        let shown = text.parse::<Expr>().unwrap().evaluate(|_| script.next().ok_or(())).unwrap();
        assert_eq!(shown.total, total, "{text}");
        assert_eq!(script.next(), None, "{text}");
    }
}

#[test]
fn a_bad_expression_gets_place_finding_and_expectation() {
    let cases = [
        ("", 0, "the end", "a number, dice"),
        ("2d", 2, "the end", "the sides of the dice"),
        ("2d6+", 4, "the end", "a number, dice"),
        ("2d6 2", 4, "`2`", "an operator"),
        ("(2d6", 4, "the end", "an operator or `)`"),
        ("2d6)", 3, "`)`", "an operator"),
        ("4d6dx", 4, "`x`", "`dh`, `dl` or the number"),
        ("4d6kh3kl1", 6, "a second keep", "each modifier at most once"),
        ("{2d6, }", 6, "`}`", "dice"),
        ("{2d6 3d8}", 5, "`3`", "`,` or `}`"),
        ("{2d6*2, d8}r1", 11, "`r1`", "of sub-rolls"),
        ("{2d6*d4}kh1", 0, "one expression to keep or drop dice of", "as one pool"),
        ("2d6/0", 4, "a division by 0", "other than 0"),
        ("2d6/(d6-1)", 4, "a division by dice that can be 0", "cannot be 0"),
        ("floor 2", 6, "`2`", "`(`"),
        ("äd6", 0, "`äd`", "a number, dice"),
        ("d6é", 2, "`é`", "an operator"),
        ("2d6mox2", 3, "`mox`", "`min` or `max`"),
        ("d6r<=6", 0, "`d6r<=6`", "come to an end"),
        ("d6!>=1", 0, "`d6!>=1`", "come to an end"),
    ];
    for (text, position, found, expected) in cases {
        let error = refused(text);
        assert_eq!((error.position, error.found.as_str()), (position, found), "{text}");
        assert!(error.expected.contains(expected), "{text}: expected {}", error.expected);
        let caret = error.render(text).lines().nth(1).map(|line| line.chars().count());
        assert_eq!(caret, Some(position + 1), "{text}");
    }
    assert_eq!(
        refused("2d6 *** 2").to_string(),
        "at character 7: found `*`, expected a number, dice (such as `2d6`), `{`, `(` or a function"
    );
}

#[test]
fn an_absurd_expression_is_refused_with_the_limit() {
    let deep = format!("{}1{}", "(".repeat(200), ")".repeat(200));
    let long = "1+".repeat(2_000);
    let cases = [
        ("999999999d999999999", format!("1 to {MAX_DICE} dice")),
        ("2d999999999", format!("1 to {MAX_SIDES} sides")),
        ("99999999999999999999999999999999d6", format!("1 to {MAX_DICE} dice")),
        ("0d6", format!("1 to {MAX_DICE} dice")),
        ("d0", format!("1 to {MAX_SIDES} sides")),
        ("{600d6+600d8}", format!("at most {MAX_DICE} dice")),
        ("99999999999", "a number up to 1000000000".to_string()),
        ("1000d10000*1000d10000", "1000000000".to_string()),
        ("1000d10000!", "1000000000".to_string()),
        ("d6/999999/7", "a denominator of at most 1000000".to_string()),
        (&deep, "at most 64".to_string()),
        (&long, "at most 1000 characters".to_string()),
    ];
    for (text, limit) in cases {
        let error = refused(text);
        assert!(error.expected.contains(&limit), "{text}: expected {}", error.expected);
    }
    for text in ["1000d10000", "1000d1000kh500", "500d100!!kh200", "{250d4+250d6+250d8}!kh100", "d1000*d1000*d1000"] {
        let odds = text.parse::<Expr>().unwrap().distribution();
        assert!(odds.is_err_and(|refused| refused.to_string().contains("the limit is")), "{text}");
    }
}

#[test]
fn every_die_is_shown() {
    let cases = [
        ("4d6kh3+2", vec![6, 4, 3, 1], "4d6kh3+2: [6^, 4, 3, ~1~] + 2 = 15"),
        ("2d20kl1", vec![20, 1], "2d20kl1: [~20~, 1_] = 1"),
        ("d8!", vec![8, 8, 3], "d8!: [8!^, 8!^, 3] = 19"),
        ("2d8!!kh1", vec![8, 3, 5], "2d8!!kh1: [8!^, 3, ~5~] = 11"),
        ("2d6r1", vec![1, 1, 4, 5], "2d6r1: [~1~r, ~1~r, 4, 5] = 9"),
        ("2d6ro1", vec![1, 1, 5], "2d6ro1: [~1~r, 1_, 5] = 6"),
        ("3d10>=7", vec![7, 6, 10], "3d10>=7: [7*, 6, 10^*] = 2"),
        ("2d6min3", vec![1, 4], "2d6min3: [1=3_, 4] = 7"),
        ("{d4+d6}dh1 * 2", vec![4, 3], "{d4+d6}dh1*2: [~4~, 3] * 2 = 6"),
        ("{2d4, d6}kh1 * 2", vec![1, 3, 5], "{2d4, d6}kh1*2: {[~1~, ~3~], [5]}kh1 * 2 = 10"),
        ("2d{1,2,3,5}", vec![4, 1], "2d{1,2,3,5}: [5, 1] = 6"),
        ("2d6!p", vec![6, 6, 1, 4], "2d6!p: [6!^, 6=5!^, 1=0_, 4] = 15"),
        ("3d6u", vec![2, 2, 3, 3, 2, 4], "3d6u: [2, ~2~r, 3, ~3~r, ~2~r, 4] = 9"),
        ("d6 + d8 > 7", vec![4, 4], "d6+d8 > 7: [4] + [4] > 7 = 1"),
        ("3dF", vec![-1, 0, 1], "3dF: [-1_, 0, 1^] = 0"),
        ("3d6kh1", vec![4, 4, 4], "3d6kh1: [4, ~4~, ~4~] = 4"),
    ];
    for (text, faces, printed) in cases {
        let mut script = faces.into_iter();
        let shown = text.parse::<Expr>().unwrap().evaluate(|_| script.next().ok_or("too few faces")).unwrap();
        assert_eq!(shown.to_string(), printed);
        assert_eq!(script.next(), None, "{text} leaves faces over");
        let json = serde_json::to_string(&shown).unwrap();
        assert_eq!(serde_json::from_str::<referee_dice::ShownExpr>(&json).unwrap(), shown, "{json}");
    }
}

#[test]
fn no_text_panics() {
    let words = [
        "d",
        "d6",
        "2d6",
        "3d4",
        "dF",
        "d%",
        "k",
        "kh",
        "kl1",
        "dh",
        "dl2",
        "!",
        "!!",
        "!>",
        ">=",
        ">",
        "<",
        "=",
        "r",
        "ro",
        "r1",
        "min",
        "max",
        "2",
        "0",
        "-1",
        "99999999999",
        "{",
        "}",
        ",",
        "+",
        "-",
        "*",
        "/",
        "(",
        ")",
        "floor(",
        "floor",
        " ",
        "..",
        "x",
        "x2",
        "é",
        "\u{0}",
        "\n",
        "999",
        "10000",
        "D",
        "F",
        "%",
        ".",
        "1d1",
        "d{1,2,3}",
        "!p",
        "<>",
        "u",
        "uo",
        "cs",
        "cf",
        "f1",
        "^",
        "%2",
        "max(",
        "round(",
        "[a]",
        " > ",
        "#",
        "1.5",
        "rr",
        "xo",
        "s",
        "{2d4, d6}",
    ];
    let mut rng = FastRng::seed_from_u64(8);
    let mut dice = DiceRng::from_number(8);
    let (mut accepted, mut with_odds) = (0, 0);
    for _ in 0..40_000 {
        let length = 1 + rng.below(7);
        let text: String = (0..length).map(|_| words[rng.below(words.len() as u32) as usize]).collect();
        match text.parse::<Expr>() {
            Ok(expr) => {
                accepted += 1;
                assert_eq!(expr.to_string().parse::<Expr>().as_ref(), Ok(&expr), "{text} is printed as {expr}");
                let _ = expr.show(&mut dice).to_string();
                // Large dice are only rolled here: their odds take what the limit allows.
                let large = expr.bounds_of_dice().any(|(_, high)| high > 1_000);
                with_odds += usize::from(!large && expr.distribution().is_ok());
            }
            Err(error) => {
                assert!(error.position <= text.chars().count(), "{text:?}");
                let _ = (error.to_string(), error.render(&text));
            }
        }
    }
    assert!(accepted > 1_000 && with_odds > 500, "{accepted} accepted, {with_odds} with odds");

    // And plain noise.
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..rng.below(24)).map(|_| rng.next_u64() as u8).collect();
        let _ = String::from_utf8_lossy(&bytes).parse::<Expr>();
        let ascii: String = bytes.iter().map(|&byte| char::from(byte % 95 + 32)).collect();
        let _ = ascii.parse::<Expr>();
    }
}
