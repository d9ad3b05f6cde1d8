//! From Markdown to entries. The chapters of all ledgers have the same names; the columns of their tables nearly so.

use super::cells::{cells, ids_in, is_ruler};
use super::{Entry, Ledger, Says, Switch};
use referee_engine::RuleId;
use std::collections::BTreeMap;

pub(super) fn read(text: &str) -> Ledger {
    let mut reader = Reader::default();
    for (index, line) in text.lines().enumerate() {
        reader.line(index + 1, line.trim());
    }
    reader.finish()
}

#[derive(Default)]
struct Reader {
    title: String,
    about: Vec<String>,
    chapter: Chapter,
    section: String,
    headings: Option<Vec<String>>,
    /// A probability written as a paragraph with a table below it, while that table is read.
    open: Option<usize>,
    entries: Vec<Entry>,
    switches: BTreeMap<RuleId, Switch>,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum Chapter {
    #[default]
    Opening,
    Rules,
    Rulings,
    Decisions,
    Examples,
    Probabilities,
    Narrative,
    Other,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) {
        if let Some(row) = cells(line) {
            self.row(number, row);
            return;
        }
        // A blank line stands between a paragraph and its table; the next one ends the table.
        if !line.is_empty() || self.headings.is_some() {
            self.open = None;
        }
        self.headings = None;
        if let Some(title) = line.strip_prefix("# ") {
            self.title = title.split(':').next().unwrap_or(title).trim().to_owned();
        } else if let Some(name) = line.strip_prefix("## ") {
            self.section = name.to_owned();
            self.chapter = match name {
                "Rules" => Chapter::Rules,
                "Rulings" => Chapter::Rulings,
                "Decisions" => Chapter::Decisions,
                "Worked examples" => Chapter::Examples,
                "Narrative only" => Chapter::Narrative,
                _ => Chapter::Other,
            };
        } else if let Some(name) = line.strip_prefix("### ") {
            self.section = name.to_owned();
            let of_examples = matches!(self.chapter, Chapter::Examples | Chapter::Probabilities);
            if of_examples {
                let probable = name.to_lowercase().contains("probabilit");
                self.chapter = if probable { Chapter::Probabilities } else { Chapter::Examples };
            }
        } else if self.chapter == Chapter::Opening && !line.is_empty() {
            self.about.push(line.to_owned());
        } else if let Some((id, rest)) = line.strip_prefix("**").and_then(|rest| rest.split_once(". "))
            && let Ok(id) = id.parse()
        {
            let what = rest.replacen("**", "", 1);
            self.push(number, id, Says::Probability { what, headings: Vec::new(), rows: Vec::new() }, rest);
            self.open = Some(self.entries.len() - 1);
        }
    }

    fn row(&mut self, number: usize, row: Vec<String>) {
        let Some(headings) = &self.headings else {
            if let Some(Says::Probability { headings, .. }) = self.open.map(|open| &mut self.entries[open].says) {
                headings.clone_from(&row);
            }
            self.headings = Some(row);
            return;
        };
        if is_ruler(&row) {
            return;
        }
        if let Some(Says::Probability { rows, .. }) = self.open.map(|open| &mut self.entries[open].says) {
            rows.push(row);
            return;
        }
        let by_name = |name: &str| {
            let at = headings.iter().position(|heading| heading.to_lowercase().starts_with(name))?;
            row.get(at).cloned()
        };
        let cell = |names: &[&str]| names.iter().find_map(|name| by_name(name)).unwrap_or_default();
        let is_switches = headings.first().is_some_and(|heading| heading == "switch");
        if is_switches {
            let inner = row.get(1..row.len() - 1).unwrap_or_default();
            let values: Vec<&str> = inner.iter().map(String::as_str).collect();
            let switch = Switch { name: row[0].trim_matches('`').to_owned(), values: values.join("; ") };
            for id in ids_in(row.last().map_or("", String::as_str)) {
                self.switches.insert(id, switch.clone());
            }
            return;
        }
        let Some(id) = row.first().and_then(|id| id.parse::<RuleId>().ok()) else { return };
        let says = match self.chapter {
            Chapter::Rules => Says::Rule { text: cell(&["rule"]), source: cell(&["source"]) },
            Chapter::Rulings => Says::Ruling {
                question: cell(&["question"]),
                ruling: cell(&["ruling"]),
                why: cell(&["why"]),
                alternative: cell(&["alternative"]),
                switch: None,
            },
            Chapter::Decisions => {
                Says::Decision { who: cell(&["who"]), when: cell(&["when"]), options: cell(&["options"]) }
            }
            Chapter::Examples => Says::Example {
                setup: cell(&["setup", "given", "inputs"]),
                dice: cell(&["dice"]),
                expected: cell(&["expected"]),
            },
            Chapter::Probabilities => Says::Probability {
                what: row.get(1).cloned().unwrap_or_default(),
                headings: headings.iter().skip(2).cloned().collect(),
                rows: vec![row.iter().skip(2).cloned().collect()],
            },
            Chapter::Narrative => Says::Narrative { text: row.get(1).cloned().unwrap_or_default() },
            Chapter::Opening | Chapter::Other => return,
        };
        self.push(number, id, says, &row[1..].join(" "));
    }

    fn push(&mut self, line: usize, id: RuleId, says: Says, text: &str) {
        let mentions = ids_in(text).into_iter().filter(|other| *other != id).collect();
        self.entries.push(Entry { id, section: self.section.clone(), line, says, mentions });
    }

    fn finish(mut self) -> Ledger {
        for entry in &mut self.entries {
            if let Says::Ruling { switch, .. } = &mut entry.says {
                *switch = self.switches.get(&entry.id).cloned();
            }
        }
        let places = self.entries.iter().enumerate().map(|(place, entry)| (entry.id, place)).collect();
        // The first paragraph names the source, the next one says what the book is like.
        let about = self.about.into_iter().find(|line| !line.contains(".txt`")).unwrap_or_default();
        Ledger { title: self.title, about, entries: self.entries, places }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Kind;
    use super::*;

    const LEDGER: &str = "\
# Toy: rule ledger

Seed document: `000_abc.txt` (3 lines).

Toy is decided by one die.

## Rules

### Turns

| id | rule | source lines |
| --- | --- | --- |
| TY-001 | Roll a die. | 2, 3 |

## Rulings

| id | question | ruling | why | alternative |
|---|---|---|---|---|
| TY-R01 | Who wins ties? (TY-001) | Nobody. | It is fair. | The first. |

### Switches in one list

| switch | values (default first) | ruling |
| --- | --- | --- |
| `ties` | nobody, first | TY-R01 |

## Decisions

| id | who chooses | when | options | rules |
| --- | --- | --- | --- | --- |
| TY-D01 | player | always | roll or pass | TY-001 |

## Worked examples

### Own

| id | given | dice | expected | tests |
| --- | --- | --- | --- | --- |
| TY-X01 | One die. | 4 | 4 | TY-001 |

### Exact probabilities

**TY-P01. One die.** As in TY-001.

| face | chance |
| --- | --- |
| 1 | 1/6 |
| 2 | 1/6 |

| id | what is computed | result |
| --- | --- | --- |
| TY-P02 | A six. | 1/6 |
";

    #[test]
    fn every_kind_of_entry_is_read_with_its_section_and_line() {
        let ledger = read(LEDGER);
        assert_eq!(ledger.title, "Toy");
        assert_eq!(ledger.about, "Toy is decided by one die.");
        let kinds: Vec<(String, Kind, usize)> =
            ledger.entries.iter().map(|entry| (entry.id.to_string(), entry.kind(), entry.line)).collect();
        assert_eq!(
            kinds,
            [
                ("TY-001".into(), Kind::Rule, 13),
                ("TY-R01".into(), Kind::Ruling, 19),
                ("TY-D01".into(), Kind::Decision, 31),
                ("TY-X01".into(), Kind::Example, 39),
                ("TY-P01".into(), Kind::Probability, 43),
                ("TY-P02".into(), Kind::Probability, 52),
            ]
        );
        assert_eq!(ledger.entries[0].section, "Turns");
    }

    #[test]
    fn a_ruling_knows_its_switch_and_a_rule_finds_what_names_it() {
        let ledger = read(LEDGER);
        let Says::Ruling { switch, .. } = &ledger.get("TY-R01".parse().unwrap()).unwrap().says else {
            panic!("TY-R01 is a ruling")
        };
        assert_eq!(*switch, Some(Switch { name: "ties".into(), values: "nobody, first".into() }));
        let naming = ledger.naming("TY-001".parse().unwrap());
        let naming: Vec<String> = naming.map(|entry| entry.id.to_string()).collect();
        assert_eq!(naming, ["TY-R01", "TY-D01", "TY-X01", "TY-P01"]);
        assert_eq!(ledger.find("WINS ties").count(), 1);
    }

    #[test]
    fn a_table_under_a_probability_belongs_to_it() {
        let ledger = read(LEDGER);
        let Says::Probability { what, headings, rows } = &ledger.get("TY-P01".parse().unwrap()).unwrap().says else {
            panic!("TY-P01 is a probability")
        };
        assert_eq!(what, "One die. As in TY-001.");
        assert_eq!(headings, &["face", "chance"]);
        assert_eq!(rows.len(), 2);
    }
}
