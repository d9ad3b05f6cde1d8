//! Every rule of every ledger is kept somewhere and tested somewhere. The sources are read when the test runs.

use referee_shelf::{Kind, books, places_of};

#[test]
fn every_rule_is_cited_where_it_is_kept_and_in_a_test() {
    let mut missing = Vec::new();
    for book in books() {
        for entry in book.ledger().of(Kind::Rule) {
            let places = places_of(entry.id);
            if !places.iter().any(|place| !place.tested) {
                missing.push(format!("{} is kept nowhere: {}", entry.id, entry.headline()));
            }
            if !places.iter().any(|place| place.tested) {
                missing.push(format!("{} is tested nowhere: {}", entry.id, entry.headline()));
            }
        }
    }
    assert!(missing.is_empty(), "{} missing:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn every_worked_example_and_probability_is_a_case_or_a_test() {
    let mut missing = Vec::new();
    for book in books() {
        for kind in [Kind::Example, Kind::Probability] {
            for entry in book.ledger().of(kind) {
                if !places_of(entry.id).iter().any(|place| place.tested) {
                    missing.push(entry.id.to_string());
                }
            }
        }
    }
    assert!(missing.is_empty(), "{} examples are nowhere: {}", missing.len(), missing.join(", "));
}
