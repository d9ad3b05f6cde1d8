//! Move, Run, Crouch, Crawl (CR-153 to CR-158, CR-173, CR-174).

use super::prelude::*;
use crate::{cover, stealth, words::count};
use referee_engine::{
    CellChoice, RuleId,
    act::{Fields, Look, Open, SlotCard, Slots},
    space::{Cell, CellSet, Step, approach, path_to, reachable},
};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

named! {
    /// How one goes.
    #[derive(PartialOrd, Ord)]
    pub enum Gait {
        /// CR-153.
        Move = "move",
        /// CR-173.
        Run = "run",
        /// CR-157.
        Crouch = "crouch",
        /// CR-155.
        Crawl = "crawl",
    }
}

impl Gait {
    /// CR-154, CR-156, CR-158, CR-174.
    pub const fn ap(self) -> u8 {
        match self {
            Gait::Move | Gait::Crouch | Gait::Crawl => 1,
            Gait::Run => 2,
        }
    }

    /// CR-155, CR-157, CR-R119: the stance that it needs.
    pub const fn stance(self) -> Stance {
        match self {
            Gait::Move | Gait::Run => Stance::Standing,
            Gait::Crouch => Stance::Kneeling,
            Gait::Crawl => Stance::Prone,
        }
    }

    /// What people read.
    const fn label(self) -> &'static str {
        match self {
            Gait::Move => "Move",
            Gait::Run => "Run",
            Gait::Crouch => "Crouch",
            Gait::Crawl => "Crawl",
        }
    }

    /// In the log.
    const fn told(self) -> &'static str {
        match self {
            Gait::Move => "moves",
            Gait::Run => "runs",
            Gait::Crouch => "crouches",
            Gait::Crawl => "crawls",
        }
    }

    pub const fn rule(self) -> RuleId {
        match self {
            Gait::Move => rule!("CR-153"),
            Gait::Run => rule!("CR-173"),
            Gait::Crouch => rule!("CR-157"),
            Gait::Crawl => rule!("CR-155"),
        }
    }
}

/// A way of going, by its place among [`Gait::ALL`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go<const GAIT: usize>(pub Way);

/// CR-D14: where to, and the squares that the way leads through. With each square that is named the next may be, so that a
/// path can be chosen square by square.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Way {
    #[serde(skip_serializing_if = "Open::is_open")]
    pub to: Open<Square>,
    #[serde(skip_serializing_if = "SmallVec::is_empty")]
    pub via: SmallVec<[Open<Square>; 4]>,
}

impl<const GAIT: usize> Serialize for Go<GAIT> {
    fn serialize<Z: serde::Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de, const GAIT: usize> Deserialize<'de> for Go<GAIT> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Way::deserialize(deserializer).map(Go)
    }
}

/// CR-153.
pub type Move = Go<0>;
/// CR-173.
pub type Run = Go<1>;
/// CR-157.
pub type Crouch = Go<2>;
/// CR-155.
pub type Crawl = Go<3>;

/// The squares that somebody comes through, one after the other, without the one it starts from.
type Path = SmallVec<[Cell; 12]>;

/// A movement that can be made: over these squares, or by the shortest way between them.
pub struct Going {
    who: ActorId,
    gait: Gait,
    stops: Path,
}

told! {
    /// A movement as it is told.
    #[derive(Copy)]
    pub struct Moved for Crisis { who: ActorId, gait: Gait, squares: u8, to: Cell }
    |table| [gait.rule()] by who => {
        let (to, far) = (table.setup.space.cell_key(to), count(squares.into(), "square"));
        format!("{} {} {far} to {to}", table.name(who), gait.told())
    };
}

/// The squares that can be reached, each with how far it is, in order.
type Reach = Vec<(Cell, u32)>;

/// How far the squares of the map are from another one, for somebody who goes there, as far as it ever goes at once.
struct Ways {
    who: ActorId,
    most: u32,
    from: RefCell<BTreeMap<Cell, Rc<Reach>>>,
}

impl Ways {
    /// Those of somebody, searched once for all that is asked about a table.
    fn of(see: See<'_, '_>, who: ActorId) -> Rc<Ways> {
        see.search(who, || {
            let most = Gait::ALL.into_iter().map(|gait| squares(see.book, see, who, gait)).max().unwrap_or(0);
            Ways { who, most, from: RefCell::default() }
        })
    }

    fn from(&self, table: &Table, from: Cell) -> Rc<Reach> {
        let search = || Rc::new(destinations(table, self.who, from, self.most));
        self.from.borrow_mut().entry(from).or_insert_with(search).clone()
    }

    /// How many squares it is from one to another, if there is a way.
    fn between(&self, table: &Table, from: Cell, to: Cell) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        let all = self.from(table, from);
        let at = all.binary_search_by_key(&to, |(cell, _)| *cell).ok()?;
        Some(all[at].1)
    }
}

/// What must hold before anybody moves like that at all. Gives how many squares it may go.
pub fn may<'t>(book: &Crisis, table: &'t Table, who: ActorId, gait: Gait) -> Result<u32, Why<'t>> {
    table.may_act(who)?;
    let (name, stance) = (table.name(who), table.actor(who).stance);
    if stance != gait.stance() {
        let (is, needs) = (stance.word(), gait.stance().word());
        let gaps = [name.into(), is.into(), gait.word().into(), needs.into()];
        return Err(Why::new(Some(gait.rule()), "wrong-stance", "{} is {}; to {} one is {}", gaps));
    }
    let most = squares(book, table, who, gait);
    if most == 0 {
        return Err(bar!("CR-R149", "no-pace", "{} would get nowhere", name));
    }
    turn::afford(table, who, gait.ap())?;
    Ok(most)
}

impl<const GAIT: usize> Go<GAIT> {
    const GAIT: Gait = Gait::ALL[GAIT];

    /// The movement, whether or not somebody stands where it ends (CR-R120, CR-D14).
    fn plan<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Going, Bar<'t>> {
        let table = see.table;
        let mut left = may(see.book, table, who, Self::GAIT)?;
        let (ways, mut at) = (Ways::of(see, who), table.actor(who).place.cell);
        let too_far = bar!("CR-R120", "no-way", "no way of at most {} squares leads there", left as i32);
        let to = self.0.to.get(0)?.0;
        if to == at || ways.between(table, at, to).is_none_or(|squares| squares > left) {
            return Err(too_far.into());
        }
        let mut stops = Path::new();
        for nth in 0..MOST_VIAS.max(self.0.via.len()) {
            if left <= 1 {
                break; // there is no other way
            }
            let Square(via) = self.0.via.get(nth).copied().unwrap_or_default().get(1 + nth as u8)?;
            if via == at {
                break; // straight on
            }
            let (there, on) = (ways.between(table, at, via), ways.between(table, to, via));
            let fits = there.zip(on).filter(|(there, on)| *on > 0 && there + on <= left);
            let (there, _) = fits.ok_or(too_far)?;
            stops.push(via);
            (at, left) = (via, left - there);
        }
        stops.push(to);
        Ok(Going { who, gait: Self::GAIT, stops })
    }

    /// CR-D14: this movement over exactly these squares, which have been looked at.
    fn over(table: &Table, who: ActorId, path: Path) -> Option<(Self, Going)> {
        let (to, via) = path.split_last()?;
        let straight_on = via.last().copied().unwrap_or(table.actor(who).place.cell);
        let via = via.iter().chain([&straight_on]).map(|&cell| Square(cell).into()).collect();
        let act = Go(Way { to: Square(*to).into(), via });
        Some((act, Going { who, gait: Self::GAIT, stops: path }))
    }

    /// The movement that ends as near to a square as one gets.
    pub fn towards(table: &Table, who: ActorId, goal: Cell, most: u32) -> Option<(Self, Going)> {
        Self::over(table, who, towards(table, who, goal, most)?)
    }
}

impl<const GAIT: usize> Act<Crisis> for Go<GAIT> {
    type By = ActorId;
    type Ready = Going;
    const CARD: Card = Card {
        verb: Self::GAIT.word(),
        label: Self::GAIT.label(),
        group: "Movement",
        cost: "",
        rule: Self::GAIT.rule(),
    };
    const NOTHING: Why<'static> = bar!("CR-R120", "no-way", "there is nowhere to go");

    /// CR-R120: the way must be free, and so must be where it ends.
    fn ready<'t>(&self, see: See<'_, 't>, who: ActorId) -> Result<Going, Bar<'t>> {
        let going = self.plan(see, who)?;
        if going.stops.last().is_some_and(|&end| !see.is_free(end, who)) {
            return Err(bar!("CR-R120", "no-way", "somebody stands there").into());
        }
        Ok(going)
    }

    /// CR-R134, CR-R123, CR-R125, CR-D14: square by square; watchers may interrupt after each.
    fn resolve<O: Oracle<Crisis>>(
        Going { who, gait, stops }: Going,
        book: &Crisis,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let path = whole(book, table, who, gait, &stops);
        turn::spend(book, table, who, gait.ap(), false, oracle);
        let mut squares = 0;
        for cell in path {
            put(table, who, cell);
            squares += 1;
            stealth::after_step(table, who, oracle)?;
            if table.clock.mode == Mode::Crisis && !overwatch::interrupt(book, table, who, oracle)? {
                break;
            }
        }
        let to = table.actor(who).place.cell;
        oracle.tell(Audience::All, || Event::Moved(Moved { who, gait, squares, to }));
        overwatch::after(book, table, who, oracle)
    }

    /// CR-R120: somebody unseen stands where the movement would end: it ends before.
    fn meet_the_unknown<O: Oracle<Crisis>>(
        &self,
        who: ActorId,
        why: Refusal,
        book: &Crisis,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let plan = self.plan(&Seen::truth(book, table), who).ok();
        let Some(Going { who, gait, stops }) = plan else { return Err(why.into()) };
        let mut path = whole(book, table, who, gait, &stops);
        while path.last().is_some_and(|&end| !table.is_free(end, who)) {
            path.pop();
        }
        Self::resolve(Going { who, gait, stops: path }, book, table, oracle)
    }

    fn offered(see: See<'_, '_>, who: ActorId, offer: &mut Offer) {
        super::warned(see, who, offer);
        if offer.refused.is_none() {
            let squares = squares(see.book, see, who, Self::GAIT);
            offer.cost = format!("{}, {squares} squares", ap(Self::GAIT.ap()));
        }
    }
}

/// Every square of a movement: the shortest way from each of these squares to the next.
fn whole(book: &Crisis, table: &Table, who: ActorId, gait: Gait, stops: &[Cell]) -> Path {
    let (mut at, mut path) = (table.actor(who).place.cell, Path::new());
    let most = squares(book, table, who, gait);
    for &next in stops {
        if at.x.abs_diff(next.x).max(at.y.abs_diff(next.y)) == 1 {
            path.push(next);
        } else {
            path.extend(way(table, who, at, next, most).unwrap_or_default());
        }
        at = next;
    }
    path
}

/// CR-206, CR-R149: the Pace, halved by Slowed and rounded down.
pub fn pace(book: &Crisis, table: &Table, who: ActorId) -> u32 {
    let full = u32::from(table.sheet(who).pace);
    if table.is_slowed(who) { (full / 2).max(full.min(book.house.min_pace.into())) } else { full }
}

/// CR-153, CR-155, CR-157, CR-173, CR-R116 to CR-R118, CR-R149: how many squares.
pub fn squares(book: &Crisis, table: &Table, who: ActorId, gait: Gait) -> u32 {
    match gait {
        Gait::Move => pace(book, table, who),
        Gait::Run => 2 * pace(book, table, who),
        Gait::Crouch => pace(book, table, who) / 2,
        Gait::Crawl => (200 / book.house.metres_per_square.0).max(1), // two metres
    }
}

/// CR-R120: through allies and bodies, not through enemies that can act; a square is a square, straight or not.
fn passable(table: &Table, who: ActorId) -> impl Fn(&Step) -> Option<u32> + '_ {
    let (closed, square) = (closed(table, who), square(table));
    move |step| (!closed.contains(step.index)).then_some(square)
}

/// CR-R120: the squares that somebody cannot enter. Whoever is not known of cannot be avoided; it is walked past.
fn closed(table: &Table, who: ActorId) -> CellSet {
    let mut closed = table.setup.blocked().clone();
    for foe in table.known_foes(who).iter().filter(|&foe| table.can_act(foe)) {
        closed.insert(&table.setup.space, table.actor(foe).place.cell);
    }
    closed
}

/// A square in the units of the map.
fn square(table: &Table) -> u32 {
    u32::from(table.setup.space.cell_size()).max(1)
}

/// The squares that can be reached.
fn destinations(table: &Table, who: ActorId, from: Cell, most: u32) -> Reach {
    let square = square(table);
    let all = reachable(&table.setup.space, &[], from, most * square, passable(table, who)).into_iter();
    let mut all: Vec<_> = all.map(|(cell, cost)| (cell, cost / square)).filter(|(cell, _)| *cell != from).collect();
    all.sort_unstable_by_key(|(cell, _)| *cell);
    all
}

/// The shortest way.
fn way(table: &Table, who: ActorId, from: Cell, to: Cell, most: u32) -> Option<Path> {
    let path = path_to(&table.setup.space, &[], from, to, most * square(table), passable(table, who))?;
    Some(path.into_iter().skip(1).collect())
}

/// The way that ends as near to a square as one can get.
fn towards(table: &Table, who: ActorId, goal: Cell, most: u32) -> Option<Path> {
    let (space, from) = (&table.setup.space, table.actor(who).place.cell);
    let (closed, square) = (closed(table, who), square(table));
    let left = |cell| space.fewest_steps(cell, goal).saturating_sub(1);
    if left(from) == 0 {
        return None; // nowhere is nearer
    }
    let passable = |step: &Step| (!closed.contains(step.index)).then_some(square);
    let path = approach(space, &[], from, most * square, passable, left, |cell| table.is_free(cell, who))?;
    Some(path.into_iter().skip(1).collect())
}

/// Puts somebody on a square, looking the way it went.
pub fn put(table: &mut Table, who: ActorId, cell: Cell) {
    let place = table.setup.space.on_ground(cell);
    let actor = table.actor_mut(who);
    debug_assert!(!actor.absent, "only those who are here move");
    actor.facing = cover::direction(actor.place.cell, cell).unwrap_or(actor.facing);
    actor.place = place;
}

/// The most squares that a movement can be led through by name.
const MOST_VIAS: usize = 12;

/// The slot for where to.
struct To(SlotCard);

/// The slot of the square that the way leads through after so many others.
struct Via(SlotCard, usize);

impl Via {
    const fn of(nth: usize, name: &'static str) -> Via {
        Via(SlotCard { name, label: "By way of", is_usual: true, of: Some("to") }, nth)
    }
}

impl<const GAIT: usize> Fields<Crisis> for Go<GAIT> {
    const SLOTS: &'static [&'static dyn Slots<Crisis, Self>] = &[
        &To(SlotCard { name: "to", label: "Where to", is_usual: false, of: None }),
        &Via::of(0, "via"),
        &Via::of(1, "via-2"),
        &Via::of(2, "via-3"),
        &Via::of(3, "via-4"),
        &Via::of(4, "via-5"),
        &Via::of(5, "via-6"),
        &Via::of(6, "via-7"),
        &Via::of(7, "via-8"),
        &Via::of(8, "via-9"),
        &Via::of(9, "via-10"),
        &Via::of(10, "via-11"),
        &Via::of(11, "via-12"),
    ];
}

/// A square with how far it is.
struct Reached(Cell, u32);

impl referee_engine::act::Shown<Crisis> for Reached {
    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        Value::choice(&Square(self.0), see, whose)
    }

    fn cell(&self, see: See<'_, '_>, _: Option<ActorId>) -> Option<CellChoice> {
        Some(CellChoice::of(&see.setup.space, self.0, self.1, ""))
    }

    fn count(&self) -> usize {
        1
    }

    fn shape(&self) -> Shape {
        Shape::Cell
    }
}

/// Whoever goes, if there is one.
fn goer(see: See<'_, '_>, by: Option<ActorId>) -> Option<ActorId> {
    by.filter(|who| see.is_one(*who))
}

impl<const GAIT: usize> Slots<Crisis, Go<GAIT>> for To {
    fn card(&self) -> &SlotCard {
        &self.0
    }

    fn shape(&self) -> Shape {
        Shape::Cell
    }

    fn is_open(&self, act: &Go<GAIT>) -> bool {
        act.0.to.is_open()
    }

    /// The squares that can be reached.
    fn each(&self, act: &Go<GAIT>, see: See<'_, '_>, by: Option<ActorId>, look: &mut Look<'_, Crisis, Go<GAIT>>) {
        let Some(who) = goer(see, by) else { return };
        let most = squares(see.book, see, who, Gait::ALL[GAIT]);
        for &(cell, squares) in Ways::of(see, who).from(see, see.actor(who).place.cell).iter() {
            let next = Go(Way { to: Square(cell).into(), ..act.0.clone() });
            // Nobody asks about the squares where others stand.
            if squares <= most && see.is_free(cell, who) && !look(next, &Reached(cell, squares), by) {
                return;
            }
        }
    }

    fn fill(&self, act: &mut Go<GAIT>, see: See<'_, '_>, by: Option<ActorId>, word: &str) -> bool {
        let square = Square::read(see, by, word);
        act.0.to = square.map_or_else(Open::default, Open::with);
        square.is_some()
    }

    fn misread(&self, word: &str) -> Option<Why<'static>> {
        Square::misread(word)
    }

    fn word(&self, act: &Go<GAIT>, see: See<'_, '_>, by: Option<ActorId>) -> Option<String> {
        Some(act.0.to.value()?.choice(see, by).key)
    }

    fn clear(&self, act: &mut Go<GAIT>) {
        act.0.to = Open::default();
    }

    fn take(&self, act: &mut Go<GAIT>, from: &Go<GAIT>) {
        act.0.to = from.0.to;
    }
}

impl Via {
    fn set<const GAIT: usize>(&self, act: &mut Go<GAIT>, square: Open<Square>) {
        act.0.via.truncate(self.1);
        act.0.via.resize(self.1 + 1, Open::default());
        act.0.via[self.1] = square;
        while act.0.via.last().is_some_and(Open::is_open) {
            act.0.via.pop();
        }
    }
}

impl<const GAIT: usize> Slots<Crisis, Go<GAIT>> for Via {
    fn card(&self) -> &SlotCard {
        &self.0
    }

    fn shape(&self) -> Shape {
        Shape::Cell
    }

    fn is_open(&self, act: &Go<GAIT>) -> bool {
        act.0.via.get(self.1).is_none_or(Open::is_open)
    }

    /// CR-D14: the square where one is by then means straight on; then those from which the way leads on in time.
    fn each(&self, act: &Go<GAIT>, see: See<'_, '_>, by: Option<ActorId>, look: &mut Look<'_, Crisis, Go<GAIT>>) {
        let (Some(who), Some(Square(to))) = (goer(see, by), act.0.to.value()) else { return };
        let (ways, mut at) = (Ways::of(see, who), see.actor(who).place.cell);
        let mut left = squares(see.book, see, who, Gait::ALL[GAIT]);
        for named in act.0.via.iter().take(self.1).filter_map(|via| via.value()) {
            left = left.saturating_sub(ways.between(see, at, named.0).unwrap_or(left));
            at = named.0;
        }
        let leads_on = |cell: Cell| ways.between(see, cell, *to).unwrap_or(u32::MAX);
        let reached = ways.from(see, at);
        let others = reached
            .iter()
            .copied()
            .filter(|(cell, there)| cell != to && *there < left && leads_on(*cell) <= left - there);
        for (cell, squares) in std::iter::once((at, 0)).chain(others) {
            let mut next = act.clone();
            self.set(&mut next, Square(cell).into());
            if !look(next, &Reached(cell, squares), by) {
                return;
            }
        }
    }

    fn fill(&self, act: &mut Go<GAIT>, see: See<'_, '_>, by: Option<ActorId>, word: &str) -> bool {
        let square = Square::read(see, by, word);
        self.set(act, square.map_or_else(Open::default, Open::with));
        square.is_some()
    }

    fn misread(&self, word: &str) -> Option<Why<'static>> {
        Square::misread(word)
    }

    fn word(&self, act: &Go<GAIT>, see: See<'_, '_>, by: Option<ActorId>) -> Option<String> {
        Some(act.0.via.get(self.1)?.value()?.choice(see, by).key)
    }

    fn clear(&self, act: &mut Go<GAIT>) {
        self.set(act, Open::default());
    }

    fn take(&self, act: &mut Go<GAIT>, from: &Go<GAIT>) {
        self.set(act, from.0.via.get(self.1).copied().unwrap_or_default());
    }
}
