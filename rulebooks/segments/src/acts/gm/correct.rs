//! Corrections: the GM sets right what the table has wrong, and the rules go on from there.

use super::{known, running};
use crate::{
    acts::{prelude::*, value::free_spots},
    harm::HarmEvent,
    house::Death,
    table::Out,
    turn::{self, Part, Phase},
};
use referee_engine::named_values;

act! {
    /// Sets something right.
    pub struct Correct for Segments, by Gm {
        who: ActorId = "Whose";
        what: Kind = "What";
        to of who among settings: Setting = "To what";
        status of who: StatusId = "Which";
        at among places: Spot = "Where";
    }
}

act! {
    /// Hides somebody from the other sides, or shows it.
    pub struct Hide for Segments, by Gm {
        who: ActorId = "Who";
        to: Seen = "From now on";
    }
}

named_values!(Segments: Kind, Seen);

/// What can be set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Kind {
    Health,
    Gain,
    Lose,
    Down,
    Stand,
    Out,
    Place,
}

impl Kind {
    const ALL: [Kind; 7] = [Kind::Health, Kind::Gain, Kind::Lose, Kind::Down, Kind::Stand, Kind::Out, Kind::Place];

    fn key(self) -> &'static str {
        ["health", "gain", "lose", "down", "stand", "out", "place"][self as usize]
    }

    fn word(self) -> &'static str {
        self.key()
    }
}

/// Do the others know of somebody?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Seen {
    Hidden,
    Seen,
}

impl Seen {
    const ALL: [Seen; 2] = [Seen::Hidden, Seen::Seen];

    fn key(self) -> &'static str {
        ["hidden", "seen"][self as usize]
    }

    fn word(self) -> &'static str {
        self.key()
    }
}

/// So much Health, or how somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Setting {
    Health(i16),
    Out(Out),
}

/// What one can be set to.
const OUTS: [Out; 4] = [Out::Active, Out::Helpless, Out::Dying, Out::Dead];

impl Value<Segments> for Setting {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        (0..=99).map(Setting::Health).chain(OUTS.map(Setting::Out)).collect()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        match self {
            Setting::Health(health) => Choice::plain(health.to_string()),
            Setting::Out(out) => Choice::plain(out.word()),
        }
    }

    fn shape(&self) -> Shape {
        match self {
            Setting::Health(_) => Shape::Number,
            Setting::Out(_) => Shape::One,
        }
    }
}

/// Those that fit what is set right.
fn settings(act: &Correct, see: See<'_, '_>, whose: Option<ActorId>) -> Vec<Setting> {
    let all = Setting::all(see, whose).into_iter();
    let fits = |setting: &Setting| match act.what.value() {
        Some(Kind::Health) => matches!(setting, Setting::Health(_)),
        Some(Kind::Out) => matches!(setting, Setting::Out(_)),
        Some(Kind::Gain | Kind::Lose | Kind::Down | Kind::Stand | Kind::Place) | None => false,
    };
    all.filter(fits).collect()
}

fn places(_: &Correct, see: See<'_, '_>, _: Option<ActorId>) -> Vec<Spot> {
    free_spots(see)
}

/// One thing set right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Correction {
    /// Health; 0 is dead.
    Health(i16),
    /// A status begins.
    Gain(StatusId),
    /// A status ends.
    Lose(StatusId),
    /// Down, or not.
    Down(bool),
    /// Does it take part?
    Out(Out),
    Place(Cell),
    /// Do the others not know of it?
    Hidden(bool),
}

/// A correction of somebody: one that may be made, and one that was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Corrected {
    pub who: ActorId,
    pub what: Correction,
}

impl Act<Segments> for Correct {
    type By = Gm;
    type Ready = Corrected;
    const CARD: Card = card!("correct", "Set something right", "GM", "", "SE-R108");
    const NOTHING: Why<'static> = bar!(_, "no-change", "that cannot be set so");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Corrected, Bar<'t>> {
        running(see.table)?;
        let who = self.who()?;
        known(see.table, who)?;
        let no_change = bar!(_, "no-change", "that cannot be set so");
        let what = match self.what()? {
            Kind::Health => match self.to()? {
                Setting::Health(health) => Correction::Health(health),
                Setting::Out(_) => return Err(no_change.into()),
            },
            Kind::Out => match self.to()? {
                Setting::Out(out) => Correction::Out(out),
                Setting::Health(_) => return Err(no_change.into()),
            },
            Kind::Gain => Correction::Gain(self.status()?),
            Kind::Lose => Correction::Lose(self.status()?),
            Kind::Down => Correction::Down(true),
            Kind::Stand => Correction::Down(false),
            Kind::Place => Correction::Place(self.at()?.0),
        };
        if can_be_set(see.book, see.table, who, what) {
            return Ok(Corrected { who, what });
        }
        Err(no_change.moot().into())
    }

    fn resolve<O: Oracle<Segments>>(
        corrected: Corrected,
        book: &Segments,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        set(book, table, corrected, oracle);
        Ok(())
    }
}

impl Act<Segments> for Hide {
    type By = Gm;
    type Ready = Corrected;
    const CARD: Card = card!("hide", "Hide or show somebody", "GM", "", "SE-R19");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Corrected, Bar<'t>> {
        running(see.table)?;
        let who = self.who()?;
        known(see.table, who)?;
        let what = Correction::Hidden(self.to()? == Seen::Hidden);
        if can_be_set(see.book, see.table, who, what) {
            return Ok(Corrected { who, what });
        }
        Err(bar!(_, "no-change", "that cannot be set so").moot().into())
    }

    fn resolve<O: Oracle<Segments>>(
        corrected: Corrected,
        book: &Segments,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        set(book, table, corrected, oracle);
        Ok(())
    }
}

/// May it be set so?
fn can_be_set(book: &Segments, table: &Table, who: ActorId, what: Correction) -> bool {
    let actor = table.actor(who);
    match what {
        Correction::Health(health) => (0..=table.sheet(who).health_max).contains(&health),
        Correction::Gain(status) => usize::from(status.0) < table.setup.statuses.len() && !actor.statuses.has(status),
        Correction::Lose(status) => usize::from(status.0) < table.setup.statuses.len() && actor.statuses.has(status),
        Correction::Down(down) => actor.down != down && !table.sheet(who).trap && table.is_here(who),
        Correction::Out(out) => actor.out != out && actor.out != Out::Away && can_be(book, actor.health, out),
        Correction::Place(cell) => table.setup.space.contains(cell) && !table.is_taken(cell),
        Correction::Hidden(hidden) => actor.hidden != hidden,
    }
}

/// SE-R109, SE-R110: can somebody with so much Health be so? At 0 one is dead; with `strong_buffer` one goes on acting there, or
/// is dying.
pub fn can_be(book: &Segments, health: i16, out: Out) -> bool {
    let buffer = book.house.death == Death::StrongBuffer;
    match out {
        Out::Active | Out::Helpless => health > 0 || buffer,
        Out::Dying => health == 0 && buffer,
        Out::Dead => true,
        Out::Away => false,
    }
}

/// SE-R118: how somebody is with so much Health who was otherwise: 0 is dead, and more than 0 brings back who was dead or dying for
/// want of it.
fn with_health(book: &Segments, was: Out, before: i16, health: i16) -> Out {
    let lacked = was == Out::Dead && before == 0;
    match health {
        1.. if lacked || !can_be(book, health, was) => Out::Active,
        _ if can_be(book, health, was) => was,
        _ => Out::Dead,
    }
}

/// How somebody is in the scene, or will be who comes back to it.
fn state_of(table: &Table, who: ActorId) -> Out {
    match table.actor(who).out {
        Out::Away => table.actor(who).left_as.unwrap_or_default(),
        out @ (Out::Active | Out::Helpless | Out::Dying | Out::Dead) => out,
    }
}

/// Sets it so.
fn set<O: Oracle<Segments>>(book: &Segments, table: &mut Table, corrected: Corrected, oracle: &mut O) {
    let Corrected { who, what } = corrected;
    let before = *table.actor(who);
    let was = state_of(table, who);
    oracle.tell(Audience::All, || Event::Corrected(corrected));
    match what {
        Correction::Health(health) => {
            let is = with_health(book, was, before.health, health);
            let actor = table.actor_mut(who);
            actor.health = health;
            if actor.out == Out::Away {
                actor.left_as = Some(is).filter(|out| *out != Out::Active);
            } else {
                actor.out = is;
            }
        }
        Correction::Gain(status) => table.actor_mut(who).statuses = before.statuses.with(status),
        Correction::Lose(status) => {
            let actor = table.actor_mut(who);
            actor.statuses = before.statuses.without(status);
            if table.setup.statuses[usize::from(status.0)].frightens {
                table.actor_mut(who).afraid_of = None;
            }
        }
        Correction::Down(down) => {
            table.actor_mut(who).down = down;
            let declaring = table.clock.mode == Speed::Segmented && table.round.phase == Phase::Declaring;
            let forced = before.part.place == turn::Place::Declared && before.part.intention == Some(Intention::Ready);
            if declaring && !down && forced {
                table.actor_mut(who).part = Part { place: turn::Place::Undeclared, ..Part::default() };
            }
        }
        Correction::Out(out) => table.actor_mut(who).out = out,
        Correction::Hidden(hidden) => table.actor_mut(who).hidden = hidden,
        Correction::Place(cell) => {
            table.actor_mut(who).place = table.setup.space.on_ground(cell);
        }
    }
    if state_of(table, who) == Out::Dead && was != Out::Dead {
        table.actor_mut(who).down = false;
        oracle.tell(Audience::All, || Event::Harm(HarmEvent::Died { who, rule: rule!("SE-R109") }));
    }
    let falls = table.actor(who).down && !before.down;
    if falls || (before.out == Out::Active && !table.is_able(who)) {
        turn::no_longer_helps(table, who, oracle);
    }
}

impl Tells<Segments> for Corrected {
    fn line(&self, _: &Segments, table: &Table) -> Line {
        let what = match self.what {
            Correction::Health(health) => format!("Health {health}"),
            Correction::Gain(status) => format!("is {}", table.status_name(status)),
            Correction::Lose(status) => format!("is no longer {}", table.status_name(status)),
            Correction::Down(true) => "is Down".into(),
            Correction::Down(false) => "stands".into(),
            Correction::Out(out) => format!("is {}", out.word()),
            Correction::Place(cell) => format!("is at {}", table.setup.space.cell_key(cell)),
            Correction::Hidden(true) => "is hidden".into(),
            Correction::Hidden(false) => "is seen".into(),
        };
        Line::new(0, format!("The GM: {} {what}", table.name(self.who)), []).by(self.who)
    }
}
