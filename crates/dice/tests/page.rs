//! Every row of the table in `docs/notation.md`.

use referee_dice::{DiceRng, Expr};

const PAGE: &str = include_str!("../../../docs/notation.md");

/// A row: what is written, how it is read, in words, and its mean.
struct Row {
    written: String,
    read_as: String,
    words: String,
    mean: String,
}

fn rows() -> Vec<Row> {
    let bare = |cell: &str| cell.trim().trim_matches('`').to_owned();
    let lines = PAGE.lines().filter(|line| line.starts_with("| `"));
    let cells = lines.map(|line| line.trim_matches('|').split('|').map(bare).collect::<Vec<String>>());
    cells
        .map(|cells| match &cells[..] {
            [written, read_as, words, mean, _, _, _, _] => {
                Row { written: written.clone(), read_as: read_as.clone(), words: words.clone(), mean: mean.clone() }
            }
            _ => panic!("a row has eight cells: {cells:?}"),
        })
        .collect()
}

#[test]
fn every_row_of_the_page_is_read_as_it_says() {
    let rows = rows();
    assert!(rows.len() >= 90, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for Row { written, read_as, words, mean } in rows {
        let expr: Expr = match written.parse() {
            Ok(expr) => expr,
            Err(refused) => {
                wrong.push(format!("{written}: {refused}"));
                continue;
            }
        };
        let odds = expr.distribution().unwrap_or_else(|refused| panic!("{written}: {refused}"));
        let reading = expr.reading();
        let said = reading.strip_prefix(&format!("{expr}: ")).unwrap_or(&reading);
        let found = (expr.to_string(), said.to_owned(), odds.mean().to_string());
        if found != (read_as.clone(), words.clone(), mean.clone()) {
            wrong.push(format!("{written}: {found:?}, the page has {:?}", (read_as, words, mean)));
        }
        // What is printed is read in the same way again, and falls within its odds.
        assert_eq!(expr.to_string().parse::<Expr>().as_ref(), Ok(&expr), "{written}");
        let mut rng = DiceRng::from_number(1);
        for _ in 0..200 {
            let total = expr.show(&mut rng).total;
            let past_end = odds.upper_tail().is_some_and(|tail| total >= tail.0);
            assert!(past_end || !odds.exactly(total).is_zero(), "{written} came to {total}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_page_says_is_not_read_is_refused() {
    let not_read =
        ["sqrt(4d6)", "d10!>0", "d10r>0", "5d3u", "{4d10*(2+5d6)}k2", "(d4)d6", "4d6m", "4d6ms12", "4d6even"];
    for text in not_read {
        let odds = text
            .parse::<Expr>()
            .map_err(|refused| refused.to_string())
            .and_then(|expr| expr.distribution().map_err(|refused| refused.to_string()));
        assert!(odds.is_err(), "{text}");
    }
}
