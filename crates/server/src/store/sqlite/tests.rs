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

/// A store with one table and a journal of `lines` lines.
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

/// Copies what the disk would hold after a power failure.
fn pull_the_plug(path: &Path, copy: &Path) {
    for end in ["", "-wal"] {
        std::fs::copy(beside(path, end), beside(copy, end)).unwrap();
    }
}

/// For each table, where its journal ends according to `head`, and the lines present.
fn heads(path: &Path) -> Vec<(i64, i64)> {
    let connection = connect(path, true).unwrap();
    let select = "SELECT place, (SELECT count(*) FROM log WHERE log.tbl = head.id) FROM head ORDER BY id";
    let mut select = connection.prepare(select).unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn folder() -> (tempfile::TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let [path, copy] = ["a.db", "b.db"].map(|name| folder.path().join(name));
    (folder, path, copy)
}

#[tokio::test]
async fn after_a_crash_every_acknowledged_line_is_there_and_no_other() {
    let (_folder, path, copy) = folder();
    let (_store, table) = with_lines(&path, 3).await;
    pull_the_plug(&path, &copy);
    let again = Sqlite::open(&copy).unwrap();
    assert_eq!(lines_of(&again, table).await, ["1:1", "1:2", "1:3"]);
    assert_eq!(again.lines(table, 1).await.unwrap()[0].request, "r2");
    assert!(matches!(again.append(a_line(table, 3)).await, Err(StoreError::Taken)));
    again.append(a_line(table, 4)).await.unwrap();
    drop(again);
    assert!(!beside(&copy, "-wal").exists(), "a closed store has no write-ahead log");
    assert_eq!(heads(&copy), [(4, 4)]);
}

/// Wherever the write-ahead log is cut off, a line and the new end of its journal are both present or both absent.
#[tokio::test]
async fn a_log_that_is_cut_off_anywhere_leaves_whole_lines() {
    let (_folder, path, copy) = folder();
    let (store, table) = with_lines(&path, 2).await;
    let second = store.create(new_table("u")).await.unwrap().0.id;
    for place in 1..=6 {
        let both = [a_line(table, place + 2), a_line(second, place)];
        assert!(join_all(both.map(|line| store.append(line))).await.iter().all(Result::is_ok));
    }
    let log = std::fs::read(beside(&path, "-wal")).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for cut in (0..=log.len()).step_by(1_500) {
        std::fs::copy(&path, &copy).unwrap();
        std::fs::write(beside(&copy, "-wal"), &log[..cut]).unwrap();
        // Before the schema is in the log there is nothing to check.
        if let Ok(store) = Sqlite::open(&copy) {
            drop(store);
            let found = heads(&copy);
            assert!(found.iter().all(|(place, lines)| place == lines), "cut at {cut}: {found:?}");
            seen.insert(found);
        }
        for end in ["", "-wal", "-shm", ".lock"] {
            let _ = std::fs::remove_file(beside(&copy, end));
        }
    }
    assert!(seen.len() >= 8, "the cuts hit different lines: {seen:?}");
}

#[tokio::test]
async fn lines_that_wait_together_are_one_commit() {
    let (_folder, path, _) = folder();
    let store = Sqlite::open(&path).unwrap();
    let mut tables = Vec::new();
    for number in 0..40 {
        tables.push(store.create(new_table(&number.to_string())).await.unwrap().0.id);
    }
    for place in 1..=20 {
        let each = tables.iter().map(|table| store.append(a_line(*table, place)));
        assert!(join_all(each).await.iter().all(Result::is_ok));
    }
    let (lines, commits) = store.counts();
    assert!(lines == 800 && commits < 200, "{lines} lines in {commits} commits");
}

/// A refused job does not affect the others in its transaction.
#[tokio::test]
async fn what_is_refused_leaves_the_others_alone() {
    let (_folder, path, _) = folder();
    let (store, table) = with_lines(&path, 1).await;
    let second = store.create(new_table("u")).await.unwrap().0.id;
    let lines = [a_line(table, 1), a_line(second, 1), a_line(TableId(77), 1), a_line(table, 2), a_line(table, 2)];
    let results = join_all(lines.map(|line| store.append(line))).await;
    assert!(matches!(results[0], Err(StoreError::Taken)));
    assert!(matches!(results[2], Err(StoreError::Missing("table"))));
    assert!(results[1].is_ok() && results[3].is_ok() && matches!(results[4], Err(StoreError::Taken)));
    let twice = join_all([store.create(new_table("v")), store.create(new_table("v"))]).await;
    assert!(twice[0].is_ok() && matches!(&twice[1], Err(StoreError::Unwritable(_))), "{twice:?}");
    assert_eq!(heads(&path), [(2, 2), (1, 1), (0, 0)]);
}

#[tokio::test]
async fn a_failed_write_is_told_and_the_store_is_not_ready_until_it_works_again() {
    let (_folder, path, _) = folder();
    let (store, table) = with_lines(&path, 1).await;
    store.ping().await.unwrap();
    let other = connect(&path, false).unwrap();
    other
        .execute_batch("CREATE TRIGGER full BEFORE UPDATE ON head BEGIN SELECT RAISE(ROLLBACK, 'disk full'); END")
        .unwrap();
    assert!(matches!(store.append(a_line(table, 2)).await, Err(StoreError::Unwritable(_))));
    assert!(matches!(store.ping().await, Err(StoreError::Unwritable(_))));
    other.execute_batch("DROP TRIGGER full").unwrap();
    store.ping().await.unwrap();
    assert_eq!(lines_of(&store, table).await, ["1:1"]);
    store.append(a_line(table, 2)).await.unwrap();
}

/// A probe that writes nothing would report a full disk as ready.
#[tokio::test]
async fn a_probe_writes() {
    let (_folder, path, _) = folder();
    let (store, _) = with_lines(&path, 1).await;
    let log = || std::fs::metadata(beside(&path, "-wal")).unwrap().len();
    let before = log();
    store.write(Job::Probe).await.unwrap();
    assert!(log() > before);
    assert!(store.counts.works());
    assert!(!Counts::default().works(), "before the first write, the probe has to write");
}

/// Lines written to a deleted or replaced file are not acknowledged.
#[cfg(unix)]
#[tokio::test]
async fn a_store_whose_files_were_replaced_takes_nothing_and_is_not_ready() {
    for end in ["", "-wal"] {
        for is_replaced in [false, true] {
            let (_folder, path, copy) = folder();
            let (store, table) = with_lines(&path, 2).await;
            let file = beside(&path, end);
            std::fs::copy(&file, &copy).unwrap();
            std::fs::remove_file(&file).unwrap();
            if is_replaced {
                std::fs::copy(&copy, &file).unwrap();
            }
            assert!(store.append(a_line(table, 3)).await.is_err(), "{}", file.display());
            assert!(store.ping().await.is_err(), "{}", file.display());
        }
    }
}

#[tokio::test]
async fn a_failed_read_says_that_it_was_one() {
    let (_folder, path, _) = folder();
    let (store, table) = with_lines(&path, 1).await;
    connect(&path, false).unwrap().execute_batch("ALTER TABLE log RENAME TO gone").unwrap();
    let error = store.lines(table, 0).await.unwrap_err();
    assert!(matches!(&error, StoreError::Unreadable(_)) && error.to_string().contains("reading"), "{error}");
}

#[tokio::test]
async fn a_copy_made_while_lines_are_written_has_all_that_were_acknowledged() {
    let (_folder, path, copy) = folder();
    let (store, table) = with_lines(&path, 5).await;
    Sqlite::backup(&path, &copy).unwrap();
    store.append(a_line(table, 6)).await.unwrap();
    assert_eq!(lines_of(&Sqlite::open(&copy).unwrap(), table).await.len(), 5);
}

#[tokio::test]
async fn a_snapshot_is_kept() {
    let (_folder, path, _) = folder();
    let (store, table) = with_lines(&path, 2).await;
    store.keep_snapshot(table, 2, "two".into()).await.unwrap();
    store.append(a_line(table, 3)).await.unwrap();
    assert_eq!(store.snapshot(table).await.unwrap(), Some((2, "two".to_owned())));
}

/// Journals of 0.1 cannot be read, so their stores are refused.
#[tokio::test]
async fn a_store_of_another_version_is_refused() {
    for (version, why) in [(6, "Referee 0.1"), (8, "Use a later release")] {
        let (_folder, path, copy) = folder();
        let (store, table) = with_lines(&path, 1).await;
        drop(store);
        connect(&path, false).unwrap().pragma_update(None, "user_version", version).unwrap();
        for refused in [Sqlite::open(&path).map(drop), Sqlite::backup(&path, &copy)] {
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains("a.db") && refused.contains(why), "{refused}");
        }
        connect(&path, false).unwrap().pragma_update(None, "user_version", 7).unwrap();
        assert_eq!(lines_of(&Sqlite::open(&path).unwrap(), table).await.len(), 1);
    }
}
