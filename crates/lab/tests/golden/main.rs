//! Golden results: what comes of the ready scenes and battles of every book, written down in `golden/`.
//!
//! A change of the program that is no change of a rule leaves every line as it is. Whoever changes a rule writes the files
//! anew, in the same commit: `REFEREE_GOLDEN=write cargo test -p referee-lab --test golden`.

mod facts;
mod fights;
mod file;
mod journals;
mod odds;
mod random;
mod scenes;

use file::Check;
use scenes::{Scene, scenes};

/// One file for each scene of a book: fights, rates of random fights, and exact odds.
fn results_of(book: &str) {
    let mut check = Check::of(&format!("results/{book}"));
    for scene in scenes(book) {
        check.file(&format!("{}.txt", scene.name), &results(&scene));
    }
    check.finish();
}

fn results(scene: &Scene) -> String {
    let mut text = format!("# {}: {}\n", scene.book, scene.source.file);
    for (title, lines) in [
        ("fights at a table: policy, seed, end; then what differs from the opening", fights::at_a_table(scene)),
        ("simulated fights: policy, seed, end; then who takes part, and their gauges", fights::simulated(scene)),
        ("rates of the random policy, which are compared within their errors", random::rates(scene)),
    ] {
        text += &format!("\n## {title}\n");
        lines.iter().for_each(|line| text += &format!("{line}\n"));
    }
    for (title, lines) in odds::along_a_fight(scene) {
        text += &format!("\n## exact odds, {title}\n");
        lines.iter().for_each(|line| text += &format!("{line}\n"));
    }
    text
}

macro_rules! books {
    ($($book:ident),*) => {
        mod results {
            $(#[test]
            fn $book() {
                super::results_of(stringify!($book));
            })*
        }

        mod journal {
            $(#[test]
            fn $book() {
                super::journals::check(stringify!($book));
            })*
        }

        #[test]
        fn no_book_is_forgotten() {
            let names: Vec<&str> = referee_shelf::books().iter().map(|book| book.name()).collect();
            assert_eq!(names, [$(stringify!($book)),*]);
        }
    };
}

books!(clockworld, proficiency, crisis, stamina, segments);
