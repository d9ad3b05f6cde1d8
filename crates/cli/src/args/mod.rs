//! The command line, defined once: parsing, help, completions and manual page all come from here.

mod lab;

pub use lab::{Advise, Duel, Fight, GridFiles, Merge, ResultFiles, Simulate, Sweep, Verify};

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use std::path::PathBuf;

/// Run the action at a role-playing table: rules, rolls, exact odds, simulation and play.
#[derive(Debug, Parser)]
#[command(name = "referee", version, max_term_width = 100, arg_required_else_help = true)]
#[command(after_help = "Examples:
  referee demo                                    a guided fight, with explanations
  referee odds '2d10kh1+3'                        the exact odds of some dice
  referee play clockworld:duel                    play a ready scene in the terminal
  referee serve                                   a server: people play on their own devices
  referee rules CW-042                            a rule, its rulings, and where it is tested

Exit codes:
  0  success
  1  a case failed, or a journal does not verify
  2  wrong usage: an unknown option or name, dice that cannot be read
  3  a file that cannot be read, or has mistakes in it
  4  the rules refuse what was asked for
  5  too large to compute exactly
  70 internal error
  74 an output cannot be written
  130 interrupted; the printed result is incomplete

Results go to standard output, errors and progress to standard error. NO_COLOR is respected.")]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How the result is printed.
    #[command(flatten)]
    pub look: Look,
}

/// How results are printed.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct Look {
    /// Print JSON; exact fractions are strings, with decimals beside them
    #[arg(long, global = true)]
    pub json: bool,
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = false)]
    pub color: Colour,
    /// Draw with plain ASCII only (the default if the locale is not UTF-8)
    #[arg(long, global = true)]
    pub ascii: bool,
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Colour {
    Auto,
    Always,
    Never,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the rulebooks, their ready scenes and policies
    Books,
    /// Show the rules of a book, or one rule with its rulings and where it is tested
    Rules(Rules),
    /// Roll dice, every die shown
    Roll(Roll),
    /// Compute exact odds: of dice, or of an act in a scene
    Odds(Odds),
    /// Simulate a scene many times and report who wins
    Simulate(Simulate),
    /// Merge the results of a run that was split into parts
    Merge(Merge),
    /// Simulate a scene with varying numbers: a table and a heat map
    Sweep(Sweep),
    /// Compute the exact odds of a whole fight
    Duel(Duel),
    /// Rank the possible acts by how often they win
    Advise(Advise),
    /// Check that exact odds, enumeration and simulation agree, for every rulebook
    Verify(Verify),
    /// Play a scene in the terminal, or continue a journal
    Play(Play),
    /// Watch a guided fight
    Demo(Demo),
    /// Run case files: scenes with given dice and expected results
    Case(Case),
    /// Replay a journal and show its log
    Replay(Replay),
    /// Run a server: people play on their own devices
    Serve(Box<Serve>),
    /// Check, back up or restore a server's data
    Store(Store),
    /// Print a scene as a file, with changes applied
    Scene(Scene),
    /// Print the JSON Schema of a book's files, for editors
    Schema(Schema),
    /// Print the server's API: its OpenAPI document, or TypeScript types
    Api {
        /// The format
        form: ApiForm,
    },
    /// Print shell completions
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// `referee rules`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee rules                                   the books and how many rules each has
  referee rules clockworld                        all rules of a book, by section
  referee rules clockworld --find 'low roll'      everything that contains these words
  referee rules clockworld --kind ruling          the rulings only
  referee rules clockworld --untested             the rules that no test cites
  referee rules CW-042                            one rule: its text, its rulings, where it is tested")]
pub struct Rules {
    /// The book, or an id such as CW-012
    pub book: Option<String>,
    /// An id such as CW-012, CW-R33 or CW-D09
    pub id: Option<String>,
    /// Only entries that contain these words
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// Only entries of this kind
    #[arg(long, value_name = "KIND")]
    pub kind: Option<RuleKind>,
    /// Only entries that no code cites
    #[arg(long)]
    pub unkept: bool,
    /// Only entries that no test or case cites
    #[arg(long)]
    pub untested: bool,
}

/// Kinds of entries in a ledger.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum RuleKind {
    Rule,
    Ruling,
    Decision,
    Example,
    Probability,
}

/// `referee roll`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee roll 4d6kh3+2                           keep the highest three
  referee roll '{4d4+5d8+3d6}dh2kh4' --seed 7     the same dice every time
  referee roll d20 --times 10

Dropped dice are struck through (~1~ without colour). ^ marks the highest face of a die, _ its lowest, ! a die that exploded.")]
pub struct Roll {
    /// The dice, such as 2d10kh1+3
    #[arg(allow_hyphen_values = true)]
    pub dice: String,
    /// The random seed: the same seed gives the same dice on every machine
    #[arg(long)]
    pub seed: Option<u64>,
    /// How many times
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub times: u32,
}

/// `referee odds`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee odds 2d10kh1+3                          every total with its chance
  referee odds '2d10kh1+3 >= 8'                   one chance: next to a sum, a comparison is about the total
  referee odds '5d10 > 7'                         next to plain dice, it counts dice; the output says how it was read
  referee odds 5d6 --at-least 20
  referee odds '(5d6) >= 15'                      dice in parentheses are a total
  referee odds clockworld:duel --as gunslinger --do 'attack target=bandit' --reactions never
  referee odds clockworld:duel --as gunslinger --do 'attack target=bandit' --answer dodge
  referee odds clockworld:duel --as mudo --do 'move to=6,4; attack vole; attack vole'     one after the other
  referee odds clockworld:tour --as rusk --do 'attack mudo'       it is not Rusk's turn: on the next one
  referee odds clockworld:tour --as rusk --at mudo                everything Rusk can do to Mudo then
  referee odds clockworld:duel --as mudo --do 'attack vole' --both --plot duel.svg

If it is not the actor's turn, everybody else passes until it is; automatic events in between are included. Odds are never sampled: each is an exact fraction.")]
pub struct Odds {
    /// The dice, or a scene together with --do
    #[arg(value_name = "DICE|SCENE", allow_hyphen_values = true)]
    pub what: String,
    /// The chance of this total or more
    #[arg(long, value_name = "N", allow_negative_numbers = true, group = "comparison")]
    pub at_least: Option<i32>,
    /// The chance of more than this total
    #[arg(long, value_name = "N", allow_negative_numbers = true, group = "comparison")]
    pub over: Option<i32>,
    /// The chance of this total or less
    #[arg(long, value_name = "N", allow_negative_numbers = true, group = "comparison")]
    pub at_most: Option<i32>,
    /// The chance of less than this total
    #[arg(long, value_name = "N", allow_negative_numbers = true, group = "comparison")]
    pub under: Option<i32>,
    /// Print every total, however many there are
    #[arg(long)]
    pub all: bool,
    /// Who acts in the scene, now or on their next turn; without --do: everything they can do to others
    #[arg(long = "as", value_name = "NAME", conflicts_with = "comparison")]
    pub actor: Option<String>,
    /// What they do: a verb and its slots; separate several acts by semicolons
    #[arg(long = "do", value_name = "ACTS", conflicts_with = "comparison")]
    pub act: Option<String>,
    /// Only acts against this target
    #[arg(long = "at", value_name = "NAME", requires = "actor", conflicts_with = "act")]
    pub at: Option<String>,
    /// Also the reverse: the same act by the target against the actor, on the target's next turn
    #[arg(long, requires = "act")]
    pub both: bool,
    /// Write a chart of the odds
    #[arg(long, value_name = "FILE.svg|png", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    /// How the people asked during the act decide
    #[arg(long, default_value = "best", value_name = "HOW")]
    pub reactions: Reacting,
    /// A fixed answer: every question with this option is answered so; may be repeated
    #[arg(long = "answer", value_name = "KEY", requires = "act")]
    pub answers: Vec<String>,
}

/// How the people asked during the act decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Reacting {
    /// They choose what is best for their side
    Best,
    /// Nobody reacts
    Never,
    /// Everybody who can react does
    Always,
    /// One result for every combination of answers
    All,
}

/// `referee play`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee play clockworld:duel
  referee play clockworld:duel --as mudo --bots bold
  referee play my-scene.toml --seed 7
  referee play evening.journal                    continue where it was saved
  referee play clockworld:duel < commands.txt     a script: the first refused command ends it

Type `help` at the prompt for a list of commands.")]
pub struct Play {
    /// A scene file, a journal, or a ready scene such as clockworld:duel
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: String,
    /// The seed of the dice; a journal has its own
    #[arg(long)]
    pub seed: Option<u64>,
    /// Play only these characters (comma-separated names); by default you are the game master and play everybody
    #[arg(long = "as", value_name = "NAMES", value_delimiter = ',')]
    pub actors: Vec<String>,
    /// The policy that plays everybody else, including the game master; the others on your side act before you
    #[arg(long, value_name = "POLICY", requires = "actors")]
    pub bots: Option<String>,
    /// Show the rulebook's guided tour first, with explanations
    #[arg(long)]
    pub guided: bool,
    /// Continue after a refused command, even if commands come from a file
    #[arg(long)]
    pub keep_going: bool,
}

/// `referee demo`
#[derive(Debug, Args)]
pub struct Demo {
    /// The book [default: the first that has a tour]
    pub book: Option<String>,
    /// Do not pause for Enter
    #[arg(long)]
    pub no_pause: bool,
}

/// `referee case`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee case cases/clockworld/*.toml
  referee case cases                              every case in a folder and its subfolders")]
pub struct Case {
    /// Case files, or folders of them
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<PathBuf>,
}

/// `referee replay`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee replay evening.journal                  the log of the evening
  referee replay evening.journal --until 12       the state after line 12
  referee replay evening.journal --verify         draw every die again from the seed and compare")]
pub struct Replay {
    /// The journal
    #[arg(value_hint = ValueHint::FilePath)]
    pub journal: PathBuf,
    /// Draw every die again from the seed and compare it with the journal
    #[arg(long)]
    pub verify: bool,
    /// The commitment that the table published at its start: the seed must have this SHA-256
    #[arg(long, value_name = "HEX", requires = "verify")]
    pub commitment: Option<String>,
    /// Stop after this line
    #[arg(long, value_name = "LINE")]
    pub until: Option<u64>,
}

/// `referee serve`
#[derive(Debug, Args)]
#[command(next_help_heading = "Server")]
#[command(after_help = "Examples:
  referee serve                                   on this machine only, stored in referee.db
  referee serve --listen 0.0.0.0:7450 --create-key \"$(openssl rand -hex 24)\"
  referee serve --store postgres://referee@db.example/referee
  referee serve --config referee.toml             a file with the same names: listen = \"127.0.0.1:80\"

Flags override the environment, which overrides the file. Ctrl-C or SIGTERM stops the server: it completes open requests
and notifies all clients. /docs describes the API; /healthz, /readyz and /metrics report the server's state.")]
pub struct Serve {
    /// A TOML file with settings, which have the same names as these flags
    #[arg(long, value_name = "FILE", env = "REFEREE_CONFIG", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// The address to listen on [default: 127.0.0.1:7450]
    #[arg(long, value_name = "ADDRESS", env = "REFEREE_LISTEN")]
    pub listen: Option<std::net::SocketAddr>,
    /// Where tables are stored: a file, or postgres://… [default: referee.db]
    #[arg(long, value_name = "STORE", env = "REFEREE_STORE", hide_env_values = true)]
    pub store: Option<String>,
    /// Key required to create tables; mandatory if other machines can reach the server
    #[arg(long, value_name = "KEY", env = "REFEREE_CREATE_KEY", hide_env_values = true)]
    pub create_key: Option<String>,
    /// Another origin whose pages may use the server; may be repeated
    #[arg(long = "allow-origin", value_name = "ORIGIN", env = "REFEREE_ALLOW_ORIGINS", value_delimiter = ',')]
    pub allow_origins: Option<Vec<String>>,
    /// A host name of the server, in addition to its addresses; may be repeated
    #[arg(long = "host", value_name = "NAME", env = "REFEREE_HOSTS", value_delimiter = ',')]
    pub hosts: Option<Vec<String>>,
    /// A proxy in front of the server whose Forwarded or X-Forwarded-For header is trusted; may be repeated
    #[arg(long = "trusted-proxy", value_name = "ADDRESS", env = "REFEREE_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<std::net::IpAddr>>,
    /// Seconds after which an unused table is unloaded from memory [default: 300]
    #[arg(long, value_name = "SECONDS", env = "REFEREE_IDLE_SECONDS")]
    pub idle_seconds: Option<u64>,
    /// Messages and requests per second from one client; 0: no limit [default: 100]
    #[arg(long, value_name = "N", env = "REFEREE_RATE")]
    pub rate: Option<u32>,
    /// The largest message in bytes; a scene or a journal may be sixteen times as large [default: 65536]
    #[arg(long, value_name = "BYTES", env = "REFEREE_LARGEST")]
    pub largest: Option<usize>,
    /// Maximum number of connections [default: 10000]
    #[arg(long, value_name = "N", env = "REFEREE_CONNECTIONS")]
    pub connections: Option<usize>,
    /// Maximum number of simulations and odds at once [default: 2]
    #[arg(long, value_name = "N", env = "REFEREE_JOBS")]
    pub jobs: Option<usize>,
    /// Number of server threads [default: the number of cores]
    #[arg(long, value_name = "N", env = "REFEREE_THREADS")]
    pub threads: Option<usize>,
    /// Log as JSON, one object per line
    #[arg(long, env = "REFEREE_LOG_JSON", num_args = 0..=1, default_missing_value = "true")]
    pub log_json: Option<bool>,
    /// The log filter: warn, info, debug, referee_server=debug [default: info]
    #[arg(long, value_name = "WHICH", env = "REFEREE_LOG")]
    pub log: Option<String>,
    /// Create a table for every rulebook first and print the links to its seats
    #[arg(long)]
    pub tables: bool,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
}

/// `referee store`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee store check referee.db                  replay every journal and draw every die again
  referee store backup referee.db monday.db       even while a server is running
  referee store restore monday.db referee.db      into a new file

While a server runs, and after a crash, the newest lines are in SQLite's write-ahead log (referee.db-wal): use backup
rather than copying the file.")]
pub struct Store {
    /// What to do.
    #[command(subcommand)]
    pub what: StoreWork,
}

/// What can be done with a store.
#[derive(Debug, Subcommand)]
pub enum StoreWork {
    /// Replay every journal, draw every die again, and compare
    Check {
        /// The file, or postgres://…
        store: String,
    },
    /// Copy a store into a new file, even while a server is running
    Backup {
        /// The file, or postgres://…
        store: String,
        /// The new file
        #[arg(value_hint = ValueHint::FilePath)]
        to: PathBuf,
    },
    /// Restore a backup into a new file or an empty database
    Restore {
        /// The backup
        #[arg(value_hint = ValueHint::FilePath)]
        from: PathBuf,
        /// The new file, or the postgres://… address of an empty database
        store: String,
    },
}

/// `referee scene`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee scene clockworld:duel > my-duel.toml             a ready scene, to edit
  referee scene clockworld:duel --set 'mudo.at=[2, 4]' --set rules.reactions_before_first_turn=1
  referee scene my-duel.toml                               check a scene: every mistake with its line")]
pub struct Scene {
    /// A scene file, or a ready scene such as clockworld:duel
    pub scene: String,
    /// Change a value of the scene: rules.x=4, mudo.at=[3, 4]; may be repeated
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub set: Vec<String>,
}

/// `referee schema`
#[derive(Debug, Args)]
#[command(after_help = "Example:
  referee schema clockworld scene > clockworld-scene.schema.json")]
pub struct Schema {
    /// The book
    pub book: String,
    /// The kind of file
    pub of: SchemaKind,
}

/// Kinds of files with a schema.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum SchemaKind {
    Scene,
    Content,
    Case,
}

/// Forms in which the server's interface is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ApiForm {
    Openapi,
    Typescript,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_hold_together() {
        Cli::command().debug_assert();
    }
}
