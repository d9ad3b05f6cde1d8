//! Corrections: the GM may set anything right.

use crate::{
    acts::{movement::put, prelude::*, value::Hex},
    harm::{go_out_if_spent, is_spent, lose_grip, put_out},
    table::{Out, Posture},
    words::cell,
};
use referee_engine::{CellChoice, space::Cell};

act! {
    /// Anything may be corrected.
    pub struct Correct for Stamina, by Gm {
        who: ActorId = "Whom";
        what: Fact = "What";
        value of who among settings: Setting = "To";
    }
}

/// What can be corrected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Fact {
    Health,
    Stamina,
    Defense,
    Stun,
    Ammo,
    ReadyAmmo,
    Posture,
    Out,
    Place,
    Hidden,
    Asleep,
    Reaction,
    Materials,
}

/// To what it can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Setting {
    Number(u8),
    Is(bool),
    Posture(Posture),
    Out(Out),
    Place(Cell),
}

/// A correction that may be made, and is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Corrected {
    pub who: ActorId,
    pub what: Correction,
}

impl Tells<Stamina> for Corrected {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let name = table.name(self.who);
        let text = match &self.what {
            Correction::Health(value) => format!("{name}: health {value}"),
            Correction::Stamina(value) => format!("{name}: stamina {value}"),
            Correction::Defense(value) => format!("{name}: defense {value}"),
            Correction::Stun(value) => format!("{name}: stun {value}"),
            Correction::Ammo(value) => format!("{name}: {value} pieces of ammunition"),
            Correction::ReadyAmmo(value) => format!("{name}: {value} pieces at hand"),
            Correction::Posture(posture) => format!("{name} is {}", posture.word()),
            Correction::Out(Out::Active) => format!("{name} takes part again"),
            Correction::Out(_) => format!("{name} is out of the fight"),
            Correction::Place(to) => format!("{name} is at {}", cell(table, *to)),
            Correction::Hidden(true) => format!("{name} is hidden"),
            Correction::Hidden(false) => format!("{name} is seen"),
            Correction::Asleep(true) => format!("{name} is asleep"),
            Correction::Asleep(false) => format!("{name} is awake"),
            Correction::Reaction(used) => format!("{name}: reaction {}", if *used { "used" } else { "there" }),
            Correction::Materials(lost) => {
                format!("{name}: materials {}", if *lost { "used up" } else { "there" })
            }
        };
        Line::new(0, text, [rule!("ST-D38")]).by(self.who)
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Correction {
    Health(u8),
    Stamina(u8),
    Defense(u8),
    Stun(u8),
    Ammo(u8),
    ReadyAmmo(u8),
    Posture(Posture),
    Out(Out),
    Place(Cell),
    Hidden(bool),
    Asleep(bool),
    Reaction(bool),
    Materials(bool),
}

impl Fact {
    const ALL: [Fact; 13] = [
        Fact::Health,
        Fact::Stamina,
        Fact::Defense,
        Fact::Stun,
        Fact::Ammo,
        Fact::ReadyAmmo,
        Fact::Posture,
        Fact::Out,
        Fact::Place,
        Fact::Hidden,
        Fact::Asleep,
        Fact::Reaction,
        Fact::Materials,
    ];

    const fn word(self) -> &'static str {
        match self {
            Fact::Health => "health",
            Fact::Stamina => "stamina",
            Fact::Defense => "defense",
            Fact::Stun => "stun",
            Fact::Ammo => "ammo",
            Fact::ReadyAmmo => "ready-ammo",
            Fact::Posture => "posture",
            Fact::Out => "out",
            Fact::Place => "place",
            Fact::Hidden => "hidden",
            Fact::Asleep => "asleep",
            Fact::Reaction => "reaction",
            Fact::Materials => "materials",
        }
    }

    /// The most that it can be, if it is a number.
    fn most(self, table: &Table, who: ActorId) -> Option<u8> {
        match self {
            Fact::Health => Some(table.sheet(who).max_health),
            Fact::Stamina => Some(table.stamina_limit(who)),
            Fact::Stun => Some(table.sheet(who).max_stamina),
            Fact::Defense | Fact::Ammo | Fact::ReadyAmmo => Some(99),
            Fact::Posture
            | Fact::Out
            | Fact::Place
            | Fact::Hidden
            | Fact::Asleep
            | Fact::Reaction
            | Fact::Materials => None,
        }
    }

    /// The correction of this to that, if the two go together.
    fn to(self, setting: Setting) -> Option<Correction> {
        use Setting::{Is, Number};
        Some(match (self, setting) {
            (Fact::Health, Number(value)) => Correction::Health(value),
            (Fact::Stamina, Number(value)) => Correction::Stamina(value),
            (Fact::Defense, Number(value)) => Correction::Defense(value),
            (Fact::Stun, Number(value)) => Correction::Stun(value),
            (Fact::Ammo, Number(value)) => Correction::Ammo(value),
            (Fact::ReadyAmmo, Number(value)) => Correction::ReadyAmmo(value),
            (Fact::Posture, Setting::Posture(posture)) => Correction::Posture(posture),
            (Fact::Out, Setting::Out(out)) => Correction::Out(out),
            (Fact::Place, Setting::Place(cell)) => Correction::Place(cell),
            (Fact::Hidden, Is(hidden)) => Correction::Hidden(hidden),
            (Fact::Asleep, Is(asleep)) => Correction::Asleep(asleep),
            (Fact::Reaction, Is(used)) => Correction::Reaction(used),
            (Fact::Materials, Is(lost)) => Correction::Materials(lost),
            _ => return None,
        })
    }
}

/// What the fact that is corrected can be set to.
fn settings(act: &Correct, see: See<'_, '_>, who: Option<ActorId>) -> Vec<Setting> {
    let Some(who) = who.filter(|who| see.has(*who)) else { return Vec::new() };
    let what = act.what.value().copied().unwrap_or(Fact::Health);
    if let Some(most) = what.most(see, who) {
        return (0..=most).map(Setting::Number).collect();
    }
    match what {
        Fact::Posture => [Posture::Standing, Posture::Kneeling, Posture::Prone].map(Setting::Posture).into(),
        Fact::Out => [Out::Active, Out::Out, Out::Dying, Out::Dead].map(Setting::Out).into(),
        Fact::Place => see.setup.space.cells().map(Setting::Place).collect(),
        Fact::Health
        | Fact::Stamina
        | Fact::Defense
        | Fact::Stun
        | Fact::Ammo
        | Fact::ReadyAmmo
        | Fact::Hidden
        | Fact::Asleep
        | Fact::Reaction
        | Fact::Materials => [true, false].map(Setting::Is).into(),
    }
}

impl Act<Stamina> for Correct {
    type By = Gm;
    type Ready = Corrected;
    const CARD: Card = card!("correct", "Correct", "GM", "", "ST-R23");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Corrected, Bar<'t>> {
        let (table, who, fact) = (see.table, self.who()?, self.what()?);
        table.someone(who)?;
        let setting = self.value()?;
        let Some(what) = fact.to(setting) else {
            return Err(bar!(_, "bad-value", "{} is nothing of that kind", fact.word()).into());
        };
        if let (Setting::Number(value), Some(most)) = (setting, fact.most(table, who))
            && value > most
        {
            return Err(bar!(_, "out-of-range", "{} is more than {}", value, most).into());
        }
        if let Correction::Place(cell) = what
            && (!table.setup.space.contains(cell) || table.is_taken(cell))
        {
            return Err(bar!(_, "no-place", "nobody can be put there").moot().into());
        }
        if what == Correction::Out(Out::Active) {
            may_take_part(table, who)?;
        }
        Ok(Corrected { who, what })
    }

    fn resolve<O: Oracle<Stamina>>(
        Corrected { who, what }: Corrected,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let before = table.actor(who).posture;
        apply(table, who, &what);
        oracle.tell(Audience::All, || Event::Corrected(Corrected { who, what }));
        go_out_if_spent(table, who, oracle)?; // ST-R23, ST-R24
        if table.actor(who).posture > before || !table.is_active(who) {
            lose_grip(table, who, oracle)?;
        }
        Ok(())
    }
}

/// May somebody take part (again)?
fn may_take_part(table: &Table, who: ActorId) -> Result<(), Why<'static>> {
    if !table.is_active(who) && table.is_taken(table.actor(who).place.cell) {
        return Err(bar!(_, "no-place", "somebody else stands there now"));
    }
    let words = "whoever has no health left or is stunned to the full stays out";
    match is_spent(table, who) {
        None => Ok(()),
        Some(_) if table.actor(who).health == 0 => Err(bar!("ST-R23", "spent", words)),
        Some(_) => Err(bar!("ST-R24", "spent", words)),
    }
}

/// Sets it.
fn apply(table: &mut Table, who: ActorId, what: &Correction) {
    match *what {
        Correction::Health(value) => table.actor_mut(who).health = value,
        Correction::Stamina(value) => table.actor_mut(who).stamina = value,
        Correction::Defense(value) => table.actor_mut(who).defense = value,
        Correction::Stun(value) => {
            table.actor_mut(who).stun = value;
            let limit = table.stamina_limit(who);
            let actor = table.actor_mut(who);
            actor.stamina = actor.stamina.min(limit);
        }
        Correction::Ammo(value) => table.actor_mut(who).ammo = value,
        Correction::ReadyAmmo(value) => table.actor_mut(who).ready_ammo = value,
        Correction::Posture(posture) => table.actor_mut(who).posture = posture,
        Correction::Out(Out::Active) => table.actor_mut(who).out = Out::Active,
        Correction::Out(out) => put_out(table, who, out),
        Correction::Place(cell) => {
            let place = table.setup.space.on_ground(cell);
            put(table, who, place);
        }
        Correction::Hidden(hidden) => table.set_hidden(who, hidden),
        Correction::Asleep(asleep) => table.actor_mut(who).asleep = asleep,
        Correction::Reaction(used) => table.actor_mut(who).turn.reacted = used,
        Correction::Materials(lost) => {
            table.spoiled = if lost { table.spoiled.with(who) } else { table.spoiled.without(who) };
        }
    }
}

impl Value<Stamina> for Fact {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Fact::ALL.to_vec()
    }

    fn choice(&self, _: See<'_, '_>, _: Option<ActorId>) -> Choice {
        Choice::plain(self.word())
    }
}

impl Value<Stamina> for Setting {
    fn shape(&self) -> Shape {
        match self {
            Setting::Number(_) => Shape::Number,
            Setting::Place(_) => Shape::Cell,
            Setting::Is(_) | Setting::Posture(_) | Setting::Out(_) => Shape::One,
        }
    }

    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        Vec::new()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match *self {
            Setting::Number(number) => Choice::plain(number.to_string()),
            Setting::Is(is) => is.choice(see, whose),
            Setting::Posture(posture) => Choice::plain(posture.word()),
            Setting::Out(Out::Active) => Choice::plain("active"),
            Setting::Out(Out::Out) => Choice::plain("out"),
            Setting::Out(Out::Dying) => Choice::plain("dying"),
            Setting::Out(Out::Dead) => Choice::plain("dead"),
            Setting::Place(cell) => Hex(cell).choice(see, whose),
        }
    }

    fn cell(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Option<CellChoice> {
        let &Setting::Place(cell) = self else { return None };
        Hex(cell).cell(see, whose)
    }

    fn read(see: See<'_, '_>, _: Option<ActorId>, word: &str) -> Option<Self> {
        Some(match word {
            "yes" => Setting::Is(true),
            "no" => Setting::Is(false),
            "standing" => Setting::Posture(Posture::Standing),
            "kneeling" => Setting::Posture(Posture::Kneeling),
            "prone" => Setting::Posture(Posture::Prone),
            "active" => Setting::Out(Out::Active),
            "out" => Setting::Out(Out::Out),
            "dying" => Setting::Out(Out::Dying),
            "dead" => Setting::Out(Out::Dead),
            _ => match word.parse() {
                Ok(number) => Setting::Number(number),
                Err(_) => Setting::Place(see.setup.space.find_cell(word)?),
            },
        })
    }
}
