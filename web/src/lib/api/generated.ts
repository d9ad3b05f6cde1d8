// Generated from the server's OpenAPI document by `referee api typescript`. Edit the types in crates/server instead.

/** The request is done and on disk. */
export type Ack = {
  /** The line written, or the last line the seat heard if it heard nothing of this one. */
  line: number;
  /** The request was a repetition; nothing was done now. */
  repeated?: boolean;
};

/** A character, creature or hazard, by its index in the table's roster. */
export type ActorId = number;

/** An actor as a seat sees it. */
export type ActorView = {
  id: ActorId;
  /** The identifier used in commands. */
  key: string;
  name: string;
  side: Side;
  /** Its position, if this seat knows it. */
  place?: Place | null;
  /** The direction it faces, in degrees. */
  facing?: number | null;
  /** Its stance in a word: `standing`, `prone`. */
  stance: string;
  /** Its health in a word: `unhurt`, `seriously injured`, `dead`. */
  health: string;
  /**
   * Its health for a bar, in percent: 100 is unhurt, 0 is out of action. For seats that may not read the sheet, it
   * is no more precise than the word.
   */
  well: number;
  /** Whether it is still in the fight. */
  active: boolean;
  /** Counters with a maximum: actions, reactions, shock. */
  tracks: Track[];
  conditions: ConditionView[];
  /** The sheet, in sections; only for seats that may read it. */
  sheet: Section[];
};

/** Which dice are rolled after an undo. */
export type Again = "same" | "new";

/** A value that is not legal now. */
export type Barred = {
  choice: Choice;
  /** The reason. */
  why: Refusal;
};

/** A rulebook. */
export type BookInfo = {
  /** Its name in files and commands. */
  name: string;
  /** Its display name. */
  title: string;
  /** The version of its rules. */
  version: number;
  /** A one-line description. */
  about: string;
  /** The policies with which the computer can play it. */
  policies: string[];
  /** Its ready-made scenes. */
  scenes: SceneInfo[];
};

/** A request to let the computer act or answer. */
export type BotRequest = {
  /** The client's id for this request. */
  id: string;
  /** The policy to use: one of the book's policies. */
  policy: string;
};

/** A character's name and side. */
export type Card = {
  id: ActorId;
  /** The identifier used in commands. */
  key: string;
  name: string;
  /** The index of the side. */
  side: number;
};

/**
 * One cell of the ground.
 *
 * On squares `x` is the column and `y` the row; on hexes they are the axial coordinates q and r; without a map `x` is
 * the index of the zone and `y` is 0.
 */
export type Cell = {
  /** Column, axial q, or zone. */
  x: number;
  /** Row, or axial r. */
  y?: number;
};

/** A cell that can be chosen. */
export type CellChoice = {
  cell: Cell;
  /** The word used in a command: see [`Space::cell_key`](crate::space::Space::cell_key). */
  key: string;
  /** The cost of getting there, in the units of the space. */
  cost: number;
  /** What the player should know: `2 Pot Shots`, `river: Adept`. */
  note?: string;
};

/** A value of a slot, or an option of a question. */
export type Choice = {
  /** The word used in a command. */
  key: string;
  /** The displayed text. */
  label: string;
  /** The effect of this choice, in words: `+2 Ranks`. */
  note?: string;
  /** The actor it stands for, so that a page can accept a click on a token. */
  actor?: ActorId | null;
};

/** A message from a client over a WebSocket. */
export type ClientMessage =
  | /** The first message: identifies the seat and where to resume. */ {
      kind: "hello";
      /** The protocol version of the client. */
      version?: number;
      /** The key of the seat. */
      key: string;
      /** The last line the client has seen; the log after it is sent. */
      after?: number;
      /** Which notifications to send; all if omitted. */
      want?: Want[] | null;
    }
  | /** Submits an action, an answer or other input. */ {
      kind: "put";
      /** The client's id for this request. */
      id: string;
      put: Put;
    }
  | /** Lets the computer act or answer. Game master only. */ {
      kind: "bot";
      /** The client's id for this request. */
      id: string;
      /** The policy to use. */
      policy: string;
    }
  | /** Requests the slots of an offer, given the values filled in so far. */ {
      kind: "slots";
      /** The client's id for this request. */
      id: string;
      filled: Filled;
    }
  | /** Requests the odds of an offer. */ {
      kind: "odds";
      /** The client's id for this request. */
      id: string;
      /** The offer with its slots. */
      filled: Filled;
      /** How others decide about reactions along the way. */
      reactions?: Reacting;
      /** Fixed answers, by option key. */
      answers?: string[];
    }
  | /** Requests the odds of the pending action for each option of a question put to this seat. */ {
      kind: "option_odds";
      /** The client's id for this request. */
      id: string;
      /** The id of the question. */
      ask: number;
    }
  | /** Points at a cell of the map, visible to everyone. Not recorded. */ {
      kind: "point";
      /** The client's id for this request. */
      id: string;
      /** The column of the cell. */
      x: number;
      /** The row of the cell. */
      y: number;
    }
  | /** Asks for a reply, to check that the connection is alive. */ {
      kind: "ping";
      /** The client's id for this request. */
      id: string;
    };

/** The current time and turn. */
export type ClockView = {
  /** The mode of play: `fight`, `travel`. */
  mode: string;
  /** Whose turn it is, in words: `Player Turn 3`. */
  turn: string;
  /** Rounds or turns since the start. */
  round: number;
  /** Game time since the start, in seconds. */
  elapsed: number;
  /** Those who can act now. */
  acting: ActorId[];
};

/** A condition in words. */
export type ConditionView = {
  name: string;
  /** A short description of its effect. */
  effect: string;
  /** What ends it. */
  ends: string;
  rule: RuleId;
};

/** The exact odds of a dice expression. */
export type DiceOdds = {
  /** The expression as it was understood. */
  roll: string;
  /** The expected total. */
  mean: number;
  /** Every total with its chance, lowest first. */
  values: DiceTotal[];
};

export type DiceTotal = {
  value: number;
  /** Its chance as a fraction, if that is short enough to read; `referee odds --json` prints all of them. */
  exact?: string | null;
  /** Its chance. */
  decimal: number;
};

/** The legal values of a slot. */
export type Domain =
  | /** One of these. */ {
      kind: "one";
      /** The choices in display order. */
      of: Choice[];
    }
  | /** Several of these, in the given order, separated by commas. */ {
      kind: "several";
      of: Choice[];
      /** Minimum number of choices. */
      least: number;
      /** Maximum number of choices. */
      most: number;
    }
  | /** A whole number in this range. */ {
      kind: "number";
      min: number;
      max: number;
    }
  | /** One of these cells. */ {
      kind: "cell";
      /** The cells, each with the cost of getting there if that is known. */
      of: CellChoice[];
    }
  | /** Free text. */ {
      kind: "text";
      /** Maximum number of characters. */
      longest: number;
    };

/** Cells that mean something for the action in the making. */
export type Drawn = {
  /** What they are. */
  kind: DrawnKind;
  /** In a word: `Close Range`, `blast`, `light cover`. */
  label: string;
  /** The cells. */
  cells: Cell[];
  /** The rule behind it. */
  rule: RuleId;
};

/** What drawn cells are. */
export type DrawnKind = "reach" | "range" | "area" | "cover";

/** A request to explore a scene. */
export type ExploreRequest = {
  from: Origin;
  /** An offer whose slots are wanted. */
  filled?: Filled | null;
};

/** The start of a scene. */
export type Explored = {
  /** The characters in it. */
  actors: Card[];
  /** The game master's view. */
  view: View;
  /** The actions possible at the start. */
  offers: Offer[];
  /** The slots of the requested offer. */
  slots: Slot[];
};

/** One factor of a number, with the rule behind it. */
export type Factor = {
  /** `+2`, `High Roll`, `+1 Rank`. */
  amount: string;
  /** `Reflex Novice`, `focus`, `Cover: bar counter`. */
  why: string;
  rule: RuleId;
};

/** One die that fell. */
export type Fallen = {
  /** How many faces the die has; 65535 stands for a Fudge die. */
  die: number;
  /** The face that fell. */
  face: number;
  /** What it is worth after floor and ceiling. */
  worth: number;
  /** Does it stay and count for the total? */
  kept: boolean;
  /** Thrown again; the next die replaces it. */
  rerolled?: boolean | null;
  /** It brought a further die. */
  exploded?: boolean | null;
  /** An explosion brought it. */
  brought?: boolean | null;
  /** It was counted as a success. */
  success?: boolean | null;
};

/**
 * An offer with some or all of its slots filled in, as sent by a page, a command or a computer player.
 *
 * Its text form is `verb slot=value slot="two words" …`; see [`Filled::parse`].
 */
export type Filled = {
  /** The verb of the offer. */
  verb: string;
  /** The acting character. */
  actor?: ActorId | null;
  /** The values by slot. */
  slots?: Record<string, string>;
};

/** Where a fork starts. */
export type ForkRequest = {
  /** The line to fork after; the last one if omitted. */
  line?: number | null;
  /** The new table's name; that of the original if omitted. */
  name?: string | null;
};

/** A free seat. */
export type FreeSeat = {
  id: SeatId;
  /** The display name. */
  name: string;
  /** The names of the characters it plays. */
  plays: string[];
};

/** One thing that a seat heard or saw. */
export type Heard =
  | /** Dice that fell. */ {
      kind: "dice";
      /** Whose. */
      who: Who;
      /** For what: `attack`. */
      name: string;
      /** The dice in notation. */
      roll: string;
      /** Every die. */
      shown: Shown;
      /** Typed in by somebody who rolled real dice. */
      typed: boolean;
    }
  | /** Something happened. */ Line & {
      kind: "line";
    };

/** A join code. */
export type Invite = {
  /** The code: eight letters and digits, without characters that are easily confused. */
  code: string;
  /** The expiry time, in seconds since 1970. */
  until: number;
  /** The seats that can be taken with it. */
  seats: SeatId[];
};

/** A join code to create. */
export type InviteRequest = {
  /** How long it is valid, up to a day; two hours if omitted. */
  minutes?: number | null;
};

/** The current join code, if there is one. */
export type Invited = {
  invite?: Invite | null;
};

/** The status of a job. */
export type JobInfo = {
  /** An unguessable id: anyone who knows it may watch and cancel the job. */
  id: string;
  state: JobState;
  /** Fights simulated so far. */
  done: number;
  /** Total number of fights. */
  of: number;
  /** The result, once the job is done. */
  result?: unknown;
  /** The error, if the job failed. */
  problem?: Problem | null;
};

/** The state of a job. */
export type JobState = "running" | "cancelled" | "failed" | "waiting" | "done";

/** A request to look up or use a join code. */
export type JoinRequest = {
  /** The code, in either case, with or without hyphens and spaces. */
  code: string;
  /** The seat to take; omit it to list the free seats. */
  seat?: SeatId | null;
};

/** The table of a join code. */
export type Joined = {
  /** The display name of the table. */
  table: string;
  /** Its rulebook. */
  book: string;
  /** The free seats. */
  free: FreeSeat[];
  /** The seat that was taken, with its key. */
  taken?: SeatKey | null;
};

/** One line of the log. */
export type Line = {
  /** What happened, in a sentence. */
  text: string;
  /** The indentation: 0 for an act or a heading, 1 for its consequences. */
  depth: number;
  /** Whether it is the heading of a turn or a scene. */
  heading: boolean;
  /** The rules behind it. */
  rules: RuleId[];
  /** The factors that make up the number: `+2 Reflex`, `Rank Adept 7`, each with its rule. */
  factors: Factor[];
  /** The actor it is about, for filters. */
  actor?: ActorId | null;
};

/** The log of a table, limited to what a seat may know. */
export type Log = {
  /** The entries, in the line numbering of the requesting seat. */
  entries: LogEntry[];
  /** All lines that are currently undone, including lines before these entries. */
  undone: number[];
};

/** What one line of the journal let a seat know. */
export type LogEntry = {
  /** The line of the journal. */
  line: number;
  /** Taken back by an undo; still readable. */
  undone: boolean;
  /** Not everybody at the table heard or saw all of what follows. */
  hidden?: boolean;
  /** What was told. */
  told: Heard[];
};

/** A newly created table. */
export type MadeTable = {
  table: TableInfo;
  /** The characters. */
  actors: Card[];
  /** The seats with their keys; the game master's is first. */
  seats: SeatKey[];
};

/** The map to draw. */
export type MapView = {
  /** `square`, `hex` or `zones`. */
  grid: string;
  /** The number of columns. */
  width: number;
  /** The number of rows. */
  height: number;
  /** The size of a cell in units. */
  cell: number;
  /** The unit: `feet`. */
  unit: string;
  /** The names of the zones, if the map consists of zones. */
  zones: string[];
};

/** A mistake in a file: its location, what is wrong, and what would be right. */
export type Mistake = {
  /** The file as named by its [`Source`](super::Source). */
  file: string;
  /** Counted from 1. */
  line: number;
  /** Counted from 1, in characters. */
  column: number;
  /** `characters[2].skills.Handguns`; empty for the whole file. List indices start at 0. */
  path: string;
  /** What is wrong, without location and path. */
  message: string;
  /** The most similar allowed name, if there is one. */
  meant?: string | null;
  /** What would be accepted: keys, values, names, or a range such as `0 to 255`. */
  allowed?: string[];
};

/** A job to start. */
export type NewJob = {
  from: Origin;
  work: Work;
};

/** A seat to create. */
export type NewSeat = {
  /** The display name. */
  name?: string;
  role: Role;
  /** The actors it plays, by key. */
  actors?: string[];
};

/** A table to create. */
export type NewTable = {
  /** The display name; the title of the scene if omitted. */
  name?: string | null;
  from: Origin;
  /** Seats in addition to the game master's. */
  seats?: NewSeat[];
};

/** An object as a seat sees it. */
export type ObjectView = {
  /** The identifier used in commands. */
  key: string;
  name: string;
  place?: Place | null;
  /** Its state: `intact`, `damaged`, `open`. */
  state: string;
  /** What it provides: `cover`, `concealment`. */
  gives: string[];
  /** All its cells, if it has more than one. */
  cells?: Cell[];
};

/** A request for the odds of an offer. */
export type OddsRequest = {
  /** The offer with its slots. */
  filled: Filled;
  /** How others decide about reactions along the way. */
  reactions?: Reacting;
  /** Fixed answers, by option key. */
  answers?: string[];
};

/** A possible action. */
export type Offer = {
  /** The word that names it in a command: `attack`. */
  verb: string;
  /** The acting character; `None` for actions of the game master or of a side as a whole. */
  actor?: ActorId | null;
  /** The displayed text. */
  label: string;
  /** The heading under which the rulebook lists it: `Actions`, `Incidentals`. */
  group: string;
  /** What it costs, in words: `1 Action`. */
  cost: string;
  /** The rule that allows it. */
  rule: RuleId;
  /** Why it is not possible now, if so. Shown greyed out; a command gets this refusal. */
  refused?: Refusal | null;
  /** What the player should know before doing it: a hopeless check, work that would be lost. */
  warning?: string | null;
};

/** What to create a table from. */
export type Origin =
  | /** A ready-made scene of a book. */ {
      kind: "ready";
      /** Its name: `clockworld:duel`. */
      name: string;
    }
  | /** The text of a scene. */ {
      kind: "scene";
      text: string;
    }
  | /** A journal: play continues where it ends, with a new dice seed. */ {
      kind: "journal";
      text: string;
    };

/** A cell and a height above ground level 0, in units: the position of a body's feet. */
export type Place = {
  cell: Cell;
  /** Height in units. */
  z?: number;
};

/** The policy of a side. */
export type Playing = {
  /** The side's name; all sides if omitted. */
  side?: string | null;
  /** One of the book's policies. */
  policy: string;
};

/** Why a request was refused. Nothing has changed. */
export type Problem = {
  /**
   * A stable identifier for programs: `refused/not-your-turn`, `not-asked`, `paused`. docs/protocol.md lists all of
   * them.
   */
  code: string;
  /** The rule behind the refusal. */
  rule?: RuleId | null;
  /** One sentence for people. */
  message: string;
  /** What would be allowed instead. */
  allowed?: string[];
  /** Every mistake in a scene, with its location. */
  mistakes?: Mistake[];
};

/** A question as shown to the person who has to answer it. */
export type Prompt = {
  /** The kind, for standing answers: `reaction`. */
  kind: string;
  text: string;
  /** The rule that asks. */
  rule: RuleId;
  /** The options; the answer is the index of one. */
  options: Choice[];
  /** The index of the option that declines. */
  decline?: number | null;
};

/** What somebody puts in: one line of the journal. */
export type Put =
  | /** Takes an offer, its slots filled; left-out slots take their defaults. */ {
      kind: "take";
      /** The offer. */
      filled: Filled;
      /** Who sees the dice and hears what follows. */
      secrecy?: Secrecy;
    }
  | /** Answers question `ask` of the action under way. */ {
      kind: "answer";
      /** The number of the question. */
      ask: number;
      /** The option's index. */
      option: number;
    }
  | /** Types in the dice of roll `ask` of the action under way. */ {
      kind: "dice";
      /** The number of the roll. */
      ask: number;
      /** The faces, in order. */
      faces: number[];
    }
  | /** Gives up the action under way; nothing of it has happened. */ {
      kind: "abandon";
    }
  | /** Takes back the last line. */ {
      kind: "undo";
      /** Which dice fall afterwards. */
      dice?: Again;
    }
  | /** Takes back the last undo. */ {
      kind: "redo";
    }
  | /** Goes to how things stood after a line. */ {
      kind: "goto";
      /** That line; 0 is the start. */
      line: number;
      /** Which dice fall afterwards. */
      dice?: Again;
    }
  | /** Says how a kind of question is answered from now on. */ {
      kind: "standing";
      /** Who is asked. */
      who: Who;
      /** The kind of question. */
      question: string;
      /** The answer. */
      answer: Standing;
    }
  | /** Rolls real dice from now on, or no longer. */ {
      kind: "typed";
      /** Who. */
      who: Who;
      /** Real dice? */
      typed: boolean;
    };

/** A request to submit an action, an answer or other input. */
export type PutRequest = {
  /** The client's id for this request, up to 64 characters. A repeated id is not executed again. */
  id: string;
  put: Put;
};

/** A question to a seat. */
export type Question =
  | /** Choose an option; submit an `answer`. */ {
      kind: "answer";
      /** The id to use in the answer. */
      ask: number;
      /** Who decides. */
      who: Who;
      /** The question and its options. */
      prompt: Prompt;
    }
  | /** Roll physical dice; submit `dice`. */ {
      kind: "dice";
      /** The id to use in the answer. */
      ask: number;
      who: Who;
      /** What the roll is for. */
      name: string;
      /** The dice in notation. */
      roll: string;
    };

/** How others decide about reactions along the way. */
export type Reacting = "best" | "never" | "always" | "all";

/** Why the table refused something. Nothing has changed. */
export type Refusal = {
  /** A stable word for programs, in kebab case: `not-your-turn`. */
  code: string;
  /** The rule that says so. */
  rule?: RuleId | null;
  /** One sentence for people. */
  why: string;
  /** What would be legal instead, in words. */
  allowed?: string[];
};

/** The role of a seat. */
export type Role = "gm" | "player" | "spectator";

/** The id of a rule (CW-012), ruling (CW-R33) or decision (CW-D09) in a ledger. */
export type RuleId = string;

/** A ready-made scene. */
export type SceneInfo = {
  /** The name used to create a table: `clockworld:duel`. */
  name: string;
  title: string;
};

/** A preview of a ready-made scene. */
export type ScenePreview = {
  /** The name used to create a table. */
  name: string;
  title: string;
  /** A short description. */
  about: string;
  /** The source of the scene. */
  text: string;
  /** The characters in it. */
  actors: Card[];
  /** The game master's view. */
  view: View;
};

/** Changes to a seat. Omitted fields stay as they are. */
export type SeatChange = {
  name?: string | null;
  role?: Role | null;
  /** The actors it plays, by key. */
  actors?: string[] | null;
};

/** The id of a seat within its store. */
export type SeatId = number;

/** A seat at a table. */
export type SeatInfo = {
  id: SeatId;
  /** The display name. */
  name: string;
  role: Role;
  /** The actors this seat plays. */
  actors: ActorId[];
  /** Whether its link has been revoked. */
  revoked?: boolean;
};

/** A seat with its key. The key is shown only once; the server stores its hash. */
export type SeatKey = {
  seat: SeatInfo;
  key: string;
  /** The path of the table's page including the key. Send it to the player. */
  link: string;
};

/** Who sees the dice and consequences of an act: the four roll modes common on virtual tabletops. */
export type Secrecy = "public" | "gm" | "blind" | "own";

/** A section of a sheet. */
export type Section = {
  title: string;
  /** Pairs of name and value. */
  lines: [string, string][];
};

/** A message from the server over a WebSocket. */
export type ServerMessage =
  | /** The answer to `hello`. */ {
      kind: "welcome";
      /** The protocol version of the server. */
      version: number;
      table: TableInfo;
      seat: SeatInfo;
      /** The last line, in this seat's numbering; see `Situation`. */
      line: number;
    }
  | /** The log after the line named in `hello`, or the whole log if that line does not exist. */ {
      kind: "log";
      /** The entries, in the line numbering of the requesting seat. */
      entries: LogEntry[];
      /** All lines that are currently undone, including lines before these entries. */
      undone: number[];
      /** Discard what you have: this is the whole log. */
      reset: boolean;
    }
  | /** The log entry of a new line, as this seat hears it. */ {
      kind: "told";
      /** The number of the line. */
      line: number;
      /** Some seats did not hear or see all of the following. */
      hidden?: boolean;
      told: Heard[];
    }
  | /** The complete list of lines that are currently undone. */ {
      kind: "undone";
      lines: number[];
    }
  | /** The current state; only the parts that changed. */ Situation & {
      kind: "situation";
    }
  | /** The table was paused, resumed or ended. */ {
      kind: "table";
      table: TableInfo;
    }
  | /** Who is connected. */ {
      kind: "present";
      seats: SeatId[];
    }
  | /** A request is done and on disk. */ {
      kind: "ack";
      /** The id of the request. */
      id: string;
      /** The line written, or the last line the seat heard if it heard nothing of this one. */
      line: number;
      /** The request was a repetition; nothing was done now. */
      repeated?: boolean;
    }
  | /** The requested slots. */ {
      kind: "slots";
      /** The id of the request. */
      id: string;
      slots: Slot[];
      /** What to draw on the map: ranges, reach, areas, cover. */
      drawn?: Drawn[];
    }
  | /** The requested odds. */ {
      kind: "odds";
      /** The id of the request. */
      id: string;
      odds: unknown;
    }
  | /** The requested odds of the pending action. */ {
      kind: "option_odds";
      /** The id of the request. */
      id: string;
      /** The options with their odds. */
      options: unknown;
    }
  | /** Someone points at a cell. */ {
      kind: "pointed";
      /** The seat that points. */
      seat: SeatId;
      /** The column of the cell. */
      x: number;
      /** The row of the cell. */
      y: number;
    }
  | /** The answer to `ping` and `point`. */ {
      kind: "pong";
      /** The id of the request. */
      id: string;
    }
  | /** A request was refused. */ {
      kind: "error";
      /** The id of the request, if it could be read. */
      id?: string | null;
      /**
       * A stable identifier for programs: `refused/not-your-turn`, `not-asked`, `paused`. docs/protocol.md lists all of
       * them.
       */
      code: string;
      /** The rule behind the refusal. */
      rule?: RuleId | null;
      /** One sentence for people. */
      message: string;
      /** What would be allowed instead. */
      allowed?: string[];
      /** Every mistake in a scene, with its location. */
      mistakes?: Mistake[];
    }
  | /** The server closes this connection. Everything acknowledged is saved. */ {
      kind: "closing";
      /** The reason: `stopping`, `revoked`, `seat-changed`, `behind`. */
      code: string;
      /** The reason as a sentence. */
      message: string;
    };

/** What [`Shown`] looks like when it is written; the dice themselves know no schemas. */
export type Shown = {
  /** The total of the roll. */
  total: number;
  /** The dice, in the order in which they fell. */
  dice: Fallen[];
};

/** A worked example for a rule. */
export type ShownCase = {
  /** Its path from the root of the repository. */
  file: string;
  /** What it demonstrates. */
  title: string;
  /** The whole file: the scene, the steps with their dice, and the expected results. */
  text: string;
};

/** A side of a scene, by index. */
export type Side = number;

/** A side. */
export type SideView = {
  side: Side;
  name: string;
  /** Whether it is this side's turn. */
  acting: boolean;
};

/** The current state for a seat. Over a WebSocket only the parts that changed are sent, each complete. */
export type Situation = {
  /**
   * The last line. For a game master, lines have their journal numbers; for everyone else, they count the lines
   * their seat heard.
   */
  line: number;
  /** The last line in effect: `line` itself, or the line that an undo went back to. */
  head: number;
  /** What the seat sees. */
  view?: View | null;
  /** What the seat can do now, and what it cannot, with the reason. */
  offers?: Offer[] | null;
  /** The open questions to this seat. */
  questions?: Question[] | null;
  /** The names of the seats that must answer before the pending action continues; empty if none is pending. */
  waits_for?: string[] | null;
  /** The standing answers that this seat may set. */
  standing?: StandingAnswer[] | null;
  /** For whom this seat rolls physical dice. */
  typed?: Who[] | null;
  /** Milliseconds left to answer; absent if no question is open or no limit is set. */
  answer_within?: number | null;
};

/** A parameter of an offer. Its domain contains exactly the legal values, given the values filled in so far. */
export type Slot = {
  /** The word that names it in a command: `target`. */
  name: string;
  /** The displayed text. */
  label: string;
  /** The legal values. */
  domain: Domain;
  /** The value used if it is omitted. A slot without a default must be filled in. */
  default?: string | null;
  /** Values that players may expect but that are not legal now, each with its reason. */
  barred?: Barred[];
};

/** What a seat wants to happen when it is asked a kind of question. */
export type Standing =
  | "ask"
  | "never"
  | /** Take this option for me whenever it is there; ask me otherwise. */ {
      always: string;
    };

/** A standing answer to a kind of question. */
export type StandingAnswer = {
  /** Whose questions are answered. */
  who: Who;
  /** The kind of question. */
  question: string;
  answer: Standing;
};

/** The state of a table. */
export type State = "open" | "paused" | "ended";

/** The public information about a table. */
export type TableInfo = {
  /** Its code in URLs. */
  code: string;
  /** The display name. */
  name: string;
  /** Its rulebook. */
  book: string;
  /** Creation time, in seconds since 1970. */
  created: number;
  state: State;
  /**
   * The commitment to the dice: SHA-256 of the seed, in hexadecimal. It is published at the start, so that the seed
   * cannot be changed later.
   */
  commitment: string;
  /** The dice seed in hexadecimal, revealed when the table has ended. */
  seed?: string | null;
  /** The time limit for answers. */
  timer?: Timer | null;
};

/** What a seat saw after a line. */
export type Then = {
  line: number;
  view: View;
};

/** What happens when the time for an answer is up. */
export type TimeUp = "warn" | "decline";

/** The time limit for answers. */
export type Timer = {
  /** The limit in seconds, 5 to 3600. */
  seconds: number;
  /** What happens when time is up. */
  then?: TimeUp;
};

/** Sets the answer timer, or removes it if omitted. */
export type TimerRequest = {
  timer?: Timer | null;
};

/** A counter with a maximum. */
export type Track = {
  /** What is counted. */
  name: string;
  /** The current value. */
  now: number;
  max: number;
};

/** Everything that a seat may see of the table. */
export type View = {
  book: string;
  clock: ClockView;
  /** The sides by name, in turn order where the book has one. */
  sides: SideView[];
  /** The actors that this seat may see. */
  actors: ActorView[];
  /** The objects that this seat may see, on the map or without a place. */
  objects: ObjectView[];
  map?: MapView | null;
  /** How it ended, if it is over. */
  over?: string | null;
};

/** A kind of notification. */
export type Want = "log" | "situation" | "present";

/** Who decides or rolls. Rules name actors; the session knows which person plays them. */
export type Who =
  | "gm"
  | /** The player of this actor (the game master if it has none). */ {
      actor: ActorId;
    }
  | /** A side as a whole: any of its players may answer. */ {
      side: Side;
    };

/** What a job computes. */
export type Work =
  | /** Simulates fights between computer players. */ {
      kind: "simulate";
      /** The number of fights. */
      runs: number;
      /** The result depends only on the seed and the settings. */
      seed?: number;
      /** Which policy each side uses; later entries override earlier ones. */
      policies?: Playing[];
    }
  | /** Compares the scene as written with the scene after `set`, fight by fight with the same seeds. */ {
      kind: "compare";
      /** The number of fights. */
      runs: number;
      /** The result depends only on the seed and the settings. */
      seed?: number;
      /** Which policy each side uses; later entries override earlier ones. */
      policies?: Playing[];
      /** Changes applied to the scene first: `rules.cover_and_concealment=best`. */
      set?: string[];
    }
  | /** Simulates the scene for every combination of parameter values. */ {
      kind: "sweep";
      /** The number of fights. */
      runs: number;
      /** The result depends only on the seed and the settings. */
      seed?: number;
      /** Which policy each side uses; later entries override earlier ones. */
      policies?: Playing[];
      /** Changes applied to the scene first: `rules.cover_and_concealment=best`. */
      set?: string[];
      /** The parameters and their values: `rules.reactions_before_first_turn=0..2`, `mudo.reach_ft=5,10`. */
      vary: string[];
    }
  | /** Computes the exact odds of an action. */ {
      kind: "odds";
      /** The key of the acting character. */
      actor?: string | null;
      /** The offer with its slots; its actor is replaced by `actor` if that is given. */
      filled: Filled;
      /** How others decide about reactions along the way. */
      reactions?: Reacting;
      /** Fixed answers, by option key. */
      answers?: string[];
    };
