//! `referee roll`: dice, every one of them shown.

use crate::{
    args,
    fault::Fault,
    screen::{BOLD, DIM, Page, paint},
    telling,
};
use referee_dice::{DiceRng, Expr, ShownExpr};
use serde_json::json;

/// Rolls once or several times.
pub fn run(args: &args::Roll, page: &mut Page) -> Result<(), Fault> {
    let expr = read(&args.dice)?;
    let seed = match args.seed {
        Some(seed) => seed,
        None => getrandom::u64().map_err(|error| Fault::Internal(error.to_string()))?,
    };
    let mut rng = DiceRng::from_number(seed);
    if page.json {
        let (written, reading) = (json!(expr.to_string()), json!(expr.reading()));
        page.raw(&format!("{{\n  \"expression\": {written},\n  \"reading\": {reading},\n"));
        page.raw(&format!("  \"seed\": {seed},\n  \"rolls\": ["));
    }
    for number in 0..args.times {
        let shown: ShownExpr = expr.show(&mut rng);
        if page.json {
            page.raw(&format!("{}\n    {}", if number > 0 { "," } else { "" }, json!(shown)));
        } else {
            let dice = telling::expression(&shown, page.colour);
            let total = match (expr.is_question(), shown.total) {
                (true, 0) => "no".to_owned(),
                (true, _) => "yes".to_owned(),
                (false, total) => total.to_string(),
            };
            page.line(format!("{}  {dice} = {}", paint(DIM, &expr), paint(BOLD, total)));
        }
        // Printed as they fall: many rolls take no more memory than one.
        if number % 100 == 99 {
            page.flush();
        }
    }
    if page.json {
        page.raw("\n  ]\n}\n");
        return Ok(());
    }
    reading(&expr, page);
    if args.seed.is_none() {
        page.line(paint(DIM, format!("seed {seed}")));
    }
    Ok(())
}

/// How the dice were read, where peers read them in another way.
pub fn reading(expr: &Expr, page: &mut Page) {
    let words = expr.reading();
    if !words.is_empty() {
        page.line(paint(DIM, format!("read as: {words}")));
    }
}

/// Reads dice, or says with a caret where they cannot be read.
pub fn read(dice: &str) -> Result<Expr, Fault> {
    dice.parse::<Expr>().map_err(|error| {
        let help = "examples: 4d6kh3+2, 2d10kl1, d8!, {4d4+5d8}dh2kh4; see docs/notation.md";
        Fault::Usage(format!("these dice cannot be read\n\n{}\n\n{help}", indented(&error.render(dice))))
    })
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}
