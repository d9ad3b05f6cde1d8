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
  referee serve                                   tables for people on their own devices
  referee rules CW-042                            a rule, its rulings, and where it is tested

Exit codes:
  0  success
  1  a case failed, or a journal does not verify
  2  wrong usage: an unknown option or name, dice that cannot be read
  3  a file that cannot be read, or has mistakes in it
  4  the rules refuse what was asked for
  5  too large to be worked out exactly
  70 internal error
  74 an output cannot be written
  130 stopped; what was printed is only a part

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
    /// Draw with plain ASCII only (chosen by itself if the locale is not UTF-8)
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
    /// Work out exact odds: of dice, or of an act in a scene
    Odds(Odds),
    /// Let machines play a scene many times
    Simulate(Simulate),
    /// Put the parts of a run together that were fought apart
    Merge(Merge),
    /// Fight a scene with its numbers varied: a table and a heat map
    Sweep(Sweep),
    /// Work out a whole fight exactly
    Duel(Duel),
    /// Rank what can be done now by how often it wins
    Advise(Advise),
    /// Check that exact odds, enumeration and simulation agree, for every rulebook
    Verify(Verify),
    /// Play a scene in the terminal, or go on with a journal
    Play(Play),
    /// Watch a guided fight
    Demo(Demo),
    /// Run case files: scenes with given dice and expected results
    Case(Case),
    /// Play a journal again and show its log
    Replay(Replay),
    /// Serve tables to people on their own devices
    Serve(Box<Serve>),
    /// Check, back up or restore what a server keeps
    Store(Store),
    /// Print a scene as a file to keep or share, with changes made to it
    Scene(Scene),
    /// Print the JSON Schema of a book's files, for editors
    Schema(Schema),
    /// Print what the server speaks, for programs: its OpenAPI document, or types made from it
    Api {
        /// In which form
        form: ApiForm,
    },
    /// Print completions for a shell
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
  referee rules clockworld --find 'low roll'      everything that holds these words
  referee rules clockworld --kind ruling          the rulings only
  referee rules clockworld --untested             the rules that no test cites
  referee rules CW-042                            one rule: what it says, what rules on it, where it is tested")]
pub struct Rules {
    /// The book, or an id such as CW-012
    pub book: Option<String>,
    /// An id such as CW-012, CW-R33 or CW-D09
    pub id: Option<String>,
    /// Only what holds these words
    #[arg(long, value_name = "WORDS")]
    pub find: Option<String>,
    /// Only entries of this kind
    #[arg(long, value_name = "KIND")]
    pub kind: Option<RuleKind>,
    /// Only what the code of no rulebook cites
    #[arg(long)]
    pub unkept: bool,
    /// Only what no test and no case cites
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

Dropped dice are struck (~1~ without colour); ^ marks a die's highest face and _ its lowest, ! one that exploded.")]
pub struct Roll {
    /// The dice, such as 2d10kh1+3
    #[arg(allow_hyphen_values = true)]
    pub dice: String,
    /// The same seed gives the same dice, on every machine
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
  referee odds '2d10kh1+3 >= 8'                   one chance: a comparison with a sum asks about the total
  referee odds '5d10 > 7'                         next to dice alone it counts them; the answer says how it was read
  referee odds 5d6 --at-least 20
  referee odds '(5d6) >= 15'                      dice in parentheses are a total
  referee odds clockworld:duel --as gunslinger --do 'attack target=bandit' --reactions never
  referee odds clockworld:duel --as gunslinger --do 'attack target=bandit' --answer dodge
  referee odds clockworld:duel --as mudo --do 'move to=6,4; attack vole; attack vole'     one after the other
  referee odds clockworld:tour --as rusk --do 'attack mudo'       though it is not Rusk's turn: on the next one
  referee odds clockworld:tour --as rusk --at mudo                everything Rusk can do to Mudo then
  referee odds clockworld:duel --as mudo --do 'attack vole' --both --plot duel.svg

Off turn, everybody lets their turns go by until then; what happens by itself in between is followed too. Odds are never sampled: each is an exact fraction.")]
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
    /// Every total, however many there are
    #[arg(long)]
    pub all: bool,
    /// Who acts in the scene, now or on the next turn; without --do, everything they can do to somebody
    #[arg(long = "as", value_name = "NAME", conflicts_with = "comparison")]
    pub actor: Option<String>,
    /// What they do: a verb and its slots; several in a row apart by semicolons
    #[arg(long = "do", value_name = "ACTS", conflicts_with = "comparison")]
    pub act: Option<String>,
    /// Only what can be done to this one
    #[arg(long = "at", value_name = "NAME", requires = "actor", conflicts_with = "act")]
    pub at: Option<String>,
    /// Also the other way: what the target can do to whoever acts, on its next turn
    #[arg(long, requires = "act")]
    pub both: bool,
    /// Draw the odds
    #[arg(long, value_name = "FILE.svg|png", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    /// How those who are asked along the way decide
    #[arg(long, default_value = "best", value_name = "HOW")]
    pub reactions: Reacting,
    /// An answer that is settled: a question that has this option gets it; may be repeated
    #[arg(long = "answer", value_name = "KEY", requires = "act")]
    pub answers: Vec<String>,
}

/// How those who are asked along the way decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Reacting {
    /// What is best for their side
    Best,
    /// Nobody reacts
    Never,
    /// Whoever can react does
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
  referee play evening.journal                    go on where it was saved
  referee play clockworld:duel < commands.txt     a script: the first command that is refused ends it

Type `help` at the prompt for what can be typed there.")]
pub struct Play {
    /// A scene file, a journal, or a ready scene such as clockworld:duel
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: String,
    /// The seed of the dice; a journal brings its own
    #[arg(long)]
    pub seed: Option<u64>,
    /// Play only these (names, with commas); by default you are the game master and play everybody
    #[arg(long = "as", value_name = "NAMES", value_delimiter = ',')]
    pub actors: Vec<String>,
    /// Let this policy play everybody else, the game master included; the others of your side act before you
    #[arg(long, value_name = "POLICY", requires = "actors")]
    pub bots: Option<String>,
    /// Let the rulebook's guided tour play first, with explanations
    #[arg(long)]
    pub guided: bool,
    /// Go on after a refused command, also when commands come from a file
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
  referee case cases                              every case below a folder")]
pub struct Case {
    /// Case files, or folders of them
    #[arg(required = true, value_hint = ValueHint::AnyPath)]
    pub files: Vec<PathBuf>,
}

/// `referee replay`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee replay evening.journal                  the log of the evening
  referee replay evening.journal --until 12       how things stood after line 12
  referee replay evening.journal --verify         draw every die again from the seed and compare")]
pub struct Replay {
    /// The journal
    #[arg(value_hint = ValueHint::FilePath)]
    pub journal: PathBuf,
    /// Draw every die again from the seed and compare
    #[arg(long)]
    pub verify: bool,
    /// What the table promised at its start: the seed must be the one with this SHA-256
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
  referee serve                                   on this machine only, kept in referee.db
  referee serve --listen 0.0.0.0:7450 --create-key \"$(openssl rand -hex 24)\"
  referee serve --store postgres://referee@db.example/referee
  referee serve --config referee.toml             a file with the same names: listen = \"127.0.0.1:80\"

A flag holds before the environment, the environment before the file. Stop it with Ctrl-C or SIGTERM: it finishes what
is under way and says so to everybody. /docs has the interface, /healthz, /readyz and /metrics say how it is.")]
pub struct Serve {
    /// A file with settings, in TOML, named as the flags here
    #[arg(long, value_name = "FILE", env = "REFEREE_CONFIG", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
    /// Where to listen [default: 127.0.0.1:7450]
    #[arg(long, value_name = "ADDRESS", env = "REFEREE_LISTEN")]
    pub listen: Option<std::net::SocketAddr>,
    /// Where tables are kept: a file, or postgres://… [default: referee.db]
    #[arg(long, value_name = "STORE", env = "REFEREE_STORE", hide_env_values = true)]
    pub store: Option<String>,
    /// Key required to create tables; needed when other machines can reach the server
    #[arg(long, value_name = "KEY", env = "REFEREE_CREATE_KEY", hide_env_values = true)]
    pub create_key: Option<String>,
    /// Another origin whose pages may use the server; may be repeated
    #[arg(long = "allow-origin", value_name = "ORIGIN", env = "REFEREE_ALLOW_ORIGINS", value_delimiter = ',')]
    pub allow_origins: Option<Vec<String>>,
    /// A name by which the server is reached, besides its addresses; may be repeated
    #[arg(long = "host", value_name = "NAME", env = "REFEREE_HOSTS", value_delimiter = ',')]
    pub hosts: Option<Vec<String>>,
    /// A proxy in front of the server whose Forwarded or X-Forwarded-For header is believed; may be repeated
    #[arg(long = "trusted-proxy", value_name = "ADDRESS", env = "REFEREE_TRUSTED_PROXIES", value_delimiter = ',')]
    pub trusted_proxies: Option<Vec<std::net::IpAddr>>,
    /// A table that nobody uses for so long leaves memory [default: 300]
    #[arg(long, value_name = "SECONDS", env = "REFEREE_IDLE_SECONDS")]
    pub idle_seconds: Option<u64>,
    /// Messages and requests a second from one client; 0 is no limit [default: 100]
    #[arg(long, value_name = "N", env = "REFEREE_RATE")]
    pub rate: Option<u32>,
    /// The largest message in bytes; a scene or a journal may have sixteen times as much [default: 65536]
    #[arg(long, value_name = "BYTES", env = "REFEREE_LARGEST")]
    pub largest: Option<usize>,
    /// Connections at once [default: 10000]
    #[arg(long, value_name = "N", env = "REFEREE_CONNECTIONS")]
    pub connections: Option<usize>,
    /// Simulations and odds at once [default: 2]
    #[arg(long, value_name = "N", env = "REFEREE_JOBS")]
    pub jobs: Option<usize>,
    /// Threads that serve [default: as many as there are cores]
    #[arg(long, value_name = "N", env = "REFEREE_THREADS")]
    pub threads: Option<usize>,
    /// Write logs as JSON, one line each
    #[arg(long, env = "REFEREE_LOG_JSON", num_args = 0..=1, default_missing_value = "true")]
    pub log_json: Option<bool>,
    /// Which logs: warn, info, debug, referee_server=debug [default: info]
    #[arg(long, value_name = "WHICH", env = "REFEREE_LOG")]
    pub log: Option<String>,
    /// Set a table for every rulebook first and print the links to its seats
    #[arg(long)]
    pub tables: bool,
    /// Open the page in a browser, if there is one
    #[arg(long)]
    pub open: bool,
}

/// `referee store`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee store check referee.db                  every journal played again, every die drawn again
  referee store backup referee.db monday.db       also while a server runs
  referee store restore monday.db referee.db      into a new file

While a server runs, and after a crash, the newest lines are in SQLite's write-ahead log (referee.db-wal): copy with backup,
not by hand.")]
pub struct Store {
    /// What to do.
    #[command(subcommand)]
    pub what: StoreWork,
}

/// What can be done with a store.
#[derive(Debug, Subcommand)]
pub enum StoreWork {
    /// Play every journal again, draw every die again, and compare
    Check {
        /// The file, or postgres://…
        store: String,
    },
    /// Copy a store into a new file, also while a server runs
    Backup {
        /// The file, or postgres://…
        store: String,
        /// The new file
        #[arg(value_hint = ValueHint::FilePath)]
        to: PathBuf,
    },
    /// Bring a copy back into a new file or an empty database
    Restore {
        /// The copy
        #[arg(value_hint = ValueHint::FilePath)]
        from: PathBuf,
        /// The new file, or postgres://… of an empty database
        store: String,
    },
}

/// `referee scene`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee scene clockworld:duel > my-duel.toml             a ready scene, to change by hand
  referee scene clockworld:duel --set 'mudo.at=[2, 4]' --set rules.first_round=4
  referee scene my-duel.toml                               does it hold? every mistake with its line")]
pub struct Scene {
    /// A scene file, or a ready scene such as clockworld:duel
    pub scene: String,
    /// Change a number or a switch of the scene: rules.x=4, mudo.at=[3, 4]; may be repeated
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
