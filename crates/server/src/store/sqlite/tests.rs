use super::*;
use futures_util::future::join_all;

fn new_table(code: &str) -> NewTable {
    let row = TableRow {
        id: TableId(0),
        code: code.into(),
        name: "T".into(),
        book: "toy".into(),
        created: 0,
        state: State::Open,
        commitment: String::new(),
        place: 0,
    };
    NewTable { row, header: "{}".into(), scene: None, lines: Vec::new(), seats: Vec::new() }
}

fn a_line(table: TableId, place: u64) -> Append {
    Append { table, place, seat: NOBODY, request: format!("r{place}"), line: format!("{}:{place}", table.0) }
}

fn a_long_line(table: TableId, place: u64, length: usize) -> Append {
    Append { line: format!("{place}").repeat(length / place.to_string().len()), ..a_line(table, place) }
}

/// A store with one table, and so many lines in its journal.
async fn with_lines(path: &Path, lines: u64) -> (Sqlite, TableId) {
    let store = Sqlite::open(path).unwrap();
    let table = store.create(new_table("t")).await.unwrap().0.id;
    for place in 1..=lines {
        store.append(a_line(table, place)).await.unwrap();
    }
    (store, table)
}

async fn lines_of(store: &Sqlite, table: TableId) -> Vec<String> {
    store.lines(table, 0).await.unwrap().into_iter().map(|line| line.line).collect()
}

fn beside(path: &Path, end: &str) -> PathBuf {
    format!("{}{end}", path.display()).into()
}

/// What a disk holds when the power fails.
fn pull_the_plug(path: &Path, copy: &Path) {
    for end in ["", "-wal", "-ahead"] {
        std::fs::copy(beside(path, end), beside(copy, end)).unwrap();
    }
}

/// Where the journals end as the database has it.
fn heads(path: &Path) -> Vec<i64> {
    let connection = connect(path, true).unwrap();
    let mut select = connection.prepare("SELECT place FROM head ORDER BY id").unwrap();
    let rows = select.query_map([], |row| row.get(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

/// The bytes of the file ahead where the group with this line begins.
fn group_with(bytes: &[u8], line: &str) -> usize {
    let at = bytes.windows(line.len()).position(|part| part == line.as_bytes()).unwrap();
    at / 4_096 * 4_096
}

fn folder() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["a.db", "b.db"].map(|name| folder.path().join(name));
    (folder, path, copy)
}

#[tokio::test]
async fn after_a_crash_the_lines_that_were_ahead_are_there_and_no_others() {
    let (_folder, path, copy) = folder();
    let (store, table) = with_lines(&path, 3).await;
    assert_eq!(store.counts(), (3, 3), "each was written when it came");
    assert_eq!(heads(&path), [0], "the database has none of them");
    pull_the_plug(&path, &copy);
    let again = Sqlite::open(&copy).unwrap();
    assert_eq!(heads(&copy), [3]);
    assert_eq!(lines_of(&again, table).await, ["1:1", "1:2", "1:3"]);
    assert_eq!(again.lines(table, 1).await.unwrap()[0].request, "r2");
    assert!(matches!(again.append(a_line(table, 3)).await, Err(StoreError::Taken)));
    again.append(a_line(table, 4)).await.unwrap();
    drop(again);
    for end in ["-wal", "-ahead"] {
        assert!(!beside(&copy, end).exists(), "a store that was closed has no {end}");
    }
    assert_eq!(heads(&copy), [4]);
}

#[tokio::test]
async fn a_group_that_is_not_whole_was_never_written() {
    let (_folder, path, copy) = folder();
    let (store, table) = with_lines(&path, 2).await;
    store.append(a_long_line(table, 3, 30_000)).await.unwrap();
    pull_the_plug(&path, &copy);
    // Its first seven blocks are there, its last is not.
    let mut bytes = std::fs::read(beside(&copy, "-ahead")).unwrap();
    let at = group_with(&bytes, "3333");
    bytes[at + 7 * 4_096..at + 8 * 4_096].fill(0);
    std::fs::write(beside(&copy, "-ahead"), bytes).unwrap();
    let again = Sqlite::open(&copy).unwrap();
    assert_eq!(lines_of(&again, table).await, ["1:1", "1:2"]);
    again.append(a_line(table, 3)).await.unwrap();
    pull_the_plug(&copy, &beside(&path, "-third"));
    let third = Sqlite::open(beside(&path, "-third")).unwrap();
    assert_eq!(lines_of(&third, table).await, ["1:1", "1:2", "1:3"]);
}

#[tokio::test]
async fn a_line_that_is_missing_among_others_is_damage_and_nothing_is_written_over() {
    let (_folder, path, copy) = folder();
    let (store, table) = with_lines(&path, 3).await;
    pull_the_plug(&path, &copy);
    let mut bytes = std::fs::read(beside(&copy, "-ahead")).unwrap();
    let at = group_with(&bytes, "1:2");
    bytes[at + 68] ^= 1; // Its last letter.
    std::fs::write(beside(&copy, "-ahead"), &bytes).unwrap();
    for _ in 0..2 {
        let refused = Sqlite::open(&copy).unwrap_err().to_string();
        assert!(refused.contains("2 to 2 are missing"), "{refused}");
        assert!(std::fs::read(beside(&copy, "-ahead")).unwrap() == bytes);
    }
    std::fs::remove_file(beside(&copy, "-ahead")).unwrap();
    assert_eq!(lines_of(&Sqlite::open(&copy).unwrap(), table).await, ["1:1"]);
    drop(store);
}

#[tokio::test]
async fn lines_of_another_store_are_not_taken_for_ours() {
    let (_folder, path, other) = folder();
    let _stores = (with_lines(&path, 3).await, with_lines(&other, 2).await);
    let third = beside(&path, "-third");
    pull_the_plug(&other, &third);
    std::fs::copy(beside(&path, "-ahead"), beside(&third, "-ahead")).unwrap();
    let refused = Sqlite::open(&third).unwrap_err().to_string();
    assert!(refused.contains("of another store"), "{refused}");
}

#[tokio::test]
async fn both_halves_are_written_over_and_over() {
    let (_folder, path, copy) = folder();
    let (store, table) = with_lines(&path, 0).await;
    let second = store.create(new_table("u")).await.unwrap().0.id;
    // Some 30 MB, where 8 MiB are.
    for place in 1..=200 {
        let both = [a_long_line(table, place, 100_000), a_long_line(second, place, 50_000)];
        assert!(join_all(both.map(|line| store.append(line))).await.iter().all(Result::is_ok));
    }
    pull_the_plug(&path, &copy);
    for store in [store, Sqlite::open(&copy).unwrap()] {
        for (table, length) in [(table, 100_000), (second, 50_000)] {
            let lines = lines_of(&store, table).await;
            assert_eq!(lines.len(), 200);
            assert!((1..).zip(lines).all(|(place, line)| line == a_long_line(table, place, length).line));
        }
    }
}

#[tokio::test]
async fn lines_go_into_the_database_many_at_once() {
    let (_folder, path, _) = folder();
    let (store, _) = with_lines(&path, 3_000).await;
    // A block each: twelve mebibytes, of which two or more at once are brought in.
    let folds = store.counts.folds.load(Ordering::Relaxed);
    assert!((1..=6).contains(&folds), "{folds}");
}

#[tokio::test]
async fn a_line_that_is_too_long_is_refused_and_the_longest_is_not() {
    let (_folder, path, _) = folder();
    let (store, table) = with_lines(&path, 0).await;
    let mut line = Append { request: String::new(), line: "x".repeat(ahead::LONGEST - 31), ..a_line(table, 1) };
    assert!(matches!(store.append(line.clone()).await, Err(StoreError::Unavailable(_))));
    line.line.pop();
    store.append(line).await.unwrap();
    assert_eq!(lines_of(&store, table).await[0].len(), ahead::LONGEST - 32);
}

#[tokio::test]
async fn lines_that_the_database_refuses_are_kept_until_it_takes_them() {
    let (_folder, path, _) = folder();
    let (store, table) = with_lines(&path, 1).await;
    let other = connect(&path, false).unwrap();
    other.execute_batch("ALTER TABLE log RENAME TO gone").unwrap();
    assert!(matches!(store.lines(table, 0).await, Err(StoreError::Unavailable(_))));
    store.append(a_line(table, 2)).await.unwrap();
    other.execute_batch("ALTER TABLE gone RENAME TO log").unwrap();
    assert_eq!(lines_of(&store, table).await, ["1:1", "1:2"]);
}

#[tokio::test]
async fn where_a_journal_ends_is_known_before_and_after_its_lines_are_in_the_database() {
    let (_folder, path, _) = folder();
    let store = Sqlite::open(&path).unwrap();
    let mut tables = Vec::new();
    for code in ["one", "two", "three"] {
        tables.push(store.create(new_table(code)).await.unwrap().0.id);
    }
    for place in 1..=500 {
        let each = tables.iter().map(|table| store.append(a_line(*table, place)));
        assert!(join_all(each).await.iter().all(Result::is_ok));
    }
    assert!(matches!(store.append(a_line(tables[0], 500)).await, Err(StoreError::Taken)));
    assert!(matches!(store.append(a_line(TableId(77), 1)).await, Err(StoreError::Missing("table"))));
    assert_eq!(store.table("two").await.unwrap().unwrap().place, 500);
    assert_eq!(store.tables(None, 9).await.unwrap().iter().map(|row| row.place).collect::<Vec<_>>(), [500; 3]);
    drop(store);
    let again = Sqlite::open(&path).unwrap();
    assert_eq!(heads(&path), [500; 3]);
    assert_eq!(again.lines(tables[1], 498).await.unwrap().len(), 2);
    again.append(a_line(tables[2], 501)).await.unwrap();
}

#[tokio::test]
async fn a_copy_has_the_lines_that_the_database_does_not_have_yet() {
    let (_folder, path, copy) = folder();
    let (store, table) = with_lines(&path, 5).await;
    assert_eq!(heads(&path), [0]);
    Sqlite::backup(&path, &copy).unwrap();
    store.append(a_line(table, 6)).await.unwrap();
    assert_eq!(lines_of(&Sqlite::open(&copy).unwrap(), table).await.len(), 5);
    // What is left of the first must not be taken for the copy's.
    std::fs::copy(beside(&path, "-ahead"), beside(&copy, "-ahead")).unwrap();
    assert!(Sqlite::open(&copy).unwrap_err().to_string().contains("of another store"));
}

#[tokio::test]
async fn files_of_the_versions_before_go_on() {
    let three = "DROP TABLE ahead; PRAGMA user_version = 3";
    // The fourth noted where journals end now and then.
    let four = "DROP TABLE ahead;
        CREATE TABLE folded (id INTEGER PRIMARY KEY CHECK (id = 1), row INTEGER NOT NULL) STRICT;
        INSERT INTO folded (id, row) VALUES (1, 1);
        UPDATE head SET place = 1, last = 1;
        CREATE VIEW ends (id, place, last) AS
            SELECT head.id, coalesce(since.place, head.place), coalesce(since.last, head.last)
            FROM head LEFT JOIN (
                SELECT tbl, max(place) AS place, max(id) AS last FROM log WHERE id > (SELECT row FROM folded) GROUP BY tbl
            ) AS since ON since.tbl = head.id;
        PRAGMA user_version = 4";
    for before in [three, four] {
        let (_folder, path, _) = folder();
        let (store, table) = with_lines(&path, 2).await;
        drop(store);
        connect(&path, false).unwrap().execute_batch(before).unwrap();
        let store = Sqlite::open(&path).unwrap();
        assert!(matches!(store.append(a_line(table, 2)).await, Err(StoreError::Taken)));
        store.append(a_line(table, 3)).await.unwrap();
        assert_eq!(lines_of(&store, table).await, ["1:1", "1:2", "1:3"]);
    }
}
