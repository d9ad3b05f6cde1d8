//! Which lines of the repository cite a rule, and which of them would fail if the rule were wrong.

/// What a line says about the ids in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Citing {
    /// It is part of the rules: the code that keeps them.
    Kept,
    /// It is part of a test: a function in Rust, a step, odds or an expectation of a case.
    Tested,
}

/// The ids that a file cites, with the number of the line, from 1.
pub fn cited(file: &str, text: &str) -> Vec<(String, usize, Citing)> {
    let lines: Vec<&str> = text.lines().collect();
    match file.starts_with("cases/") {
        true => in_case(&lines),
        false => in_code(&lines, file.contains("/tests/") || file.ends_with("tests.rs")),
    }
}

/// Steps, odds and what they expect test a rule; the head of a case, its words and comments do not. A worked example or a
/// probability of the ledger is the whole case or variant that is called so.
fn in_case(lines: &[&str]) -> Vec<(String, usize, Citing)> {
    let mut found = Vec::new();
    let mut is_body = false;
    for (at, line) in lines.iter().enumerate() {
        let line = without_comment(line).trim_start();
        is_body |= ["[[step]]", "[[odds]]", "[[variant"].iter().any(|table| line.starts_with(table));
        let key = line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
        for id in ids(line) {
            let is_tested = match key {
                "title" | "name" => is_example(&id),
                "note" => false,
                _ => is_body,
            };
            if is_tested {
                found.push((id, at + 1, Citing::Tested));
            }
        }
    }
    found
}

/// Everything in a test is one, but for what is said about the whole file.
fn in_code(lines: &[&str], is_test_file: bool) -> Vec<(String, usize, Citing)> {
    let mut found = Vec::new();
    // The last line of the item behind `#[cfg(test)]`.
    let mut test_ends = 0;
    for (at, line) in lines.iter().enumerate() {
        if line.trim_start().starts_with("#[cfg(test)]") {
            test_ends = test_ends.max(end_of_item(lines, at));
        }
        let is_test = is_test_file || at < test_ends;
        if is_test && line.trim_start().starts_with("//!") {
            continue;
        }
        let citing = if is_test { Citing::Tested } else { Citing::Kept };
        found.extend(ids(line).into_iter().map(|id| (id, at + 1, citing)));
    }
    found
}

/// The number of the line on which the item ends whose attribute stands at a line, both from 0 and the end not included.
fn end_of_item(lines: &[&str], attribute: usize) -> usize {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let own = indent(lines[attribute]);
    for (at, line) in lines.iter().enumerate().skip(attribute) {
        let is_own = indent(line) == own;
        if is_own && (line.trim_end().ends_with(';') || line.trim_start().starts_with('}')) {
            return at + 1;
        }
    }
    lines.len()
}

/// The line up to its comment: a `#` that is not inside a text.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut is_escaped = false;
    for (at, letter) in line.char_indices() {
        match (quote, letter) {
            (None, '#') => return &line[..at],
            (None, '"' | '\'') => quote = Some(letter),
            (Some('"'), '\\') if !is_escaped => {
                is_escaped = true;
                continue;
            }
            (Some(open), close) if open == close && !is_escaped => quote = None,
            _ => {}
        }
        is_escaped = false;
    }
    line
}

/// A worked example (E, T, V, X) or a probability (P) of the ledger, and no rule, ruling or decision.
fn is_example(id: &str) -> bool {
    matches!(id.as_bytes().get(3), Some(b'E' | b'P' | b'T' | b'V' | b'X'))
}

/// The ids in a line, written `CW-012` or, as the name of a test, `cw_012_…`.
fn ids(line: &str) -> Vec<String> {
    let mut ids = Vec::new();
    for word in line.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_') {
        if is_id(word) {
            ids.push(word.to_owned());
        }
        let mut parts = word.split('_').peekable();
        while let Some(part) = parts.next() {
            let number = parts.peek().map(|number| format!("{}-{}", part, number).to_ascii_uppercase());
            if let Some(id) = number.filter(|id| part.bytes().all(|b| b.is_ascii_lowercase()) && is_id(id)) {
                ids.push(id);
            }
        }
    }
    ids
}

fn is_id(word: &str) -> bool {
    let bytes = word.as_bytes();
    let [a, b, b'-', rest @ ..] = bytes else { return false };
    let (digits, least) = match rest {
        [kind, digits @ ..] if kind.is_ascii_uppercase() => (digits, 2),
        digits => (digits, 3),
    };
    let short = (least..=4).contains(&digits.len());
    a.is_ascii_uppercase() && b.is_ascii_uppercase() && short && digits.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::{Citing, cited, without_comment};

    /// The ids of a file as `line id`, those that are kept and those that are tested.
    fn told(file: &str, text: &str) -> [Vec<String>; 2] {
        let of = |wanted: Citing| {
            let all = cited(file, text).into_iter().filter(|(.., citing)| *citing == wanted);
            all.map(|(id, line, _)| format!("{line} {id}")).collect()
        };
        [of(Citing::Kept), of(Citing::Tested)]
    }

    #[test]
    fn a_case_tests_what_its_steps_and_odds_cite() {
        let text = r#"title = "TY-X03, TY-004: an example"
rules = ["TY-001"]
# TY-002
[scene]
about = "TY-003"
[[step]]
do = "attack"            # TY-005
note = "TY-006"
tells = ["a # TY-007"]
refused = "TY-008"
[[variant]]
name = "TY-P09, TY-010: (a)"
house = { rule = "TY-R11" }
[[variant.odds]]
chances = [{ measure = "x", chance = "1", rules = ["TY-R12"] }]
    rules = ["TY-013"]
"#;
        let tested = ["1 TY-X03", "9 TY-007", "10 TY-008", "12 TY-P09", "13 TY-R11", "15 TY-R12", "16 TY-013"];
        assert_eq!(told("cases/toy/x.toml", text), [Vec::new(), tested.map(str::to_owned).to_vec()]);
    }

    #[test]
    fn code_keeps_rules_and_its_tests_test_them() {
        let text = "//! TY-001\n/// TY-002\nfn strike() {} // TY-003\n\
                    #[cfg(test)]\nmod tests;\n/// TY-004\nfn dodge() {}\n\
                    #[cfg(test)]\nmod tests {\n    //! TY-005\n    #[test]\n    fn ty_006_is_so() {\n    }\n}\n// TY-007\n";
        let kept = ["1 TY-001", "2 TY-002", "3 TY-003", "6 TY-004", "15 TY-007"];
        assert_eq!(told("rulebooks/toy/src/x.rs", text), [kept.map(str::to_owned).to_vec(), vec!["12 TY-006".into()]]);
        let text = "//! TY-001\n/// TY-002\nfn at_most_one_reaction() {}\n";
        for file in ["rulebooks/toy/tests/toy/x.rs", "rulebooks/toy/src/tests.rs"] {
            assert_eq!(told(file, text), [Vec::new(), vec!["2 TY-002".to_owned()]], "{file}");
        }
    }

    #[test]
    fn a_comment_begins_outside_of_texts() {
        let cases = [
            ("a = 1 # b", "a = 1 "),
            ("a = \"x # y\" # z", "a = \"x # y\" "),
            ("a = 'x # y'", "a = 'x # y'"),
            (r##"a = "\" # y" # z"##, r##"a = "\" # y" "##),
            ("# all", ""),
        ];
        for (line, expected) in cases {
            assert_eq!(without_comment(line), expected, "{line}");
        }
    }
}
