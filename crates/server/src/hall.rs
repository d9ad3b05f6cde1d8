//! The hall: the registry of open tables by code. Tables are created here.

use crate::{
    error::Problem,
    heavy::Heavy,
    jobs::Jobs,
    joins::Joins,
    keys,
    metrics::Metrics,
    settings::Settings,
    store::{Change, NewTable, Role, State, Store, StoreError, TableId, TableRow},
    table::{Speaker, Table, checked_name, new_seat},
    wire::{self, Card, MadeTable, NewSeat, Origin, SeatKey, TableInfo},
};
use axum::http::StatusCode;
use referee_engine::door::Source;
use referee_shelf::{OpenTable, open_journal, open_scene, ready_scene, ready_scenes};
use std::{
    collections::HashMap,
    sync::{
        Arc, PoisonError, RwLock,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::{sync::broadcast::error::RecvError, time::MissedTickBehavior};

/// How often a shared store is polled for lines that no notification announced.
const LOOKING: Duration = Duration::from_millis(900);

/// The state of the server, shared by all requests.
#[derive(Debug)]
pub struct Hall {
    pub settings: Settings,
    pub store: Arc<dyn Store>,
    pub metrics: Arc<Metrics>,
    /// The limit on CPU-heavy work.
    pub heavy: Heavy,
    /// Simulation and odds jobs.
    pub jobs: Jobs,
    /// Rate limits for join codes.
    pub joins: Joins,
    tables: RwLock<HashMap<String, Arc<Table>>>,
    stopping: AtomicBool,
}

impl Hall {
    pub fn new(settings: Settings, store: Arc<dyn Store>) -> Arc<Hall> {
        let metrics = Arc::new(Metrics::default());
        let heavy = Heavy::new(settings.jobs);
        let jobs = Jobs::new(&heavy, settings.jobs, Arc::clone(&metrics));
        let joins = Joins::new();
        Arc::new(Hall {
            settings,
            store,
            metrics,
            heavy,
            jobs,
            joins,
            tables: RwLock::default(),
            stopping: AtomicBool::new(false),
        })
    }

    /// The table with this code.
    pub async fn table(&self, code: &str) -> Result<Arc<Table>, Problem> {
        if let Some(table) = self.known(code) {
            return Ok(table);
        }
        // Codes never look different, so nothing else is looked up in the store.
        if code.len() > 32 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Problem::no_seat());
        }
        let row = self.store.table(code).await?.ok_or_else(Problem::no_seat)?;
        let table = Table::find(Arc::clone(&self.store), Arc::clone(&self.metrics), row).await?;
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        // Another request may have loaded it in the meantime; only one instance may exist.
        Ok(Arc::clone(tables.entry(code.to_owned()).or_insert_with(|| Arc::new(table))))
    }

    /// All tables, newest first.
    pub async fn tables(&self, before: Option<i64>, most: usize) -> Result<Vec<TableInfo>, Problem> {
        let rows = self.store.tables(before.map(TableId), most).await?;
        Ok(rows.into_iter().map(without_secrets).collect())
    }

    /// Creates a table from a scene or a journal.
    pub async fn create(&self, new: wire::NewTable) -> Result<MadeTable, Problem> {
        let seed = keys::random()?;
        let from = new.from.clone();
        let opened = tokio::task::spawn_blocking(move || open(from, seed)).await.map_err(Problem::internal)?;
        let (session, scene, title) = opened?;
        let name = match &new.name {
            Some(name) => checked_name(name)?,
            None => checked_name(&title.chars().take(80).collect::<String>())?,
        };
        self.keep(&*session, name, seed, scene, new.seats).await
    }

    /// Creates a table from the state of this one after a line, with a new dice seed.
    pub async fn fork(
        &self,
        table: &Table,
        by: &Speaker,
        line: Option<u64>,
        name: Option<String>,
    ) -> Result<MadeTable, Problem> {
        by.must_be_gm()?;
        let mut session = table.whole_copy(line).await?;
        let seed = keys::random()?;
        session.reseed(seed);
        let name = match name {
            Some(name) => checked_name(&name)?,
            None => table.info().name,
        };
        let cards = session.actors();
        let key_of = |id| cards.iter().find(|card| card.id == id).map(|card| card.key.clone());
        let seats = table.seats(by).into_iter().filter(|seat| !seat.revoked && seat.role != Role::Gm);
        let seats = seats.map(|seat| NewSeat {
            name: seat.name,
            role: seat.role,
            actors: seat.actors.into_iter().filter_map(key_of).collect(),
        });
        let scene = self.store.scene(table.id).await?;
        self.keep(&*session, name, seed, scene, seats.collect()).await
    }

    async fn keep(
        &self,
        session: &dyn OpenTable,
        name: String,
        seed: [u8; 32],
        scene: Option<String>,
        seats: Vec<NewSeat>,
    ) -> Result<MadeTable, Problem> {
        let cards = session.actors();
        let gm = NewSeat { name: String::new(), role: Role::Gm, actors: Vec::new() };
        let seats = [gm].into_iter().chain(seats).enumerate();
        let seats = seats.map(|(at, seat)| new_seat(seat, at, &cards)).collect::<Result<Vec<_>, _>>()?;
        let (seats, keys): (Vec<_>, Vec<_>) = seats.into_iter().unzip();
        let journal = session.journal();
        let mut lines = journal.lines().map(str::to_owned);
        let header = lines.next().ok_or_else(|| Problem::internal("a journal has a first line"))?;
        let row = TableRow {
            id: TableId(0),
            code: keys::new_code()?,
            name,
            book: session.book().to_owned(),
            created: now(),
            state: State::Open,
            commitment: keys::commitment(&seed),
            place: 0,
        };
        let new = NewTable { row, header, scene, lines: lines.collect(), seats };
        let (row, seats) = self.store.create(new).await?;
        let link = |key: &str| format!("/t/{}#{key}", row.code);
        let seats = seats.iter().zip(keys).map(|(seat, key)| SeatKey { seat: seat.into(), link: link(&key), key });
        let seats = seats.collect();
        tracing::info!(table = row.code, book = row.book, "table created");
        Ok(MadeTable { table: without_secrets(row), actors: cards.into_iter().map(Card::from).collect(), seats })
    }

    /// Whether the server is shutting down.
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Announces the shutdown to all connections and accepts no more input.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        self.jobs.cancel_all();
        for table in self.all() {
            table.close(
                "stopping",
                "the server is shutting down; everything acknowledged is saved. Reconnect in a moment",
            );
        }
    }

    /// Unloads idle tables for as long as the server runs.
    pub async fn keep_tidy(self: Arc<Self>) {
        let idle = Duration::from_secs(self.settings.idle_seconds);
        let mut ticks = tokio::time::interval((idle / 4).clamp(Duration::from_millis(250), Duration::from_secs(15)));
        loop {
            ticks.tick().await;
            self.jobs.forget_old();
            for table in self.all().into_iter().filter(|table| table.rest(idle)) {
                let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
                // One reference is held by the registry and one by this loop; any more means that the table is in use.
                if Arc::strong_count(&table) <= 2 {
                    tables.remove(&table.code);
                }
            }
        }
    }

    /// Follows what other servers write, for as long as the server runs.
    pub async fn keep_up(self: Arc<Self>) {
        let Some(mut changes) = self.store.changes() else { return };
        let mut ticks = tokio::time::interval(LOOKING);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let change = tokio::select! {
                change = changes.recv() => match change {
                    Ok(change) => change,
                    Err(RecvError::Lagged(_)) => Change::Everything,
                    Err(RecvError::Closed) => return,
                },
                _ = ticks.tick() => {
                    if let Err(error) = self.look_for_missed().await {
                        tracing::warn!(%error, "polling the store failed");
                    }
                    continue;
                }
            };
            let touched = match change {
                Change::Everything => self.all(),
                Change::Lines(id, _) | Change::Table(id) => self.with_id(id).into_iter().collect(),
            };
            for table in touched {
                // A slow table must not delay the others.
                tokio::spawn(async move {
                    let result = match change {
                        Change::Lines(_, place) => table.catch_up(place).await,
                        Change::Table(_) => table.look_again().await,
                        Change::Everything => match table.look_again().await {
                            Ok(()) => table.catch_up(u64::MAX).await,
                            problem => problem,
                        },
                    };
                    if let Err(problem) = result {
                        tracing::warn!(
                            table = table.code,
                            problem = problem.message,
                            "applying a change from another server failed"
                        );
                    }
                });
            }
        }
    }

    /// Picks up lines that were never announced because the server that wrote them was killed. Only for tables with
    /// listeners; any other table reads them when it is next used.
    async fn look_for_missed(&self) -> Result<(), StoreError> {
        let heard: Vec<Arc<Table>> = self.all().into_iter().filter(|table| !table.is_alone()).collect();
        let known: Vec<(TableId, u64)> = heard.iter().map(|table| (table.id, table.told())).collect();
        if known.is_empty() {
            return Ok(());
        }
        let ids: Vec<TableId> = known.iter().map(|(id, _)| *id).collect();
        let places: HashMap<TableId, u64> = self.store.places(&ids).await?.into_iter().collect();
        for (table, (id, told)) in heard.into_iter().zip(known) {
            let Some(&place) = places.get(&id).filter(|&&place| place > told) else { continue };
            tokio::spawn(async move {
                if let Err(problem) = table.catch_up(place).await {
                    tracing::warn!(
                        table = table.code,
                        problem = problem.message,
                        "applying a line from another server failed"
                    );
                }
            });
        }
        Ok(())
    }

    fn with_id(&self, id: TableId) -> Option<Arc<Table>> {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        tables.values().find(|table| table.id == id).cloned()
    }

    fn known(&self, code: &str) -> Option<Arc<Table>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).get(code).cloned()
    }

    fn all(&self) -> Vec<Arc<Table>> {
        self.tables.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }
}

/// The public information about a table.
fn without_secrets(row: TableRow) -> TableInfo {
    let TableRow { code, name, book, created, state, commitment, .. } = row;
    TableInfo { code, name, book, created, state, commitment, seed: None, timer: None }
}

type Opened = (Box<dyn OpenTable>, Option<String>, String);

/// Opens what a table is created from; also returns the text and title of the scene.
pub fn open(from: Origin, seed: [u8; 32]) -> Result<Opened, Problem> {
    match from {
        Origin::Ready { name } => {
            let unknown = || {
                let names = ready_scenes().into_iter().map(|ready| format!("{}:{}", ready.book, ready.name));
                let message = format!("there is no ready-made scene named {name:?}");
                Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "unknown-scene", message).allowing(names)
            };
            let ready = ready_scene(&name).ok_or_else(unknown)?;
            let session = open_scene(&ready.source(), seed)?;
            Ok((session, Some(ready.text.to_owned()), ready.title().to_owned()))
        }
        Origin::Scene { text } => {
            let session = open_scene(&Source::new("scene", text.as_str()), seed)?;
            let title = title_of(&text).unwrap_or_else(|| session.book().to_owned());
            Ok((session, Some(text), title))
        }
        Origin::Journal { text } => {
            let mut session = open_journal(&text, false)?;
            // Names in a scene have been checked; a journal may come from anywhere.
            for card in session.actors() {
                checked_name(&card.name)?;
                checked_name(&card.key)?;
            }
            // The person who uploads a journal may know its seed, and with it all future rolls.
            session.reseed(seed);
            let title = format!("{} from line {}", session.book(), session.line());
            Ok((session, None, title))
        }
    }
}

/// The title given in the scene file.
fn title_of(scene: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(scene).ok()?;
    let title: String = table.get("title")?.as_str()?.chars().filter(|c| !c.is_control()).take(80).collect();
    Some(title.trim().to_owned()).filter(|title| !title.is_empty())
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
