//! Sneaking and being revealed (CW-181 to CW-190).

use crate::{
    Clockworld, Event, Oracle,
    acts::{
        attack::AttackEvent,
        movement::{Moving, speed},
    },
    check::{Against, Cause, Causes, Check, Named, beats, prepare},
    house::SneakCover,
    rank::Rank,
    sheet::{Kind, Skill},
    table::Table,
    words::{factors, sum},
};
use referee_engine::{
    ActorId, ActorSet, Audience, Choice, Face, Factor, Flow, Line, Mark, RuleId, Throw, Who,
    act::{Answers, Asks, Tells},
    rule,
};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// CW-R108: how near a foe must be to hear somebody.
pub const HEARING_FT: u32 = 30;

/// CW-R108, CW-R109: what a foe could notice of a sneaker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Watch {
    /// Nothing: it could neither see nor hear it.
    Away,
    /// It could, but for Cover, Concealment or no line all the way: the Sneak Check decides.
    Compared,
    /// It had a clear view: it is aware with no comparison.
    ClearView,
}

impl Watch {
    pub const ALL: [Watch; 3] = [Watch::Away, Watch::Compared, Watch::ClearView];
}

/// What happened while sneaking.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SneakEvent {
    /// CW-183: the Sneak Check, compared with each observer. Not told to the other side.
    Checked {
        /// Who sneaks.
        who: ActorId,
        check: Check,
        /// What the dice showed, if any were rolled.
        face: Option<Face>,
        /// Each observer with its Perceive Rank: is it beaten?
        compared: SmallVec<[(ActorId, Rank, bool); 4]>,
        /// Those who had a clear view.
        in_view: ActorSet,
    },
    /// CW-R112: somebody is noticed, or found.
    Noticed { who: ActorId, by: ActorSet },
}

/// The players of a Character's own side.
pub fn own_side(table: &Table, who: ActorId) -> Audience {
    Audience::Actors(table.ids().filter(|&other| table.side_of(other) == table.side_of(who)).collect())
}

/// CW-273: who may learn what this Character does: all but those who do not know of it; its own side while it Sneaks.
pub fn audience(table: &Table, who: ActorId) -> Audience {
    if table.actor(who).turn.moving.is_some_and(|moving| moving.sneakily) {
        return own_side(table, who);
    }
    let not: ActorSet = unaware(table, who);
    if not.is_empty() { Audience::All } else { Audience::AllBut(not) }
}

/// CW-273: those who do not know of this Character.
pub fn unaware(table: &Table, who: ActorId) -> ActorSet {
    table.those(|actor, _| actor.unaware_of.contains(who))
}

/// CW-R108: the foes who could see or hear this Character: those with a clear line who have it in front of them, and
/// those within 30 feet who can hear.
pub fn observers(table: &Table, who: ActorId) -> ActorSet {
    table.active_foes(who).iter().filter(|&foe| could_notice(table, foe, who)).collect()
}

/// CW-R108: could this foe see or hear that Character now?
fn could_notice(table: &Table, foe: ActorId, who: ActorId) -> bool {
    if !is_watchful(table, foe, who) {
        return false;
    }
    let place = table.actor(foe).place;
    let sees = looks_at(table, foe, who) && !table.is_out_of_sight(foe, who);
    sees || (table.sheet(foe).can_hear && table.within(place, table.actor(who).place, HEARING_FT))
}

/// Is this an active foe? CW-R38: a hazard is no creature.
fn is_watchful(table: &Table, foe: ActorId, who: ActorId) -> bool {
    table.side_of(foe) != table.side_of(who) && table.is_active(foe) && table.sheet(foe).kind != Kind::Hazard
}

/// CW-R105: the front is the half circle before a Character; it sees only what is in it.
fn looks_at(table: &Table, foe: ActorId, who: ActorId) -> bool {
    let actor = table.actor(foe);
    table.sheet(foe).can_see && table.setup.space.in_arc(actor.place, actor.facing, table.actor(who).place, 180)
}

/// CW-R109: the foes who have a clear view of this Character: in front of them, no Cover and no Concealment.
pub fn clear_views(table: &Table, who: ActorId) -> ActorSet {
    table.active_foes(who).iter().filter(|&foe| has_clear_view(table, foe, who)).collect()
}

fn has_clear_view(table: &Table, foe: ActorId, who: ActorId) -> bool {
    if !is_watchful(table, foe, who) || !looks_at(table, foe, who) {
        return false;
    }
    let sight = table.sight(foe, who);
    !sight.blocked && sight.cover == 0 && sight.concealment == 0
}

/// CW-182, CW-185, CW-186: the Sneak Check at the end of a Movement.
pub fn after_movement<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    moving: &Moving,
    oracle: &mut O,
) -> Flow<()> {
    let watch = |foe: ActorId| match () {
        () if moving.seen_by.contains(foe) => Watch::ClearView,
        () if moving.near.contains(foe) => Watch::Compared,
        () => Watch::Away,
    };
    let watch = table.ids().filter(|&foe| is_watchful(table, foe, who)).map(|foe| (foe, watch(foe))).collect();
    // CW-032: focus High Rolls every Check of the Move.
    let causes = Causes::NONE
        .and_if(moving.focus, Cause::Focus)
        .and_if(speed::moved_far(book, table, who, moving), Cause::MovedFar);
    sneak(book, table, who, watch, causes, oracle)
}

/// CW-187, CW-188, CW-R111, CW-R113, CW-D40: the Sneak Check after another Action that was done Sneakily.
///
/// It needs no Cover or Concealment; the GM may say of each foe that it had a clear view.
fn after_action<O: Oracle>(book: &Clockworld, table: &mut Table, who: ActorId, oracle: &mut O) -> Flow<()> {
    let near = observers(table, who);
    let watch = |foe: ActorId| if near.contains(foe) { Watch::Compared } else { Watch::Away };
    let watch = table.ids().filter(|&foe| is_watchful(table, foe, who)).map(|foe| (foe, watch(foe))).collect();
    // CW-022: a focused Action High Rolls every Check made as part of it; it is the only Action of the Turn.
    let causes = Causes::NONE.and_if(table.actor(who).turn.focused, Cause::Focus);
    sneak(book, table, who, watch, causes, oracle)
}

/// CW-183, CW-184, CW-220, CW-R04, CW-R109, CW-R110: one roll against the Perceive Rank of each observer.
fn sneak<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    watch: SmallVec<[(ActorId, Watch); 4]>,
    causes: Causes,
    oracle: &mut O,
) -> Flow<()> {
    let watch = confirm(table, who, watch, oracle)?;
    let with = |wanted: Watch| watch.iter().filter(move |(_, watch)| *watch == wanted).map(|(foe, _)| *foe);
    let mut in_view: ActorSet = with(Watch::ClearView).collect();
    let mut compared: SmallVec<[(ActorId, Rank, bool); 4]> =
        with(Watch::Compared).map(|foe| (foe, table.skill(foe, Skill::Acuity).rank.rank(), false)).collect();
    if book.house.sneak_cover == SneakCover::All && !in_view.is_empty() {
        in_view = compared.drain(..).fold(in_view, |all, (foe, ..)| all.with(foe)); // one open step spoils it
    }
    if !compared.is_empty() {
        let check = prepare(book, table, who, Skill::Stealth, Against::Nobody, causes, oracle)?;
        let numbers: SmallVec<[Option<i32>; 4]> = compared
            .iter()
            .filter(|(_, rank, _)| !check.is_automatic(book, *rank))
            .map(|(_, rank, _)| book.number(*rank))
            .collect();
        let (beaten, face) = if numbers.is_empty() {
            (0, None)
        } else {
            let throw = Throw::hidden(Who::Actor(who), Named::Sneak.word(), own_side(table, who));
            // How many are beaten tells which: those with the lowest Ranks.
            let rolled = check.roll(throw, oracle, |total| {
                numbers.iter().filter(|number| number.is_some_and(|number| beats(total, number))).count()
            })?;
            (rolled.value, Some(rolled.face))
        };
        let mut order: SmallVec<[usize; 4]> =
            (0..compared.len()).filter(|&at| !check.is_automatic(book, compared[at].1)).collect();
        order.sort_by_key(|&at| compared[at].1);
        for (at, entry) in compared.iter_mut().enumerate() {
            entry.2 = order.iter().position(|&other| other == at).is_none_or(|place| place < beaten);
        }
        let told = compared.clone();
        oracle.tell(own_side(table, who), || {
            Event::Sneak(SneakEvent::Checked { who, check, face, compared: told, in_view })
        });
    }
    let mut noticed = in_view;
    for (foe, _, beaten) in compared {
        if beaten {
            let actor = table.actor_mut(foe);
            actor.unaware_of = actor.unaware_of.with(who);
        } else {
            noticed = noticed.with(foe);
        }
    }
    notice(table, who, noticed, Told::Always, oracle);
    Ok(())
}

/// CW-D39: the GM confirms who could notice the sneaker, or changes it foe by foe.
fn confirm<O: Oracle>(
    table: &Table,
    sneaker: ActorId,
    mut watch: SmallVec<[(ActorId, Watch); 4]>,
    oracle: &mut O,
) -> Flow<SmallVec<[(ActorId, Watch); 4]>> {
    let mut from = 0u8;
    while usize::from(from) < watch.len() {
        let observers = Observers { sneaker, watch: watch.clone(), from };
        let Some((at, to)) = observers.ask(Who::Gm, table, oracle)? else { break };
        watch[at].1 = to;
        from = at as u8 + 1;
    }
    Ok(watch)
}

/// CW-D39, to the GM: who could notice a sneaker, and how. The first answer takes it as it is; the others change one foe's
/// part, in roster order, from `from` on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observers {
    sneaker: ActorId,
    /// The foes, and what each could notice.
    watch: SmallVec<[(ActorId, Watch); 4]>,
    /// The first whose part may still be changed.
    from: u8,
}

impl Asks<Clockworld> for Observers {
    /// Which foe, and its other part; `None`: it is as proposed.
    type Answer = Option<(usize, Watch)>;
    const KIND: &'static str = "observers";
    const RULE: RuleId = rule!("CW-R108");

    fn answers(&self) -> Answers<Self::Answer> {
        let open = self.watch.iter().enumerate().skip(usize::from(self.from));
        let others = |now| Watch::ALL.into_iter().filter(move |&other| other != now);
        let changes = open.flat_map(|(at, &(_, now))| others(now).map(move |to| Some((at, to))));
        std::iter::once(None).chain(changes).collect()
    }

    fn text(&self, _: &Clockworld, table: &Table, _: Who) -> String {
        let list = |wanted: Watch| {
            let of = self.watch.iter().filter(|(_, watch)| *watch == wanted).map(|(foe, _)| *foe);
            names(table, of.collect())
        };
        format!(
            "Who could notice {}? Compared: {}; in clear view of: {}",
            table.name(self.sneaker),
            list(Watch::Compared),
            list(Watch::ClearView)
        )
    }

    fn choice(&self, _: &Clockworld, table: &Table, _: Who, answer: &Self::Answer) -> Choice {
        let Some((at, to)) = *answer else { return Choice::new("as-proposed", "So it is") };
        let foe = self.watch[at].0;
        let (key, label) = watch_words(to);
        let key = format!("{}-{key}", table.sheet(foe).key);
        Choice::new(key, format!("{} {label}", table.name(foe))).of_actor(foe)
    }
}

fn watch_words(watch: Watch) -> (&'static str, &'static str) {
    match watch {
        Watch::Away => ("away", "could neither see nor hear"),
        Watch::Compared => ("compared", "is compared with the Sneak Check"),
        Watch::ClearView => ("clear-view", "had a clear view"),
    }
}

fn names(table: &Table, of: ActorSet) -> String {
    let names: Vec<&str> = of.iter().map(|who| table.name(who)).collect();
    if names.is_empty() { "nobody".into() } else { names.join(", ") }
}

/// CW-189: everybody knows of this Character now.
pub fn reveal_to_all<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    let unaware = unaware(table, who);
    for foe in unaware.iter() {
        let actor = table.actor_mut(foe);
        actor.unaware_of = actor.unaware_of.without(who);
    }
    if !unaware.is_empty() {
        oracle.tell(Audience::All, || Event::Attack(AttackEvent::Revealed { who }));
    }
}

/// CW-R112, CW-R113: those who could see or hear it know of this Character now.
pub fn reveal_to_observers<O: Oracle>(table: &mut Table, who: ActorId, oracle: &mut O) {
    if !unaware(table, who).is_empty() {
        notice(table, who, observers(table, who), Told::News, oracle);
    }
}

/// CW-187, CW-188, CW-R112: what comes at the end of an Action: a Sneak Check if it was done Sneakily, else those within sight
/// or hearing notice who does it. Attacks that are not Silent have their own rule (CW-189).
pub fn acted<O: Oracle>(
    book: &Clockworld,
    table: &mut Table,
    who: ActorId,
    sneakily: bool,
    oracle: &mut O,
) -> Flow<()> {
    if sneakily {
        return after_action(book, table, who, oracle);
    }
    reveal_to_observers(table, who, oracle);
    Ok(())
}

/// CW-R112: whoever stands in plain view of somebody is no longer hidden from it. One in the middle of a Sneaky
/// Movement is judged at its end (CW-182).
pub fn notice_in_plain_view<O: Oracle>(table: &mut Table, oracle: &mut O) {
    for who in table.ids() {
        let hidden = unaware(table, who);
        if hidden.is_empty() || table.actor(who).turn.moving.is_some_and(|moving| moving.sneakily) {
            continue;
        }
        let by = hidden.iter().filter(|&foe| has_clear_view(table, foe, who)).collect();
        notice(table, who, by, Told::News, oracle);
    }
}

/// CW-217, CW-R112: somebody hidden is found by this Character.
pub fn find<O: Oracle>(table: &mut Table, hidden: ActorId, by: ActorId, oracle: &mut O) {
    notice(table, hidden, ActorSet::EMPTY.with(by), Told::News, oracle);
}

/// Is it told to those who knew of the Character already?
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Always,
    News,
}

fn notice<O: Oracle>(table: &mut Table, who: ActorId, by: ActorSet, told: Told, oracle: &mut O) {
    let news: ActorSet = by.iter().filter(|&foe| table.actor(foe).unaware_of.contains(who)).collect();
    for foe in news.iter() {
        let actor = table.actor_mut(foe);
        actor.unaware_of = actor.unaware_of.without(who);
    }
    let by = if told == Told::Always { by } else { news };
    if !by.is_empty() {
        oracle.tell(audience(table, who), || Event::Sneak(SneakEvent::Noticed { who, by }));
    }
}

impl Tells<Clockworld> for SneakEvent {
    fn line(&self, _: &Clockworld, table: &Table) -> Line {
        match self {
            SneakEvent::Checked { who, check, face, compared, in_view } => {
                let total = face.map_or("with no roll".to_owned(), |face| sum(face, check));
                let beaten = compared.iter().filter(|(.., beaten)| *beaten).map(|(foe, ..)| *foe).collect();
                let text = format!("{}: Sneak {total}; Unaware: {}", table.name(*who), names(table, beaten));
                let each = compared.iter().map(|(foe, rank, beaten)| {
                    let how = if *beaten { "beaten" } else { "aware" };
                    Factor::new(rank.to_string(), format!("Perceive of {}: {how}", table.name(*foe)), rule!("CW-183"))
                });
                let views = in_view
                    .iter()
                    .map(|foe| Factor::new("aware", format!("{} had a clear view", table.name(foe)), rule!("CW-R109")));
                Line::new(1, text, [rule!("CW-182"), rule!("CW-184")])
                    .by(*who)
                    .with(factors(check))
                    .with(each.collect::<Vec<_>>())
                    .with(views.collect::<Vec<_>>())
            }
            SneakEvent::Noticed { who, by } => {
                let text = format!("{} is noticed by {}", table.name(*who), names(table, *by));
                Line::new(1, text, [rule!("CW-R112")]).by(*who)
            }
        }
    }

    /// How many do not notice the sneaker.
    fn marks(&self, to: &mut Vec<Mark>) {
        if let SneakEvent::Checked { who, compared, .. } = self {
            let unaware = compared.iter().filter(|(.., beaten)| *beaten).count();
            to.push(Mark::count("unaware", Some(*who), unaware as i32));
        }
    }
}
