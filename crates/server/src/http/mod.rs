//! HTTP: all routes, in one list.

mod api;
mod app;
mod client;
mod explore;
mod extract;
mod guard;
mod join;
mod library;
mod page;
mod play;
mod tables;
mod thoughts;
mod ws;

use guard::Guard;
pub use guard::{Bucket, too_fast};

use crate::{
    error::Problem,
    hall::Hall,
    jobs::{JobInfo, NewJob, Work},
    wire::{
        Ack, BotRequest, ClientMessage, InviteRequest, Invited, JoinRequest, Joined, Log, MadeTable, NewSeat, NewTable,
        OddsRequest, PutRequest, SeatChange, SeatInfo, SeatKey, ServerMessage, Situation, TableInfo, TimerRequest,
    },
};
use api::{Api, Describe, For};
use axum::{
    Router,
    extract::DefaultBodyLimit,
    http::{Method, StatusCode},
    middleware::from_fn_with_state,
    routing::{get, patch, post},
};
use referee_engine::{Filled, Slot};
use serde_json::Value;
use std::sync::{Arc, OnceLock};

/// Size limit of a scene or journal, as a multiple of the limit for messages.
const LARGE: usize = 16;

/// All routes of the server.
pub fn router(hall: Arc<Hall>) -> Router {
    let largest = hall.settings.largest;
    let (routes, _) = api(Some(largest)).finish();
    let routes = routes
        .route("/healthz", get(library::healthz))
        .route("/readyz", get(library::readyz))
        .route("/metrics", get(library::metrics))
        .route("/docs", get(page::page))
        .route("/docs/page.js", get(page::script))
        .route("/docs/page.css", get(page::style))
        .fallback(app::app)
        .method_not_allowed_fallback(async || {
            let message = "this method is not allowed here; see /docs";
            Problem::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message)
        });
    let guard = Guard::new(Arc::clone(&hall));
    routes.layer(DefaultBodyLimit::max(largest)).layer(from_fn_with_state(guard, guard::guard)).with_state(hall)
}

/// The OpenAPI document.
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| api(None).finish().1)
}

const GET: Method = Method::GET;
const POST: Method = Method::POST;

fn api(largest: Option<usize>) -> Api {
    let large = DefaultBodyLimit::max(largest.unwrap_or(0).saturating_mul(LARGE));
    type D<'d, 'g> = &'d mut Describe<'g>;
    let api = Api::new()
        .section("library")
        .route(
            (GET, "/api/v1/openapi.json"),
            |d: D| {
                d.is("openapi", "This document", For::Everybody).gives::<Value>("the document");
            },
            get(library::openapi),
        )
        .route(
            (GET, "/api/v1/books"),
            |d: D| {
                d.is("books", "The rulebooks, their ready scenes and policies", For::Everybody);
                d.gives::<Vec<library::BookInfo>>("the books");
            },
            get(library::books),
        )
        .route(
            (GET, "/api/v1/books/{book}/schema"),
            |d: D| {
                d.is("schema", "The JSON Schema of a book's scenes, for editors", For::Everybody);
                d.gives::<Value>("the schema");
            },
            get(library::schema),
        )
        .route(
            (GET, "/api/v1/rules/{rule}"),
            |d: D| {
                d.is("rule", "The text of a rule", For::Everybody).gives::<Value>("the rule");
            },
            get(library::rule),
        )
        .route(
            (GET, "/api/v1/rules/{rule}/cases"),
            |d: D| {
                d.is("cases", "The worked examples for a rule", For::Everybody);
                d.gives::<Vec<explore::ShownCase>>("the cases");
            },
            get(explore::cases),
        )
        .route(
            (GET, "/api/v1/books/{book}/rules"),
            |d: D| {
                d.is("rules", "A book's ledger: every rule, ruling, decision and example", For::Everybody);
                d.gives::<Value>("the ledger");
            },
            get(library::rules),
        )
        .route(
            (GET, "/api/v1/scenes/{scene}"),
            |d: D| {
                d.is(
                    "scene",
                    "A ready-made scene: its text, its characters and the game master's view",
                    For::Everybody,
                );
                d.gives::<library::ScenePreview>("the scene");
            },
            get(library::scene),
        )
        .route(
            (GET, "/api/v1/dice"),
            |d: D| {
                d.is("dice", "The exact odds of dice", For::Everybody).text("roll", "the dice in notation: 4d6h3");
                d.gives::<library::DiceOdds>("every total with its chance");
            },
            get(library::dice),
        )
        .section("tables")
        .route(
            (GET, "/api/v1/tables"),
            |d: D| {
                d.is("listTables", "All tables, newest first", For::Creators);
                d.number("most", "how many, up to 500").gives::<Vec<TableInfo>>("the tables");
            },
            get(tables::list).post(tables::create).layer(large),
        )
        .document((POST, "/api/v1/tables"), |d: D| {
            d.is("createTable", "Create a table from a scene, a ready-made scene or a journal", For::Creators);
            d.takes::<NewTable>().gives::<MadeTable>("the table and the keys of its seats");
        })
        .route(
            (GET, "/api/v1/tables/{table}"),
            |d: D| {
                d.is("table", "The table", For::Seats).gives::<TableInfo>("the table");
            },
            get(tables::info),
        )
        .route(
            (POST, "/api/v1/tables/{table}/pause"),
            |d: D| {
                d.is("pauseTable", "Pause: only the game master may act", For::GameMasters);
                d.gives::<TableInfo>("the table");
            },
            post(tables::pause),
        )
        .route(
            (POST, "/api/v1/tables/{table}/resume"),
            |d: D| {
                d.is("resumeTable", "Resume after a pause", For::GameMasters).gives::<TableInfo>("the table");
            },
            post(tables::resume),
        )
        .route(
            (POST, "/api/v1/tables/{table}/end"),
            |d: D| {
                d.is("endTable", "End the table for good and reveal the dice seed", For::GameMasters);
                d.gives::<TableInfo>("the table, with its seed");
            },
            post(tables::end),
        )
        .route(
            (POST, "/api/v1/tables/{table}/fork"),
            |d: D| {
                d.is("forkTable", "Create a new table from the state of this one after a line", For::GameMasters);
                d.takes::<tables::ForkRequest>().gives::<MadeTable>("the new table and the keys of its seats");
            },
            post(tables::fork),
        )
        .route(
            (GET, "/api/v1/tables/{table}/export/scene"),
            |d: D| {
                d.is("exportScene", "The scene the table was created from", For::GameMasters)
                    .gives_text("application/toml", "TOML");
            },
            get(tables::export_scene),
        )
        .route(
            (GET, "/api/v1/tables/{table}/export/journal"),
            |d: D| {
                d.is("exportJournal", "The journal; contains the real seed once the table has ended", For::GameMasters);
                d.gives_text("application/jsonl", "one line of JSON per entry");
            },
            get(tables::export_journal),
        )
        .route(
            (GET, "/api/v1/tables/{table}/export/text"),
            |d: D| {
                d.is("exportText", "The log as text, limited to what this seat may know", For::Seats);
                d.gives_text("text/plain", "the log");
            },
            get(tables::export_text),
        )
        .route(
            (POST, "/api/v1/tables/{table}/timer"),
            |d: D| {
                d.is("setTimer", "Set or remove the time limit for answers", For::GameMasters);
                d.takes::<TimerRequest>().gives::<TableInfo>("the table");
            },
            post(join::set_timer),
        )
        .section("seats")
        .route(
            (GET, "/api/v1/tables/{table}/invite"),
            |d: D| {
                d.is("invite", "The current join code, if there is one", For::GameMasters);
                d.gives::<Invited>("the join code");
            },
            get(join::invite).post(join::make_invite).delete(join::end_invite),
        )
        .document((POST, "/api/v1/tables/{table}/invite"), |d: D| {
            d.is("makeInvite", "Create a join code for the free seats; invalidates an earlier code", For::GameMasters);
            d.takes::<InviteRequest>().gives::<Invited>("the join code");
        })
        .document((Method::DELETE, "/api/v1/tables/{table}/invite"), |d: D| {
            d.is("endInvite", "Turn off the join code", For::GameMasters).gives::<Invited>("no join code");
        })
        .route(
            (POST, "/api/v1/join"),
            |d: D| {
                d.is("join", "Look up a join code, or take a free seat with it", For::Everybody);
                d.takes::<JoinRequest>().gives::<Joined>("the table, its free seats, and the seat taken");
            },
            post(join::join),
        )
        .route(
            (GET, "/api/v1/tables/{table}/seats"),
            |d: D| {
                d.is("seats", "The seats", For::Seats).gives::<Vec<SeatInfo>>("the seats");
            },
            get(tables::seats).post(tables::add_seat),
        )
        .document((POST, "/api/v1/tables/{table}/seats"), |d: D| {
            d.is("addSeat", "Add a seat", For::GameMasters);
            d.takes::<NewSeat>().gives::<SeatKey>("the seat and its key");
        })
        .route(
            (Method::PATCH, "/api/v1/tables/{table}/seats/{seat}"),
            |d: D| {
                d.is("changeSeat", "Change a seat's name, role or actors", For::GameMasters);
                d.takes::<SeatChange>().gives::<SeatInfo>("the seat");
            },
            patch(tables::change_seat).delete(tables::revoke_seat),
        )
        .document((Method::DELETE, "/api/v1/tables/{table}/seats/{seat}"), |d: D| {
            d.is("revokeSeat", "Revoke a seat's link", For::GameMasters).gives::<SeatInfo>("the seat");
        })
        .route(
            (POST, "/api/v1/tables/{table}/keys/{seat}"),
            |d: D| {
                d.is("newKey", "Give a seat a new key and invalidate the old one", For::GameMasters);
                d.gives::<SeatKey>("the seat and its key");
            },
            post(tables::new_key),
        )
        .section("play")
        .route(
            (GET, "/api/v1/tables/{table}/ws"),
            |d: D| {
                d.is("connect", "The WebSocket: send a ClientMessage `hello` first", For::Everybody);
            },
            get(ws::connect),
        )
        .route(
            (GET, "/api/v1/tables/{table}/situation"),
            |d: D| {
                d.is("situation", "The current situation: view, offers, questions", For::Seats);
                d.gives::<Situation>("the whole situation");
            },
            get(play::situation),
        )
        .route(
            (GET, "/api/v1/tables/{table}/at/{line}"),
            |d: D| {
                d.is("at", "What a seat saw after a journal line; for replays", For::Seats);
                d.number("seat", "as seen by another seat; game master only").gives::<play::Then>("the view");
            },
            get(play::at),
        )
        .route(
            (GET, "/api/v1/tables/{table}/log"),
            |d: D| {
                d.is("log", "The log", For::Seats).number("after", "only entries after this line");
                d.number("seat", "as heard by another seat; game master only");
                d.gives::<Log>("the log");
            },
            get(play::log),
        )
        .route(
            (POST, "/api/v1/tables/{table}/put"),
            |d: D| {
                d.is("put", "Submit an action, answer or other input; answered once it is on disk", For::Seats);
                d.takes::<PutRequest>().gives::<Ack>("done");
            },
            post(play::put),
        )
        .route(
            (POST, "/api/v1/tables/{table}/bot"),
            |d: D| {
                d.is("bot", "Let the computer act or answer", For::GameMasters)
                    .takes::<BotRequest>()
                    .gives::<Ack>("done");
            },
            post(play::bot),
        )
        .route(
            (POST, "/api/v1/tables/{table}/slots"),
            |d: D| {
                d.is("slots", "The slots of an offer, given the values filled in so far", For::Seats);
                d.takes::<Filled>().gives::<Vec<Slot>>("the slots");
            },
            post(play::slots),
        )
        .route(
            (POST, "/api/v1/tables/{table}/odds"),
            |d: D| {
                d.is("odds", "The exact odds of an offer", For::Seats)
                    .takes::<OddsRequest>()
                    .gives::<Value>("the odds");
            },
            post(play::odds),
        )
        .section("jobs")
        .route(
            (POST, "/api/v1/explore"),
            |d: D| {
                d.is("explore", "The actions possible at the start of a scene, and the slots they need", For::Creators);
                d.takes::<explore::ExploreRequest>().gives::<explore::Explored>("offers and slots");
            },
            post(explore::explore).layer(large),
        )
        .route(
            (POST, "/api/v1/jobs"),
            |d: D| {
                d.is("startJob", "Start a simulation or odds job on a scene", For::Creators);
                d.takes::<NewJob>().gives::<JobInfo>("the job");
            },
            post(library::start_job).layer(large),
        )
        .route(
            (POST, "/api/v1/tables/{table}/jobs"),
            |d: D| {
                d.is(
                    "startTableJob",
                    "Start a simulation or odds job on the current state of a table",
                    For::GameMasters,
                );
                d.takes::<Work>().gives::<JobInfo>("the job");
            },
            post(play::start_job),
        )
        .route(
            (GET, "/api/v1/jobs/{job}"),
            |d: D| {
                d.is("job", "The status of a job", For::Everybody);
                d.number("wait", "wait up to this many milliseconds for a change").gives::<JobInfo>("the job");
            },
            get(library::job).delete(library::cancel_job),
        )
        .document((Method::DELETE, "/api/v1/jobs/{job}"), |d: D| {
            d.is("cancelJob", "Cancel a job", For::Everybody).gives::<JobInfo>("the job");
        });
    api.messages::<ClientMessage>().messages::<ServerMessage>()
}
