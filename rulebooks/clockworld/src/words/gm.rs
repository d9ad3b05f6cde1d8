//! The GM's doings in words.

use super::{Asked, factors, sum};
use crate::{
    Clockworld,
    gm::{Correction, GmAct, GmEvent, GmQuestion, Imposed, SheetCorrection, ThingCorrection},
    opening::OpeningEvent,
    recovery::RecoveryEvent,
    table::{Gives, Table, Wholeness},
};
use referee_engine::{ActorId, Line, Who, rule};

pub fn narrate(table: &Table, event: &GmEvent) -> Line {
    match event {
        GmEvent::Did(act) => did(table, act),
        GmEvent::Took { who, effect, cause } => {
            let what = if cause.is_empty() { "the failure" } else { cause.as_str() };
            let text = format!("{what} takes hold of {}: {}", table.name(*who), effect.word());
            Line::new(1, text, [rule!("CW-139"), rule!("CW-R99")]).by(*who)
        }
    }
}

fn did(table: &Table, act: &GmAct) -> Line {
    let name = |who: &ActorId| table.name(*who).to_owned();
    let yes = |it: bool| if it { "yes" } else { "no" };
    match act {
        GmAct::Circumstance(set) => {
            let what = match set.gives {
                Gives::HighRoll => "High Roll".to_owned(),
                Gives::LowRoll => "Low Roll".to_owned(),
                Gives::Fear => "Low Roll on all Checks, fear".to_owned(),
                Gives::Modifier(modifier) => format!("{modifier:+}"),
                Gives::Skill(skill) => format!("with {skill}"),
            };
            let when = if set.once { "the next Check" } else { "until further notice" };
            let why = if set.why.is_empty() { String::new() } else { format!(" ({})", set.why) };
            let rule = if set.gives == Gives::Fear { rule!("CW-051") } else { rule!("CW-043") };
            Line::new(0, format!("{}: {what}, {when}{why}", name(&set.who)), [rule]).by(set.who)
        }
        GmAct::ClearCircumstances { who, .. } => {
            Line::new(0, format!("{}: the circumstances are as usual", name(who)), [rule!("CW-043")]).by(*who)
        }
        GmAct::AskBeforeChecks(ask) => {
            Line::new(0, format!("The GM is asked before every Check: {}", yes(*ask)), [rule!("CW-D09")])
        }
        GmAct::Check(called) => {
            let who = called.who.iter().map(name).collect::<Vec<_>>().join(", ");
            let cause = if called.cause.is_empty() { String::new() } else { format!("{}: ", called.cause) };
            let text = format!("{cause}{who} must make a Check: {}, {}", called.name.word(), called.rank);
            Line::new(0, text, [rule!("CW-D35")])
        }
        GmAct::Injure { who, .. } => Line::new(0, format!("{} is harmed", name(who)), [rule!("CW-103")]).by(*who),
        GmAct::Sight { from, to, said, both } => {
            let mut parts = Vec::new();
            parts.extend(said.blocked.map(|blocked| if blocked { "no line" } else { "a clear line" }));
            parts.extend(said.cover.map(|cover| if cover > 0 { "Cover" } else { "no Cover" }));
            parts.extend(said.concealment.map(|level| if level > 0 { "Concealment" } else { "no Concealment" }));
            let what = if parts.is_empty() { "as the map has it".to_owned() } else { parts.join(", ") };
            let ways = if *both { ", both ways" } else { "" };
            Line::new(0, format!("{} and {}: {what}{ways}", name(from), name(to)), [rule!("CW-D13")])
        }
        GmAct::AddPart { who, part } => {
            Line::new(0, format!("{} has a {} ({:?})", name(who), part.part, part.class), [rule!("CW-D14")]).by(*who)
        }
        GmAct::AddThingPart { thing, part } => {
            let text = format!("{} has a {} ({:?})", table.thing_sheet(*thing).name, part.part, part.class);
            Line::new(0, text, [rule!("CW-D14")])
        }
        GmAct::Impose { who, condition, one_round } => {
            let what = match condition {
                Imposed::Staggered => "Staggered".to_owned(),
                Imposed::Immobilized => "Immobilized".to_owned(),
                Imposed::DistractedAgainst(by) => format!("Distracted against {}", name(by)),
                Imposed::DistractedExcept(by) => format!("Distracted except against {}", name(by)),
                Imposed::PinnedBy(by) => format!("Pinned by {}", name(by)),
                Imposed::StrangledBy(by) => format!("Strangled by {}", name(by)),
                Imposed::Bound(by, _) => format!("tied by {}", name(by)),
            };
            let when = if *one_round { " for one Round" } else { "" };
            Line::new(0, format!("{} is {what}{when}", name(who)), [rule!("CW-014")]).by(*who)
        }
        GmAct::Relieve { who, .. } => Line::new(0, format!("{} is rid of a Condition", name(who)), []).by(*who),
        GmAct::Awareness { who, of, aware } => {
            let how = if *aware { "knows" } else { "does not know" };
            Line::new(0, format!("{} {how} of {}", name(who), name(of)), [rule!("CW-273")]).by(*who)
        }
        GmAct::Correct { who, correction } => {
            Line::new(0, format!("Correction: {} {}", name(who), corrected(table, *who, correction)), []).by(*who)
        }
        GmAct::CorrectThing { thing, correction } => {
            let what = match correction {
                ThingCorrection::State(Wholeness::Intact) => "is intact".to_owned(),
                ThingCorrection::State(Wholeness::Damaged) => "is damaged".to_owned(),
                ThingCorrection::State(Wholeness::Destroyed) => "is destroyed".to_owned(),
                ThingCorrection::Open(open) => format!("is {}", if *open { "open" } else { "shut" }),
                ThingCorrection::Cracked(done) => format!("is {}", if *done { "cracked" } else { "locked" }),
                ThingCorrection::Dismantled(done) => format!("is {}", if *done { "taken apart" } else { "together" }),
                ThingCorrection::Place(_) => "lies elsewhere".to_owned(),
                ThingCorrection::Held(by) => format!("is in the hands of {}", name(by)),
                ThingCorrection::Worn(by) => format!("is worn by {}", name(by)),
                ThingCorrection::Hidden(by) => format!("is hidden by {}", name(by)),
                ThingCorrection::Gone => "is gone".to_owned(),
            };
            Line::new(0, format!("Correction: {} {what}", table.thing_sheet(*thing).name), [rule!("CW-D19")])
        }
        GmAct::CorrectSheet { who, correction } => {
            let what = match correction {
                SheetCorrection::Speed(feet) => format!("Speed {feet} feet"),
                SheetCorrection::Reach(feet) => format!("Reach {feet} feet"),
                SheetCorrection::ShockLimit(limit) => format!("Shock limit {limit}"),
                SheetCorrection::Size(size) => format!("size {size:?}"),
                SheetCorrection::Side(side) => format!("on the side of the {}", Clockworld::side_key(*side)),
                SheetCorrection::NeedsBreath(it) => format!("needs breath: {}", yes(*it)),
                SheetCorrection::CanSee(it) => format!("can see: {}", yes(*it)),
                SheetCorrection::CanHear(it) => format!("can hear: {}", yes(*it)),
                SheetCorrection::CanSpeak(it) => format!("can speak: {}", yes(*it)),
                SheetCorrection::Targetable(it) => format!("can be a Target: {}", yes(*it)),
                SheetCorrection::Skill { skill, rank, bonus } => format!("{skill} {rank} {bonus:+}"),
            };
            Line::new(0, format!("Correction: {}, {what}", name(who)), []).by(*who)
        }
        GmAct::SetTurn(side) => {
            Line::new(0, format!("Correction: it is the {} Turn", Clockworld::side_word(*side)), [rule!("CW-003")])
        }
        GmAct::Time { seconds } => Line::new(0, format!("{} pass", span(*seconds)), [rule!("CW-222")]),
        GmAct::Resume => Line::new(0, "The Scenario goes on", [rule!("CW-007")]),
        GmAct::Rest { hours } => Line::new(0, format!("{} of rest", span(u64::from(*hours) * 3600)), [rule!("CW-R59")]),
        GmAct::Downtime { hours } => {
            Line::new(0, format!("{} of downtime", span(u64::from(*hours) * 3600)), [rule!("CW-R51")])
        }
        GmAct::Note { text, .. } => Line::new(0, text.clone(), [rule!("CW-256")]),
        GmAct::FirstTurn(_) => Line::new(0, "Who goes first", [rule!("CW-012")]),
        GmAct::End { why, .. } => Line::new(0, why.clone(), [rule!("CW-010")]),
        GmAct::Aftermath => Line::new(0, "The aftermath", [rule!("CW-R59")]),
    }
}

fn corrected(table: &Table, who: ActorId, correction: &Correction) -> String {
    let part = |at: u8| table.sheet(who).body.get(usize::from(at)).map_or("part", |part| part.part.as_str());
    match *correction {
        Correction::Place(_) => "stands elsewhere".into(),
        Correction::Facing(degrees) => format!("looks to {degrees} degrees"),
        Correction::Prone(prone) => if prone { "lies down" } else { "stands" }.into(),
        Correction::Reactions(count) => format!("has {count} Reactions"),
        Correction::ReactionsHigh(high) => {
            if high { "High Rolls its Reactions" } else { "rolls its Reactions straight" }.into()
        }
        Correction::ShockFailures(count) => format!("has {count} Shock failures"),
        Correction::Out(out) => format!("is {}", out.word()),
        Correction::ActionsLeft(count) => format!("has {count} Actions left"),
        Correction::AddInjury { severity, part: at, .. } => {
            format!("has a {} Injury at the {}", severity.word(), part(at))
        }
        Correction::RemoveInjury(_) => "has one Injury less".into(),
        Correction::Stabilized { stabilized, .. } => {
            if stabilized { "has an Injury Stabilized" } else { "has an Injury no longer Stabilized" }.into()
        }
        Correction::Works { part: at, works } => {
            format!("has a {} that {}", part(at), if works { "works" } else { "does not work" })
        }
        Correction::Release => "lets go".into(),
        Correction::PutDown => "puts down what it carries".into(),
        Correction::StopWork => "stops its Lengthy Task".into(),
        Correction::Unbind => "is bound to nothing".into(),
    }
}

fn span(seconds: u64) -> String {
    match seconds {
        s if s % 3600 == 0 => format!("{} hours", s / 3600),
        s if s % 60 == 0 => format!("{} minutes", s / 60),
        s => format!("{s} seconds"),
    }
}

pub fn opened(table: &Table, event: &OpeningEvent) -> Line {
    match event {
        OpeningEvent::Rolled { check, face, .. } => {
            let text = format!("{} for the first Turn: {}", table.name(check.who), sum(*face, check));
            Line::new(1, text, [rule!("CW-012")]).by(check.who).with(factors(check))
        }
        OpeningEvent::Tied { total } => Line::new(1, format!("{total} and {total}: rolled again"), [rule!("CW-R17")]),
        OpeningEvent::Won { side } => {
            Line::new(0, format!("The {}s go first", Clockworld::side_word(*side)), [rule!("CW-011")])
        }
    }
}

pub fn recovered(table: &Table, event: &RecoveryEvent) -> Line {
    match *event {
        RecoveryEvent::Aftermath => Line { heading: true, ..Line::new(0, "The aftermath", [rule!("CW-R59")]) },
        RecoveryEvent::ShockOver { who } => {
            Line::new(1, format!("{}'s Shock failures are over", table.name(who)), [rule!("CW-R59")]).by(who)
        }
        RecoveryEvent::Woke { who } => Line::new(1, format!("{} wakes", table.name(who)), [rule!("CW-R59")]).by(who),
        RecoveryEvent::Healed { who, part } => {
            let text = format!("{}'s {} works again", table.name(who), table.part(who, part).part);
            Line::new(1, text, [rule!("CW-R51")]).by(who)
        }
    }
}

pub fn asked(_table: &Table, _who: Who, question: &GmQuestion) -> Asked {
    match *question {}
}
