// Made from the server's OpenAPI document by `referee api typescript`. Change the types in crates/server.

/** What was asked for is done and on the disk. */
export type Ack = {
  /** The line that it became, or the last one that the seat heard if it told the seat nothing. */
  line: number;
  /** It was done before; nothing was done now. */
  repeated?: boolean;
};

/** One character, creature or hazard: its place in the table's roster. */
export type ActorId = number;

/** One actor as a seat sees it. */
export type ActorView = {
  /** Which. */
  id: ActorId;
  /** The word for commands. */
  key: string;
  /** The name. */
  name: string;
  /** The side. */
  side: Side;
  /** Where, if this seat knows. */
  place?: Place | null;
  /** The direction it looks, in degrees. */
  facing?: number | null;
  /** How it stands, in a word: `standing`, `prone`. */
  stance: string;
  /** How well it is, in a word: `unhurt`, `seriously injured`, `dead`. */
  health: string;
  /**
   * The same for a bar, in hundredths: 100 is unhurt, 0 is out of it. No finer than the word for those who may not
   * read the sheet.
   */
  well: number;
  /** Does it take part? */
  active: boolean;
  /** Numbers with a limit: actions, reactions, shock. */
  tracks: Track[];
  /** What weighs on it and what ends it. */
  conditions: ConditionView[];
  /** The sheet, in sections; only for those who may read it. */
  sheet: Section[];
};

/** Which dice fall after an undo. */
export type Again = "same" | "new";

/** A value that a slot may not hold now. */
export type Barred = {
  /** The value. */
  choice: Choice;
  /** Why not. */
  why: Refusal;
};

/** A rulebook. */
export type BookInfo = {
  /** Its name in files and commands. */
  name: string;
  /** Its name as a person writes it. */
  title: string;
  /** The version of its rules. */
  version: number;
  /** What it is like, in a line. */
  about: string;
  /** The ways a machine can play it. */
  policies: string[];
  /** Scenes that are ready to play. */
  scenes: SceneInfo[];
};

/** A request to let a machine act or answer. */
export type BotRequest = {
  /** The client's name for this request. */
  id: string;
  /** How it plays: one of the book's policies. */
  policy: string;
};

/** Name and side of an actor. */
export type Card = {
  /** Which. */
  id: ActorId;
  /** The word for commands. */
  key: string;
  /** The name. */
  name: string;
  /** The side. */
  side: number;
};

/**
 * One cell of the ground.
 *
 * On squares `x` is the column and `y` the row; on hexes they are the axial coordinates q and r; without a map `x`
 * is the index of the zone and `y` is 0.
 */
export type Cell = {
  /** Column, axial q, or zone. */
  x: number;
  /** Row, or axial r. */
  y?: number;
};

/** A cell that may be chosen. */
export type CellChoice = {
  /** The cell. */
  cell: Cell;
  /** What is written in a command: see [`Space::cell_key`](crate::space::Space::cell_key). */
  key: string;
  /** What getting there costs, in the units of the space. */
  cost: number;
  /** What a person should know: `2 Pot Shots`, `river: Adept`. */
  note?: string;
};

/** One value of a slot, or one option of a question. */
export type Choice = {
  /** What is written in a command. */
  key: string;
  /** What a person reads. */
  label: string;
  /** What follows from it, in words: `+2 Ranks`. */
  note?: string;
  /** The actor it stands for, so that a page can take a click on a token. */
  actor?: ActorId | null;
};

/** What a client sends over a WebSocket. */
export type ClientMessage =
  | /** The first message: who it is, and where it was. */ {
      kind: "hello";
      /** The version of the messages that the client knows. */
      version?: number;
      /** The key of the seat. */
      key: string;
      /** The last line that the client has seen; the log after it is sent. */
      after?: number;
      /** What is to be sent without asking; everything if it is left out. */
      want?: Want[] | null;
    }
  | /** Puts something in. */ {
      kind: "put";
      /** The client's name for this request. */
      id: string;
      /** What. */
      put: Put;
    }
  | /** Lets a machine act or answer; for the game master. */ {
      kind: "bot";
      /** The client's name for this request. */
      id: string;
      /** How it plays. */
      policy: string;
    }
  | /** Asks for the slots of an offer, given what is filled. */ {
      kind: "slots";
      /** The client's name for this request. */
      id: string;
      /** What is filled. */
      filled: Filled;
    }
  | /** Asks for the odds of an offer. */ {
      kind: "odds";
      /** The client's name for this request. */
      id: string;
      /** The offer with its slots. */
      filled: Filled;
      /** How those who are asked along the way decide. */
      reactions?: Reacting;
      /** Answers that are settled, by the keys of options. */
      answers?: string[];
    }
  | /** Asks for the odds of the action under way, for each option of a question that this seat is asked. */ {
      kind: "option_odds";
      /** The client's name for this request. */
      id: string;
      /** The question. */
      ask: number;
    }
  | /** Points at a cell of the map, for everybody to see. Nothing is kept of it. */ {
      kind: "point";
      /** The client's name for this request. */
      id: string;
      /** The cell. */
      x: number;
      /** The cell. */
      y: number;
    }
  | /** Asks for an answer, to see whether anybody is there. */ {
      kind: "ping";
      /** The client's name for this request. */
      id: string;
    };

/** Time and turn. */
export type ClockView = {
  /** The mode of play: `fight`, `travel`. */
  mode: string;
  /** Whose turn, in words: `Player Turn 3`. */
  turn: string;
  /** Rounds or turns since the start. */
  round: number;
  /** Game time since the start, in seconds. */
  elapsed: number;
  /** Those who may act now. */
  acting: ActorId[];
};

/** A condition in words. */
export type ConditionView = {
  /** Its name. */
  name: string;
  /** What it does, shortly. */
  effect: string;
  /** What ends it. */
  ends: string;
  /** The rule. */
  rule: RuleId;
};

/** The exact odds of dice. */
export type DiceOdds = {
  /** The dice, as they were understood. */
  roll: string;
  /** The expected total. */
  mean: number;
  /** Every total with its chance, the lowest first. */
  values: DiceTotal[];
};

/** One total. */
export type DiceTotal = {
  /** The total. */
  value: number;
  /** Its chance as a fraction, if that is short enough to read; `referee odds --json` has all of them. */
  exact?: string | null;
  /** Its chance. */
  decimal: number;
};

/** The legal values of a slot. */
export type Domain =
  | /** One of these. */ {
      kind: "one";
      /** The choices, in the order in which to show them. */
      of: Choice[];
    }
  | /** Several of these, in the order named; written with commas between. */ {
      kind: "several";
      /** The choices. */
      of: Choice[];
      /** At least so many. */
      least: number;
      /** At most so many. */
      most: number;
    }
  | /** A whole number in this range. */ {
      kind: "number";
      /** The least. */
      min: number;
      /** The most. */
      max: number;
    }
  | /** One of these cells. */ {
      kind: "cell";
      /** The cells, each with what it costs to get there if that is known. */
      of: CellChoice[];
    }
  | /** Free words. */ {
      kind: "text";
      /** At most so many characters. */
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

/** A look at a scene. */
export type ExploreRequest = {
  /** The scene. */
  from: Origin;
  /** An offer whose slots are wanted. */
  filled?: Filled | null;
};

/** What is there. */
export type Explored = {
  /** Who is in it. */
  actors: Card[];
  /** How it looks to the game master. */
  view: View;
  /** What can be done at the start. */
  offers: Offer[];
  /** The slots of the offer that was named. */
  slots: Slot[];
};

/** One part of a number and the rule behind it. */
export type Factor = {
  /** `+2`, `High Roll`, `+1 Rank`. */
  amount: string;
  /** `Reflex Novice`, `focus`, `Cover: bar counter`. */
  why: string;
  /** The rule. */
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
 * An offer with its slots filled, wholly or in part: what a page, a command or a bot sends.
 *
 * Its text form is `verb slot=value slot="two words" …`; see [`Filled::parse`].
 */
export type Filled = {
  /** The offer's word. */
  verb: string;
  /** Who does it. */
  actor?: ActorId | null;
  /** The values. */
  slots?: Record<string, string>;
};

/** Where a fork begins. */
export type ForkRequest = {
  /** The line after which it goes its own way; the last one if it is left out. */
  line?: number | null;
  /** What to call it; as the other if it is left out. */
  name?: string | null;
};

/** A seat that can be taken. */
export type FreeSeat = {
  /** Its number. */
  id: SeatId;
  /** What it is called. */
  name: string;
  /** Whom one plays there. */
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

/** A code by which people join. */
export type Invite = {
  /** What to type in: eight letters and digits, without those that are easily confused. */
  code: string;
  /** Until when, in seconds since 1970. */
  until: number;
  /** The seats that can be taken with it. */
  seats: SeatId[];
};

/** A code that is to be made. */
export type InviteRequest = {
  /** How long it holds, up to a day; two hours if it is left out. */
  minutes?: number | null;
};

/** The code of a table, if it has one. */
export type Invited = {
  /** The code. */
  invite?: Invite | null;
};

/** How a job stands. */
export type JobInfo = {
  /** Its name. Nobody can guess it: whoever knows it may watch and cancel. */
  id: string;
  /** How far it is. */
  state: JobState;
  /** Fights played. */
  done: number;
  /** Of so many. */
  of: number;
  /** What came of it. */
  result?: unknown;
  /** Why nothing came of it. */
  problem?: Problem | null;
};

/** How far a job is. */
export type JobState = "waiting" | "running" | "done" | "cancelled" | "failed";

/** Somebody has a code. */
export type JoinRequest = {
  /** The code, in capitals or not, with or without hyphens and spaces. */
  code: string;
  /** The seat to take; left out to see which are free. */
  seat?: SeatId | null;
};

/** Where a code leads. */
export type Joined = {
  /** What people call the table. */
  table: string;
  /** Its rulebook. */
  book: string;
  /** The seats that are free. */
  free: FreeSeat[];
  /** The seat that was taken, with its key. */
  taken?: SeatKey | null;
};

/** One line of the log. */
export type Line = {
  /** What happened, in a sentence. */
  text: string;
  /** How deep it is indented: an act is 0, what follows from it 1, a turn heading 0 with `heading`. */
  depth: number;
  /** A heading of a turn or a scene. */
  heading: boolean;
  /** The rules behind it. */
  rules: RuleId[];
  /** What made up the number: `+2 Reflex`, `Rank Adept 7`, each with its rule. */
  factors: Factor[];
  /** Who did it or whom it befell, for filters. */
  actor?: ActorId | null;
};

/** The log of a table, as far as a seat may know it. */
export type Log = {
  /** What was told, line by line, by the numbers of whoever asks. */
  entries: LogEntry[];
  /** Every line that is undone now, also before those entries. */
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

/** A table that was made. */
export type MadeTable = {
  /** The table. */
  table: TableInfo;
  /** Who is on it. */
  actors: Card[];
  /** The seats with their keys, the game master's first. */
  seats: SeatKey[];
};

/** The map to draw. */
export type MapView = {
  /** `square`, `hex` or `zones`. */
  grid: string;
  /** Columns. */
  width: number;
  /** Rows. */
  height: number;
  /** Units a cell. */
  cell: number;
  /** The unit: `feet`. */
  unit: string;
  /** Names of the zones, if it is made of zones. */
  zones: string[];
};

/** One thing wrong in a file: where, what, and what would be right. */
export type Mistake = {
  /** The file as its [`Source`](super::Source) names it. */
  file: string;
  /** Counted from 1. */
  line: number;
  /** Counted from 1, in characters. */
  column: number;
  /** `characters[2].skills.Handguns`; empty for the whole file. Lists count from 0. */
  path: string;
  /** What is wrong, without place and path. */
  message: string;
  /** The nearest of the allowed names, if one is near. */
  meant?: string | null;
  /** What would be accepted: keys, values, names, or a range such as `0 to 255`. */
  allowed?: string[];
};

/** A job that is to be started. */
export type NewJob = {
  /** The scene. */
  from: Origin;
  /** What is to be worked out. */
  work: Work;
};

/** A seat that is to be made. */
export type NewSeat = {
  /** What to call whoever sits there. */
  name?: string;
  /** What they are. */
  role: Role;
  /** The actors they play, by key. */
  actors?: string[];
};

/** A table that is to be made. */
export type NewTable = {
  /** What people call it; the scene's title if it is left out. */
  name?: string | null;
  /** What it is made from. */
  from: Origin;
  /** Seats besides the game master's. */
  seats?: NewSeat[];
};

/** An object as a seat sees it. */
export type ObjectView = {
  /** The word for commands. */
  key: string;
  /** The name. */
  name: string;
  /** Where. */
  place?: Place | null;
  /** How it is: `intact`, `damaged`, `open`. */
  state: string;
  /** What it gives: `cover`, `concealment`. */
  gives: string[];
  /** Every cell that it takes up, if it is more than one. */
  cells?: Cell[];
};

/** A question about the odds of an offer. */
export type OddsRequest = {
  /** The offer with its slots. */
  filled: Filled;
  /** How those who are asked along the way decide. */
  reactions?: Reacting;
  /** Answers that are settled, by the keys of options. */
  answers?: string[];
};

/** One thing that can be done now. */
export type Offer = {
  /** The word that names it in a command: `attack`. */
  verb: string;
  /** Who would do it; `None` for the game master and for a side as a whole. */
  actor?: ActorId | null;
  /** What a person reads. */
  label: string;
  /** The heading under which the rulebook lists it: `Actions`, `Incidentals`. */
  group: string;
  /** What it costs, in words: `1 Action`. */
  cost: string;
  /** The rule that allows it. */
  rule: RuleId;
  /** Why it cannot be done now, if it cannot. Shown greyed; a command gets this refusal. */
  refused?: Refusal | null;
  /** What the person should know before doing it: a hopeless check, work that would be lost. */
  warning?: string | null;
};

/** What a table is made from. */
export type Origin =
  | /** A scene that comes with a book. */ {
      kind: "ready";
      /** Its name: `clockworld:duel`. */
      name: string;
    }
  | /** The text of a scene. */ {
      kind: "scene";
      /** The text. */
      text: string;
    }
  | /** A journal: play goes on where it stood, with dice from a new seed. */ {
      kind: "journal";
      /** Its text. */
      text: string;
    };

/** A cell and a height above the ground level 0, in units: where the feet of a body are. */
export type Place = {
  /** The cell it is in. */
  cell: Cell;
  /** Height in units. */
  z?: number;
};

/** How a side plays. */
export type Playing = {
  /** The side by its name; everybody if it is left out. */
  side?: string | null;
  /** One of the book's policies. */
  policy: string;
};

/** Why something was not done. Nothing has changed. */
export type Problem = {
  /** A stable word for programs: `refused/not-your-turn`, `not-asked`, `paused`. All of them are in docs/protocol.md. */
  code: string;
  /** The rule that says so. */
  rule?: RuleId | null;
  /** One sentence for people. */
  message: string;
  /** What would be allowed instead. */
  allowed?: string[];
  /** Every mistake in a scene, with its place. */
  mistakes?: Mistake[];
};

/** A question in words, for whoever has to answer it. */
export type Prompt = {
  /** The kind, for standing answers: `reaction`. */
  kind: string;
  /** The question. */
  text: string;
  /** The rule that asks. */
  rule: RuleId;
  /** The options; the answer is the index of one. */
  options: Choice[];
  /** The option that declines. */
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

/** A request to put something in. */
export type PutRequest = {
  /** The client's name for this request, up to 64 characters: one that is repeated is done once. */
  id: string;
  /** What to put in. */
  put: Put;
};

/** Something that a seat is asked. */
export type Question =
  | /** To choose an option: put an `answer`. */ {
      kind: "answer";
      /** What the answer names. */
      ask: number;
      /** Who is asked. */
      who: Who;
      /** The question and its options. */
      prompt: Prompt;
    }
  | /** To roll real dice: put the `dice`. */ {
      kind: "dice";
      /** What the dice name. */
      ask: number;
      /** Who rolls. */
      who: Who;
      /** For what. */
      name: string;
      /** The dice in notation. */
      roll: string;
    };

/** How those who are asked along the way decide. */
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

/** What somebody at the table is. */
export type Role = "gm" | "player" | "spectator";

/** The id of a rule (CW-012), ruling (CW-R33) or decision (CW-D09) in a ledger. */
export type RuleId = string;

/** A scene that is ready to play. */
export type SceneInfo = {
  /** What a new table names: `clockworld:duel`. */
  name: string;
  /** What it is called. */
  title: string;
};

/** A ready scene, to look at before it is played. */
export type ScenePreview = {
  /** What a new table names. */
  name: string;
  /** What it is called. */
  title: string;
  /** What it is like. */
  about: string;
  /** The scene as it is written. */
  text: string;
  /** Who is in it. */
  actors: Card[];
  /** How it looks to the game master. */
  view: View;
};

/** What is to be another at a seat. */
export type SeatChange = {
  /** Another name. */
  name?: string | null;
  /** Another role. */
  role?: Role | null;
  /** Other actors, by key. */
  actors?: string[] | null;
};

/** The number of a seat within its store. */
export type SeatId = number;

/** A seat at a table. */
export type SeatInfo = {
  /** Its number. */
  id: SeatId;
  /** What to call whoever sits there. */
  name: string;
  /** What they are. */
  role: Role;
  /** The actors they play. */
  actors: ActorId[];
  /** Is its link taken back? */
  revoked?: boolean;
};

/** A seat with its key. The key is told once, when it is made; only its hash is kept. */
export type SeatKey = {
  /** The seat. */
  seat: SeatInfo;
  /** The key. */
  key: string;
  /** The way to the table's page with the key in it: what to send to whoever sits there. */
  link: string;
};

/** Who sees the dice of an act and hears of what follows from it: the four kinds of rolls that tables know. */
export type Secrecy = "public" | "gm" | "blind" | "own";

/** A part of a sheet: a heading and lines of name and value. */
export type Section = {
  /** The heading. */
  title: string;
  /** Name and value. */
  lines: [string, string][];
};

/** What the server sends over a WebSocket. */
export type ServerMessage =
  | /** The answer to `hello`. */ {
      kind: "welcome";
      /** The version of the messages. */
      version: number;
      /** The table. */
      table: TableInfo;
      /** The seat. */
      seat: SeatInfo;
      /** The last line, by this seat's numbers: see `Situation`. */
      line: number;
    }
  | /** The log after the line that `hello` named; the whole log if that line is not there. */ {
      kind: "log";
      /** What was told, line by line, by the numbers of whoever asks. */
      entries: LogEntry[];
      /** Every line that is undone now, also before those entries. */
      undone: number[];
      /** Forget what you have: this is the whole log. */
      reset: boolean;
    }
  | /** What a line let this seat know. */ {
      kind: "told";
      /** The line. */
      line: number;
      /** Not everybody at the table heard or saw all of what follows. */
      hidden?: boolean;
      /** What was told. */
      told: Heard[];
    }
  | /** These lines are undone now, and no others. */ {
      kind: "undone";
      /** The lines. */
      lines: number[];
    }
  | /** How things stand; the parts that changed. */ Situation & {
      kind: "situation";
    }
  | /** The table was paused, opened or ended. */ {
      kind: "table";
      /** The table. */
      table: TableInfo;
    }
  | /** Who is connected. */ {
      kind: "present";
      /** Their seats. */
      seats: SeatId[];
    }
  | /** A request is done and on the disk. */ {
      kind: "ack";
      /** The request. */
      id: string;
      /** The line that it became, or the last one that the seat heard if it told the seat nothing. */
      line: number;
      /** It was done before; nothing was done now. */
      repeated?: boolean;
    }
  | /** The slots that were asked for. */ {
      kind: "slots";
      /** The request. */
      id: string;
      /** The slots. */
      slots: Slot[];
      /** What to draw on the map meanwhile: ranges, reach, areas, cover. */
      drawn?: Drawn[];
    }
  | /** The odds that were asked for. */ {
      kind: "odds";
      /** The request. */
      id: string;
      /** The odds. */
      odds: unknown;
    }
  | /** The odds of the action under way that were asked for. */ {
      kind: "option_odds";
      /** The request. */
      id: string;
      /** The options with their odds. */
      options: unknown;
    }
  | /** Somebody points at a cell. */ {
      kind: "pointed";
      /** Who. */
      seat: SeatId;
      /** The cell. */
      x: number;
      /** The cell. */
      y: number;
    }
  | /** The answer to `ping` and `point`. */ {
      kind: "pong";
      /** The request. */
      id: string;
    }
  | /** A request was not done. */ {
      kind: "error";
      /** The request, if it could be read so far. */
      id?: string | null;
      /** A stable word for programs: `refused/not-your-turn`, `not-asked`, `paused`. All of them are in docs/protocol.md. */
      code: string;
      /** The rule that says so. */
      rule?: RuleId | null;
      /** One sentence for people. */
      message: string;
      /** What would be allowed instead. */
      allowed?: string[];
      /** Every mistake in a scene, with its place. */
      mistakes?: Mistake[];
    }
  | /** The server ends this connection. What was acknowledged is kept. */ {
      kind: "closing";
      /** Why: `stopping`, `revoked`, `seat-changed`, `behind`. */
      code: string;
      /** In a sentence. */
      message: string;
    };

/** What [`Shown`] looks like when it is written; the dice themselves know no schemas. */
export type Shown = {
  /** The total of the roll. */
  total: number;
  /** The dice, in the order in which they fell. */
  dice: Fallen[];
};

/** A worked example that shows a rule. */
export type ShownCase = {
  /** Its file, from the root of the repository. */
  file: string;
  /** What it shows. */
  title: string;
  /** All of it: the scene, the steps with their dice, and what must come of them. */
  text: string;
};

/** Which of the sides of a scene. */
export type Side = number;

/** One side. */
export type SideView = {
  /** Which. */
  side: Side;
  /** Its name. */
  name: string;
  /** Is it its turn? */
  acting: boolean;
};

/** How things stand for a seat. Over a WebSocket only the parts that changed are sent; each is whole. */
export type Situation = {
  /** The last line. A game master's lines are numbered as in the journal, everybody else's by what their seat heard. */
  line: number;
  /** The last line that counts: that one, or one that an undo went back to. */
  head: number;
  /** What the seat sees. */
  view?: View | null;
  /** What it may do now, and what it may not with the reason. */
  offers?: Offer[] | null;
  /** What it is asked. */
  questions?: Question[] | null;
  /** Who has to answer before the action under way goes on, by the name of their seat; empty if none is under way. */
  waits_for?: string[] | null;
  /** The standing answers that this seat may give. */
  standing?: StandingAnswer[] | null;
  /** Those for whom this seat rolls real dice. */
  typed?: Who[] | null;
  /** In how many milliseconds the time for answers is over; nothing if nobody is asked or no time was set. */
  answer_within?: number | null;
};

/** One parameter of an offer, with exactly the values that are legal, given what is filled already. */
export type Slot = {
  /** The word that names it in a command: `target`. */
  name: string;
  /** What a person reads. */
  label: string;
  /** The values. */
  domain: Domain;
  /** The value taken if it is left out. A slot without one must be filled. */
  default?: string | null;
  /** Values that people may expect and that are not legal now, each with its reason. */
  barred?: Barred[];
};

/** What a seat wants to happen when it is asked a kind of question. */
export type Standing =
  | "ask"
  | "never"
  | /** Take this option for me whenever it is there; ask me otherwise. */ {
      always: string;
    };

/** A standing answer. */
export type StandingAnswer = {
  /** Who is asked. */
  who: Who;
  /** The kind of question. */
  question: string;
  /** The answer. */
  answer: Standing;
};

/** Is a table in play? */
export type State = "open" | "paused" | "ended";

/** A table as everybody at it may know it. */
export type TableInfo = {
  /** The word for it in addresses. */
  code: string;
  /** What people call it. */
  name: string;
  /** Its rulebook. */
  book: string;
  /** When it was made, in seconds since 1970. */
  created: number;
  /** Is it in play? */
  state: State;
  /** The SHA-256 of the seed of its dice, in hexadecimal: told at the start, so that the seed cannot be another later. */
  commitment: string;
  /** The seed, in hexadecimal: told when the table has ended. */
  seed?: string | null;
  /** How long whoever is asked has for an answer. */
  timer?: Timer | null;
};

/** What a seat saw after a line. */
export type Then = {
  /** The line. */
  line: number;
  /** The view. */
  view: View;
};

/** What happens when the time for an answer is over. */
export type TimeUp = "warn" | "decline";

/** How long whoever is asked has for an answer. */
export type Timer = {
  /** So many seconds, 5 to 3600. */
  seconds: number;
  /** What happens when they are over. */
  then?: TimeUp;
};

/** The time for answers that is to be set; none if it is left out. */
export type TimerRequest = {
  /** The time. */
  timer?: Timer | null;
};

/** A number with a limit. */
export type Track = {
  /** What is counted. */
  name: string;
  /** Now. */
  now: number;
  /** At most. */
  max: number;
};

/** Everything one seat may see of the table. */
export type View = {
  /** The rulebook's name. */
  book: string;
  /** Time and turn. */
  clock: ClockView;
  /** The sides by name, in turn order where the book has one. */
  sides: SideView[];
  /** The actors that this seat may see. */
  actors: ActorView[];
  /** Objects on the map or without a place, that this seat may see. */
  objects: ObjectView[];
  /** The map. */
  map?: MapView | null;
  /** How it ended, if it is over. */
  over?: string | null;
};

/** What a connection may be sent without asking. */
export type Want = "log" | "situation" | "present";

/** Who decides or rolls. Rules know actors; which person that is, the session knows. */
export type Who =
  | "gm"
  | /** The person who plays this actor (the game master if nobody does). */ {
      actor: ActorId;
    }
  | /** A side as a whole: any of its players may answer. */ {
      side: Side;
    };

/** What is to be worked out. */
export type Work =
  | /** Machines play many times. */ {
      kind: "simulate";
      /** How often. */
      runs: number;
      /** The result depends on this alone. */
      seed?: number;
      /** Who plays how: later ones win. */
      policies?: Playing[];
    }
  | /** The scene as it is against the scene with values set, fight by fight with the same seeds. */ {
      kind: "compare";
      /** How many fights. */
      runs: number;
      /** The result depends on this alone. */
      seed?: number;
      /** Who plays how: later ones win. */
      policies?: Playing[];
      /** Values of the scene that are set first: `rules.cover_and_concealment=best`. */
      set?: string[];
    }
  | /** The scene with every combination of values. */ {
      kind: "sweep";
      /** How many fights. */
      runs: number;
      /** The result depends on this alone. */
      seed?: number;
      /** Who plays how: later ones win. */
      policies?: Playing[];
      /** Values of the scene that are set first: `rules.cover_and_concealment=best`. */
      set?: string[];
      /** What varies: `rules.first_round=1..4`, `mudo.reach_ft=5,10`. */
      vary: string[];
    }
  | /** The exact odds of an act. */ {
      kind: "odds";
      /** Who acts, by key. */
      actor?: string | null;
      /** The offer with its slots; its actor is taken from `actor` if that is given. */
      filled: Filled;
      /** How those who are asked along the way decide. */
      reactions?: Reacting;
      /** Answers that are settled, by the keys of options. */
      answers?: string[];
    };
