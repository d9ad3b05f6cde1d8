//! From a filled offer to what the GM does. The slots have been checked.

use super::{
    make::{class_of, limb_of, skill_of},
    usual_minutes,
};
use crate::{
    Clockworld,
    check::Named,
    gm::{Called, Correction, Effect, GmAct, GmIntent, Imposed, SheetCorrection, ThingCorrection, correct::OUTS},
    offers::slots::{find_cell, find_part},
    opening::FirstTurn,
    rank::{Rank, SkillRank},
    scene::{self, RawPoison},
    sheet::{PLAYERS, Part, PartId, Size, Skill, THREATS},
    table::{Circumstance, Gives, Out, Severity, Table, Wholeness},
};
use referee_engine::{
    ActorId, Filled, Refusal, Side,
    space::{Override, Place},
};
use smallvec::SmallVec;

pub(super) fn intent(book: &Clockworld, table: &Table, filled: &Filled) -> Result<GmIntent, Refusal> {
    let read = Read { book, table, filled };
    Ok(GmIntent { what: read.act()?, secret: filled.is_yes("secret") })
}

/// A filled offer, and the names in it.
struct Read<'a> {
    book: &'a Clockworld,
    table: &'a Table,
    filled: &'a Filled,
}

impl Read<'_> {
    fn act(&self) -> Result<GmAct, Refusal> {
        let (table, filled) = (self.table, self.filled);
        let text = |slot: &str, usual: &str| filled.get(slot).unwrap_or(usual).to_owned();
        Ok(match filled.verb.as_str() {
            "first-turn" => GmAct::FirstTurn(match filled.get("side") {
                Some("contest") => FirstTurn::Contest {
                    players: self.several("players")?,
                    threats: self.several("threats")?,
                    skill: self.skill(Skill::Acuity)?,
                },
                _ => FirstTurn::Side(self.side("side")),
            }),
            "circumstance" => GmAct::Circumstance(self.circumstance()?),
            "clear-circumstance" => GmAct::ClearCircumstances {
                who: self.who("who")?,
                which: filled.get("which").and_then(|which| which.parse().ok()),
            },
            "ask-before-checks" => GmAct::AskBeforeChecks(filled.is_yes("ask")),
            "check" => GmAct::Check(self.called()?),
            "poison" => GmAct::Check(self.poison()?),
            "injure" => GmAct::Injure { who: self.who("who")?, part: self.part("who")?, severity: self.severity() },
            "sight" => {
                let level = |slot: &str, yes: &str| match filled.get(slot) {
                    None | Some("map") => None,
                    Some(word) => Some(word == yes),
                };
                let said = Override {
                    blocked: level("line", "blocked"),
                    cover: level("cover", "yes").map(u8::from),
                    concealment: level("concealment", "yes").map(u8::from),
                };
                let both = filled.get("both") != Some("no");
                GmAct::Sight { from: self.who("from")?, to: self.who("to")?, said, both }
            }
            "add-part" => {
                let class = class_of(filled.get("class").unwrap_or_default());
                let limb = limb_of(filled.get("limb").unwrap_or_default());
                let part = Part { part: text("name", ""), class, limb };
                match self.who("of") {
                    Ok(who) => GmAct::AddPart { who, part },
                    Err(_) => GmAct::AddThingPart { thing: table.find_thing(&text("of", ""))?, part },
                }
            }
            "impose" => self.impose()?,
            "relieve" => GmAct::Relieve { who: self.who("who")?, which: self.number("which")? },
            "awareness" => {
                GmAct::Awareness { who: self.who("who")?, of: self.who("of")?, aware: filled.is_yes("aware") }
            }
            "correct" => GmAct::Correct { who: self.who("who")?, correction: self.correction()? },
            "correct-thing" => {
                GmAct::CorrectThing { thing: table.find_thing(&text("thing", ""))?, correction: self.thing()? }
            }
            "correct-sheet" => GmAct::CorrectSheet { who: self.who("who")?, correction: self.sheet()? },
            "set-turn" => GmAct::SetTurn(self.side("side")),
            "time" => {
                let count = |slot: &str| filled.get(slot).and_then(|text| text.parse::<u64>().ok()).unwrap_or(0);
                let minutes = if filled.get("minutes").is_none() { usual_minutes(filled) } else { count("minutes") };
                GmAct::Time { seconds: count("seconds") + 60 * minutes + 3600 * count("hours") }
            }
            "end-scenario" => {
                let winner = filled.get("winner").filter(|winner| *winner != "nobody").map(|_| self.side("winner"));
                GmAct::End { winner, why: text("why", "the GM ends it") }
            }
            "resume" => GmAct::Resume,
            "aftermath" => GmAct::Aftermath,
            "rest" => GmAct::Rest { hours: self.number("hours").unwrap_or(8) },
            "downtime" => GmAct::Downtime { hours: self.number("hours").unwrap_or(168) },
            "note" => {
                let to = filled.get("to").filter(|to| *to != "all").map(|_| self.who("to")).transpose()?;
                GmAct::Note { to, text: text("text", "") }
            }
            other => return Err(Refusal::plain("unknown-verb", format!("nothing is called {other:?} here"))),
        })
    }

    fn circumstance(&self) -> Result<Circumstance, Refusal> {
        let gives = match self.filled.get("gives") {
            Some("high-roll") => Gives::HighRoll,
            Some("low-roll") => Gives::LowRoll,
            Some("fear") => Gives::Fear,
            Some("modifier") => Gives::Modifier(self.number("amount")?),
            _ => Gives::Skill(self.skill(Skill::Acuity)?),
        };
        let once = self.filled.get("lasts").map_or(gives != Gives::Fear, |lasts| lasts == "once");
        let why = self.filled.get("why").unwrap_or_default().to_owned();
        Ok(Circumstance { who: self.who("who")?, gives, once, why })
    }

    fn called(&self) -> Result<Called, Refusal> {
        let (name, usual) = match self.filled.get("name") {
            Some("endure") => (Named::Endure, Skill::Fortitude),
            Some("resist") => (Named::Resist, Skill::Willpower),
            Some("perceive") => (Named::Perceive, Skill::Acuity),
            _ => (Named::Check, Skill::Acuity),
        };
        Ok(Called {
            who: self.several("who")?,
            name,
            skill: self.skill(usual)?,
            rank: self.rank()?,
            capped: self.filled.is_yes("capped"),
            effect: self.effect("fails"),
            cause: self.filled.get("why").unwrap_or_default().to_owned(),
        })
    }

    /// CW-139: Endure, against what the content says or what is filled in.
    fn poison(&self) -> Result<Called, Refusal> {
        let key = self.filled.get("with").unwrap_or_default();
        let found = scene::library().get_as::<RawPoison>("poison", key).and_then(Result::ok);
        let (rank, effect, cause) = match found {
            Some(poison) => (poison.value.rank.into(), Some(poison.value.effect), poison.value.name),
            None => {
                let cause = self.filled.get("why").unwrap_or("Poison").to_owned();
                (self.rank()?, self.effect("effect"), cause)
            }
        };
        let (name, skill) = (Named::Endure, Skill::Fortitude);
        Ok(Called { who: self.several("who")?, name, skill, rank, capped: false, effect, cause })
    }

    fn impose(&self) -> Result<GmAct, Refusal> {
        let by = || self.who("by");
        let condition = match self.filled.get("condition").unwrap_or_default() {
            "staggered" => Imposed::Staggered,
            "immobilized" => Imposed::Immobilized,
            "distracted-against" => Imposed::DistractedAgainst(by()?),
            "distracted-except" => Imposed::DistractedExcept(by()?),
            "pinned" => Imposed::PinnedBy(by()?),
            "strangled" => Imposed::StrangledBy(by()?),
            _ => Imposed::Bound(by()?, self.table.find_thing(self.filled.get("with").unwrap_or_default())?),
        };
        let lasts = matches!(condition, Imposed::PinnedBy(_) | Imposed::Bound(..));
        let one_round = self.filled.get("lasts").map_or(!lasts, |lasts| lasts == "round");
        Ok(GmAct::Impose { who: self.who("who")?, condition, one_round })
    }

    fn correction(&self) -> Result<Correction, Refusal> {
        let yes = self.filled.is_yes("value");
        Ok(match self.filled.get("fact").unwrap_or_default() {
            "place" => Correction::Place(self.place()?),
            "facing" => Correction::Facing(self.number("value")?),
            "prone" => Correction::Prone(yes),
            "reactions" => Correction::Reactions(self.number("value")?),
            "reactions-high" => Correction::ReactionsHigh(yes),
            "shock-failures" => Correction::ShockFailures(self.number("value")?),
            "out" => {
                let named = OUTS.into_iter().find(|(_, word)| Some(*word) == self.filled.get("value"));
                Correction::Out(named.map_or(Out::Active, |(out, _)| out))
            }
            "actions" => Correction::ActionsLeft(self.number("value")?),
            "add-injury" => Correction::AddInjury {
                severity: self.severity(),
                part: self.part("who")?,
                stabilized: self.filled.is_yes("stabilized"),
            },
            "remove-injury" => Correction::RemoveInjury(self.number("injury")?),
            "stabilize-injury" => Correction::Stabilized { injury: self.number("injury")?, stabilized: true },
            "unstabilize-injury" => Correction::Stabilized { injury: self.number("injury")?, stabilized: false },
            "works" => Correction::Works { part: self.part("who")?, works: yes },
            "release" => Correction::Release,
            "put-down" => Correction::PutDown,
            "stop-work" => Correction::StopWork,
            _ => Correction::Unbind,
        })
    }

    fn thing(&self) -> Result<ThingCorrection, Refusal> {
        let yes = self.filled.is_yes("value");
        Ok(match self.filled.get("fact").unwrap_or_default() {
            "state" => ThingCorrection::State(match self.filled.get("value") {
                Some("damaged") => Wholeness::Damaged,
                Some("destroyed") => Wholeness::Destroyed,
                _ => Wholeness::Intact,
            }),
            "open" => ThingCorrection::Open(yes),
            "cracked" => ThingCorrection::Cracked(yes),
            "dismantled" => ThingCorrection::Dismantled(yes),
            "place" => ThingCorrection::Place(self.place()?),
            "held" => ThingCorrection::Held(self.who("value")?),
            "worn" => ThingCorrection::Worn(self.who("value")?),
            "hidden" => ThingCorrection::Hidden(self.who("value")?),
            _ => ThingCorrection::Gone,
        })
    }

    fn sheet(&self) -> Result<SheetCorrection, Refusal> {
        let yes = self.filled.is_yes("value");
        Ok(match self.filled.get("fact").unwrap_or_default() {
            "speed" => SheetCorrection::Speed(self.number("value")?),
            "reach" => SheetCorrection::Reach(self.number("value")?),
            "shock-limit" => SheetCorrection::ShockLimit(self.number("value")?),
            "size" => SheetCorrection::Size(match self.filled.get("value") {
                Some("small") => Size::Small,
                Some("large") => Size::Large,
                Some("huge") => Size::Huge,
                _ => Size::Medium,
            }),
            "side" => SheetCorrection::Side(self.side("value")),
            "needs-breath" => SheetCorrection::NeedsBreath(yes),
            "can-see" => SheetCorrection::CanSee(yes),
            "can-hear" => SheetCorrection::CanHear(yes),
            "can-speak" => SheetCorrection::CanSpeak(yes),
            "targetable" => SheetCorrection::Targetable(yes),
            _ => {
                let rank = SkillRank::ALL[usize::from(self.rank()?.0.min(3))];
                let bonus = self.filled.get("bonus").and_then(|bonus| bonus.parse().ok());
                let bonus = bonus.unwrap_or(self.book.house.bonus(rank));
                SheetCorrection::Skill { skill: self.skill(Skill::Acuity)?, rank, bonus }
            }
        })
    }

    fn who(&self, slot: &str) -> Result<ActorId, Refusal> {
        self.table.find(self.filled.get(slot).unwrap_or_default())
    }

    fn several(&self, slot: &str) -> Result<SmallVec<[ActorId; 4]>, Refusal> {
        let keys = self.filled.get(slot).unwrap_or_default().split(',').filter(|key| !key.is_empty());
        keys.map(|key| self.table.find(key)).collect()
    }

    fn part(&self, of: &str) -> Result<PartId, Refusal> {
        let key = self.filled.get("part").unwrap_or_default();
        find_part(self.table, self.who(of)?, key)
            .ok_or_else(|| Refusal::plain("unknown-part", format!("there is no part {key:?}")))
    }

    fn place(&self) -> Result<Place, Refusal> {
        let cell = self.filled.get("value").and_then(|text| find_cell(self.table, text));
        let cell = cell.ok_or_else(|| Refusal::plain("bad-value", "that place is not on the map"))?;
        Ok(self.table.setup.space.on_ground(cell))
    }

    fn severity(&self) -> Severity {
        match self.filled.get("severity") {
            Some("critical") => Severity::Critical,
            Some("serious") => Severity::Serious,
            _ => Severity::Mild,
        }
    }

    fn side(&self, slot: &str) -> Side {
        if self.filled.get(slot) == Some("threats") { THREATS } else { PLAYERS }
    }

    fn skill(&self, usual: Skill) -> Result<Skill, Refusal> {
        match self.filled.get("skill") {
            None => Ok(usual),
            Some(word) => {
                skill_of(word).ok_or_else(|| Refusal::plain("bad-value", format!("there is no Skill {word:?}")))
            }
        }
    }

    fn rank(&self) -> Result<Rank, Refusal> {
        let word = self.filled.get("rank").unwrap_or_default();
        let at = Rank::NAMES.iter().position(|name| name.eq_ignore_ascii_case(word));
        at.map(|at| Rank(at as u8)).ok_or_else(|| Refusal::plain("bad-value", format!("there is no Rank {word:?}")))
    }

    fn effect(&self, slot: &str) -> Option<Effect> {
        Effect::ALL.iter().find(|(_, word)| Some(*word) == self.filled.get(slot)).map(|(effect, _)| *effect)
    }

    fn number<T: std::str::FromStr>(&self, slot: &str) -> Result<T, Refusal> {
        let text = self.filled.get(slot).unwrap_or_default();
        text.parse().map_err(|_| Refusal::plain("bad-value", format!("{text:?} is no number that fits {slot}")))
    }
}
