//! The hall: every table that somebody has named, found by its code; tables are made here.

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

/// How often a shared store is looked at for lines of which nobody was told.
const LOOKING: Duration = Duration::from_millis(900);

/// Everything that the server is: handed to every request.
#[derive(Debug)]
pub struct Hall {
    /// The settings.
    pub settings: Settings,
    /// Where tables are kept.
    pub store: Arc<dyn Store>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// The limit on everything that keeps a processor busy for long.
    pub heavy: Heavy,
    /// Simulations and odds under way.
    pub jobs: Jobs,
    /// Who tries codes.
    pub joins: Joins,
    tables: RwLock<HashMap<String, Arc<Table>>>,
    stopping: AtomicBool,
}

impl Hall {
    /// A hall over a store.
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
        // No other code was ever given out, so no other is looked for.
        if code.len() > 32 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(Problem::no_seat());
        }
        let row = self.store.table(code).await?.ok_or_else(Problem::no_seat)?;
        let table = Table::find(Arc::clone(&self.store), Arc::clone(&self.metrics), row).await?;
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        // Somebody else may have found it meanwhile; there is one of each.
        Ok(Arc::clone(tables.entry(code.to_owned()).or_insert_with(|| Arc::new(table))))
    }

    /// The tables, the newest first.
    pub async fn tables(&self, before: Option<i64>, most: usize) -> Result<Vec<TableInfo>, Problem> {
        let rows = self.store.tables(before.map(TableId), most).await?;
        Ok(rows.into_iter().map(without_secrets).collect())
    }

    /// Makes a table from a scene or a journal.
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

    /// Another table that begins as this one stood after a line, with dice of its own.
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
        tracing::info!(table = row.code, book = row.book, "a table was made");
        Ok(MadeTable { table: without_secrets(row), actors: cards.into_iter().map(Card::from).collect(), seats })
    }

    /// Is the server about to stop?
    pub fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Acquire)
    }

    /// Tells everybody that the server stops, and takes nothing in any more.
    pub fn stop(&self) {
        self.stopping.store(true, Ordering::Release);
        self.jobs.cancel_all();
        for table in self.all() {
            table.close("stopping", "the server is stopping; what was acknowledged is kept. Connect again in a moment");
        }
    }

    /// Lets tables rest that nobody uses, for as long as the server runs.
    pub async fn keep_tidy(self: Arc<Self>) {
        let idle = Duration::from_secs(self.settings.idle_seconds);
        let mut ticks = tokio::time::interval((idle / 4).clamp(Duration::from_millis(250), Duration::from_secs(15)));
        loop {
            ticks.tick().await;
            self.jobs.forget_old();
            for table in self.all().into_iter().filter(|table| table.rest(idle)) {
                let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
                // Held by the list, and by the loop: anybody more is about to use it.
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
                        tracing::warn!(%error, "the store could not be looked at");
                    }
                    continue;
                }
            };
            let touched = match change {
                Change::Everything => self.all(),
                Change::Lines(id, _) | Change::Table(id) => self.with_id(id).into_iter().collect(),
            };
            for table in touched {
                // One slow table holds up no other.
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
                        tracing::warn!(table = table.code, problem = problem.message, "a change could not be followed");
                    }
                });
            }
        }
    }

    /// Follows lines of which nobody was told, because the server that wrote them was killed right then. Only where
    /// somebody listens; whoever puts something in finds them anyway.
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
                    tracing::warn!(table = table.code, problem = problem.message, "a line could not be followed");
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

/// A table of the store as everybody may know it.
fn without_secrets(row: TableRow) -> TableInfo {
    let TableRow { code, name, book, created, state, commitment, .. } = row;
    TableInfo { code, name, book, created, state, commitment, seed: None, timer: None }
}

type Opened = (Box<dyn OpenTable>, Option<String>, String);

/// Opens what a table is made from; gives the text of the scene and its title too.
pub fn open(from: Origin, seed: [u8; 32]) -> Result<Opened, Problem> {
    match from {
        Origin::Ready { name } => {
            let unknown = || {
                let names = ready_scenes().into_iter().map(|ready| format!("{}:{}", ready.book, ready.name));
                let message = format!("there is no ready scene {name:?}");
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
            // A scene has been looked at for this; a journal may be from anywhere.
            for card in session.actors() {
                checked_name(&card.name)?;
                checked_name(&card.key)?;
            }
            // Whoever brings a journal may know its seed, and with it every die to come.
            session.reseed(seed);
            let title = format!("{} from line {}", session.book(), session.line());
            Ok((session, None, title))
        }
    }
}

/// The title that a scene gives itself.
fn title_of(scene: &str) -> Option<String> {
    let table: toml::Table = toml::from_str(scene).ok()?;
    let title: String = table.get("title")?.as_str()?.chars().filter(|c| !c.is_control()).take(80).collect();
    Some(title.trim().to_owned()).filter(|title| !title.is_empty())
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
