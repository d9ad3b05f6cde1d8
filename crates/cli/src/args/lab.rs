//! The command line of what fights many times, or works out whole fights.

use clap::{Args, ValueHint};
use std::path::PathBuf;

/// What several commands know about fights.
#[derive(Debug, Args)]
pub struct Fighting {
    /// The random seed; the result does not depend on the number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The policy of one side, or of all: bold, careful, players=bold, best (bold, but picks targets and weapons by exact
    /// odds), search:1000 (tree search), random (any legal act) [default: bold for every side]
    #[arg(long = "policy", value_name = "[SIDE=]POLICY")]
    pub policies: Vec<String>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Change a value of the scene: rules.x=4, mudo.at=[3, 4]; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
}

/// One fight of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fight {
    /// By its number in the run, from 0.
    Number(u64),
    /// By its seed.
    Seed(u64),
}

/// A run has fewer fights than this, and seeds are drawn from all 64-bit numbers, so a number tells which of the two it is.
const MOST_RUNS: u64 = 1_000_000_000_000;

fn shown(text: &str) -> Result<Fight, String> {
    let number: i128 =
        text.parse().map_err(|_| "expected the number of a fight, from 0, or the seed in its row".to_owned())?;
    match u64::try_from(number) {
        Ok(number) if number < MOST_RUNS => Ok(Fight::Number(number)),
        Ok(seed) => Ok(Fight::Seed(seed)),
        // Parquet has the same bits with a sign.
        Err(_) => {
            i64::try_from(number).map(|seed| Fight::Seed(seed as u64)).map_err(|_| "no seed is so large".to_owned())
        }
    }
}

/// `referee simulate`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee simulate clockworld:duel --runs 10000
  referee simulate clockworld:duel --error 0.5%            as many fights as needed
  referee simulate clockworld:duel --policy players=bold --policy threats=careful --report duel.html
  referee simulate clockworld:duel --with 'mudo.at=[2, 4]'     both with the same seeds, and the difference
  referee simulate clockworld:duel --against my-duel.toml
  referee simulate clockworld:duel --runs 1000000 --shard 3/16 --json > part-3.json    then: referee merge part-*.json
  referee simulate clockworld:duel --show 7 --journal fight.journal     the log of fight 7 of that run; then: referee replay fight.journal

How strong the policies are: wins of the first side in 240 fights, the other sides playing bold:
                                 bold   careful  best
  proficiency:duel-with-reach    69%    65%      69%
  clockworld:duel                62%    51%      63%
  crisis:duel-of-blades          21%    18%      21%
  crisis:street-fight            24%    61%      31%     shots from cover: careful waits, bold walks into them
  segments:ambush                99%    99%
  stamina:bridge-brawl          100%    97%
search:N tries out each decision in N playouts. It is the slowest policy and rarely weaker than the best of the others.

Rates have Wilson intervals, means normal ones, all at 95%. Ctrl-C or SIGTERM ends a run and prints the result so far.
A path names a value in the scene's TOML: keys separated by dots; an entry of a list by its number, key or name.")]
pub struct Simulate {
    /// A scene file, a journal, or a ready scene such as clockworld:duel
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: String,
    /// Number of fights [default: 1000; with --error, at most 100000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub runs: Option<u64>,
    /// Continue until every win rate is known to plus or minus this: 0.5%
    #[arg(long, value_name = "PERCENT", conflicts_with_all = ["shard", "against", "with"])]
    pub error: Option<String>,
    /// How it is fought
    #[command(flatten)]
    pub fighting: Fighting,
    /// Record details of every Nth fight [default: all of the first 20000, fewer in longer runs; 0: none]
    #[arg(long, value_name = "N")]
    pub watch: Option<u64>,
    /// Simulate only this part of the run, such as 3/16
    #[arg(long, value_name = "PART")]
    pub shard: Option<String>,
    /// Compare with another scene, using the same seeds
    #[arg(long, value_name = "SCENE", value_hint = ValueHint::FilePath)]
    pub against: Option<String>,
    /// Compare with a changed copy of this scene: rules.x=4; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub with: Vec<String>,
    /// Print the log of one fight of the run instead: its number, from 0, or the seed in its row
    #[arg(long, value_name = "FIGHT", value_parser = shown, allow_negative_numbers = true, conflicts_with_all = ["runs", "error", "shard", "against", "with", "csv", "parquet", "report"])]
    pub show: Option<Fight>,
    /// Write the journal of --show to this file
    #[arg(long, value_name = "FILE", requires = "show", value_hint = ValueHint::FilePath)]
    pub journal: Option<PathBuf>,
    /// Where results go besides the terminal
    #[command(flatten)]
    pub files: ResultFiles,
    /// Write one row per fight as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["against", "with"])]
    pub csv: Option<PathBuf>,
    /// Write one row per fight as Parquet
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["against", "with"])]
    pub parquet: Option<PathBuf>,
}

/// Where the result of a run goes besides the terminal.
#[derive(Debug, Args)]
pub struct ResultFiles {
    /// Write a self-contained HTML page with charts
    #[arg(long, value_name = "FILE.html", value_hint = ValueHint::FilePath)]
    pub report: Option<PathBuf>,
}

/// `referee merge`
#[derive(Debug, Args)]
#[command(after_help = "Example:
  for i in 1 2 3 4; do referee simulate clockworld:duel --runs 100000 --shard $i/4 --json > part-$i.json; done
  referee merge part-*.json --report duel.html
  for i in 1 2 3 4; do referee sweep clockworld:duel --vary 'vole.from=bandit,bandit-boss' --shard $i/4 --json > sweep-$i.json; done
  referee merge sweep-*.json --plot foes.svg

The merged result is identical to that of the unsplit run or sweep. Parts may come from different machines.")]
pub struct Merge {
    /// The output files of `referee simulate --shard … --json` or `referee sweep --shard … --json`
    #[arg(required = true, value_hint = ValueHint::FilePath)]
    pub parts: Vec<PathBuf>,
    /// Where the result of a run goes besides the terminal
    #[command(flatten)]
    pub files: ResultFiles,
    /// What is shown of a sweep, and where
    #[command(flatten)]
    pub grid: GridFiles,
}

/// `referee sweep`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee sweep clockworld:duel --vary 'rules.reactions_before_first_turn=0..2' --runs 2000
  referee sweep clockworld:duel --vary 'mudo.from=gunslinger,scout' --vary 'vole.from=bandit-boss,bandit' --plot duel.svg
  referee sweep clockworld:duel --vary 'rules.x=10..50..10' --json
  referee sweep clockworld:duel --vary 'vole.from=bandit,bandit-boss' --error 1%      as many fights as needed
  referee sweep clockworld:duel --vary 'vole.from=bandit,bandit-boss' --runs 1000000 --shard 3/16 --json > part-3.json
                                                           then: referee merge part-*.json --plot foes.svg

A series is a range (1..6), a range with a step (10..50..10, 0..1..0.25) or a list (a,b,c; 'warrior.at=[1,2],[2,2]'). All
spots of the grid use the same seeds.")]
pub struct Sweep {
    /// A scene file or a ready scene such as clockworld:duel
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: String,
    /// A value to vary; may be repeated
    #[arg(long, value_name = "PATH=SERIES", required = true)]
    pub vary: Vec<String>,
    /// Number of fights at each spot [default: 1000; with --error, at most 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub runs: Option<u64>,
    /// Continue at each spot until every win rate is known to plus or minus this: 1%
    #[arg(long, value_name = "PERCENT", conflicts_with = "shard")]
    pub error: Option<String>,
    /// How it is fought
    #[command(flatten)]
    pub fighting: Fighting,
    /// Simulate only this part of the sweep, such as 3/16
    #[arg(long, value_name = "PART")]
    pub shard: Option<String>,
    /// What is shown, and where
    #[command(flatten)]
    pub grid: GridFiles,
}

/// What is shown of a grid, and where it goes besides the terminal.
#[derive(Debug, Args)]
pub struct GridFiles {
    /// The side whose win rate a sweep shows [default: the first]
    #[arg(long, value_name = "SIDE")]
    pub side: Option<String>,
    /// Write the heat map of a sweep
    #[arg(long, value_name = "FILE.svg|png", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
    /// Write the grid of a sweep as CSV
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub csv: Option<PathBuf>,
}

/// `referee duel`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee duel clockworld:duel --policy bold
  referee duel my-duel.toml --policy players=bold --policy threats=careful --limit 1000000
  referee duel my-duel.toml --within 0.1%                  ignore the least likely 0.1% in all, and say so

Every course of the fight is followed, and equal states are merged. If the fight is too large, or Ctrl-C ends the command,
the result gives guaranteed bounds. If they are wide, 2000 fights are simulated as well.")]
pub struct Duel {
    /// A scene file, a journal, or a ready scene such as clockworld:duel
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: String,
    /// The policy of one side, or of all: any deterministic policy, or best for everybody [default: bold]
    #[arg(long = "policy", value_name = "[SIDE=]POLICY")]
    pub policies: Vec<String>,
    /// Change a value of the scene; may be repeated
    #[arg(long, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// The maximum number of states, with twenty transitions for each
    #[arg(long, default_value_t = 200_000, value_name = "N")]
    pub limit: usize,
    /// How much probability may be left out, the least likely states first: 0.1% makes larger fights possible
    #[arg(long, default_value = "0.0000001%", value_name = "PERCENT")]
    pub within: String,
    /// Write a chart of the result
    #[arg(long, value_name = "FILE.svg|png", value_hint = ValueHint::FilePath)]
    pub plot: Option<PathBuf>,
}

/// `referee advise`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee advise clockworld:tour --as mudo
  referee advise evening.journal --time 2
  referee advise clockworld:tour --as mudo --playouts 100000 --json

Each act is simulated to the end of the fight many times, with the same dice for all acts; better acts are tried more
often, and the last two get half of all playouts. After the act everybody follows a policy, improved by what the search
finds. A draw counts half, an unfinished fight nothing. Acts that change nothing are left out.
If nobody has the turn yet, the game master begins first, with dice from the seed.")]
pub struct Advise {
    /// A scene file, a journal, or a ready scene such as clockworld:duel
    #[arg(value_hint = ValueHint::FilePath)]
    pub scene: String,
    /// Only the acts of this character [default: of everybody who may act]
    #[arg(long = "as", value_name = "NAME")]
    pub actor: Option<String>,
    /// The policy that plays to the end [default: the first that is not random; for the acting side, its own]
    #[arg(long, value_name = "POLICY")]
    pub policy: Option<String>,
    /// Total number of playouts
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub playouts: u64,
    /// Stop after this many seconds; the result then depends on the machine
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Number of acts to show
    #[arg(long, default_value_t = 20, value_name = "N")]
    pub top: usize,
}

/// `referee verify`
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  referee verify                                  every book, every ready scene
  referee verify --size 0.1                       a quick look
  referee verify --book clockworld --json")]
pub struct Verify {
    /// Only this book
    #[arg(long, value_name = "BOOK")]
    pub book: Option<String>,
    /// How much is checked, relative to the default
    #[arg(long, default_value_t = 1.0, value_name = "FACTOR")]
    pub size: f64,
    /// The random seed
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}
