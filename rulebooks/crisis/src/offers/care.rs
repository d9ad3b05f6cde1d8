//! Items, talents and healing on offer (CR-D30, CR-D31, CR-D35).

use super::{
    Verb, ap, named, nothing, of_actor,
    task::{assets_named, assets_slot},
};
use crate::{
    Crisis, Intent,
    actions::{aid, item},
    recovery::{
        natural,
        treat::{self, Wish},
    },
    sheet::{ExtraAction, Skill},
    table::{Mode, Table},
};
use referee_engine::{ActorId, Choice, Refusal, Slot, rule};

/// What can be treated, by its word.
const WISHES: [(Wish, &str, &str); 3] = [
    (Wish::Lethal, "lethal", "A lethal wound"),
    (Wish::NonLethal, "nonlethal", "A non-lethal wound"),
    (Wish::AllNonLethal, "all-nonlethal", "All non-lethal wounds"),
];

pub(super) static VERBS: &[Verb] = &[
    Verb {
        word: "use",
        label: "Use an item",
        group: "Combat",
        rule: rule!("CR-188"),
        when: None,
        cost: |book, table, who| {
            let costs = usable(book, table, who).into_iter().map(|item| table.setup.items[usize::from(item)].use_ap);
            costs.min().map(ap).ok_or_else(|| Refusal::by(rule!("CR-188"), "no-item", "there is nothing to use now"))
        },
        slots: |book, table, who, filled| {
            let usable = usable(book, table, who);
            let of = usable.iter().map(|&item| {
                let item = &table.setup.items[usize::from(item)];
                Choice::new(item.key.clone(), item.name.clone()).noting(ap(item.use_ap))
            });
            let mut slots = vec![Slot::one("item", "What", of.collect())];
            let chosen = filled.get("item").and_then(|key| item_named(table, key));
            if let Some(item) = chosen.filter(|item| usable.contains(item)) {
                let on = targets(book, table, who, item);
                if !on.is_empty() {
                    slots.push(Slot::one("on", "On whom", on.into_iter().map(|id| of_actor(table, id)).collect()));
                }
            }
            Ok(slots)
        },
        intent: |_, table, who, filled| {
            let item = filled.get("item").and_then(|key| item_named(table, key));
            let item = item.ok_or_else(|| nothing("there is no such item"))?;
            let target = filled.get("on").map(|key| table.find(key)).transpose()?;
            Ok(Intent::UseItem { actor: who, item, target })
        },
    },
    Verb {
        word: "talent",
        label: "Use a talent",
        group: "Combat",
        rule: rule!("CR-150"),
        when: None,
        cost: |_, table, who| {
            let least = talents(table, who).map(|extra| extra.ap).min();
            least.map(ap).ok_or_else(|| Refusal::by(rule!("CR-150"), "no-talent", "no talent can be used now"))
        },
        slots: |_, table, who, _| {
            let of = talents(table, who);
            let of = of.map(|extra| Choice::new(extra.key.clone(), extra.name.clone()).noting(ap(extra.ap)));
            Ok(vec![Slot::one("which", "Which", of.collect())])
        },
        intent: |_, table, who, filled| {
            let key = filled.get("which").unwrap_or_default();
            let at = table.sheet(who).extra_actions().position(|extra| extra.key == key);
            Ok(Intent::Extra { actor: who, at: at.ok_or_else(|| nothing("there is no such talent"))? as u8 })
        },
    },
    Verb {
        word: "stabilise",
        label: "End Dying",
        group: "Medicine",
        rule: rule!("CR-133"),
        when: None,
        cost: |book, table, who| {
            let costs = ap(book.house.stabilise_ap);
            any(table, |patient| aid::may_stabilise(book, table, who, patient)).map(|_| costs)
        },
        slots: |book, table, who, _| Ok(vec![patients(table, |id| aid::may_stabilise(book, table, who, id).is_ok())]),
        intent: |_, table, who, filled| Ok(Intent::Stabilise { actor: who, patient: named(table, filled, "patient")? }),
    },
    Verb {
        word: "treat",
        label: "Treat a wound",
        group: "Medicine",
        rule: rule!("CR-124"),
        when: Some(Mode::Free),
        cost: |book, table, who| {
            any(table, |id| {
                wishes(book, table, who, id).first().map(|_| ()).ok_or_else(|| {
                    let lethal = treat::legal(book, table, who, id, Wish::Lethal).err();
                    lethal.unwrap_or_else(|| nothing("nobody needs treatment"))
                })
            })
            .map(|_| "10 minutes, or half an hour".into())
        },
        slots: |book, table, who, filled| {
            let mut slots = vec![patients(table, |id| !wishes(book, table, who, id).is_empty())];
            if let Some(patient) = filled.get("patient").and_then(|key| table.find(key).ok()) {
                let of = wishes(book, table, who, patient);
                if let Some(first) = of.first().map(|choice| choice.key.clone()) {
                    slots.push(Slot::one("wound", "What", of).or(first));
                }
            }
            slots.extend(assets_slot(table, who, Skill::MEDICINE, None));
            Ok(slots)
        },
        intent: |book, table, who, filled| {
            let patient = named(table, filled, "patient")?;
            let first = wishes(book, table, who, patient).first().map(|choice| choice.key.clone()).unwrap_or_default();
            let key = filled.get("wound").unwrap_or(&first);
            let wish = WISHES.iter().find(|(_, word, _)| *word == key).map(|(wish, ..)| *wish);
            let wish = wish.ok_or_else(|| nothing("there is nothing to treat"))?;
            let assets = filled.get("assets").map(|text| assets_named(table, text));
            Ok(Intent::Treat { actor: who, patient, wish, assets })
        },
    },
    Verb {
        word: "tend",
        label: "Care for somebody",
        group: "Medicine",
        rule: rule!("CR-127"),
        when: Some(Mode::Free),
        cost: |_, table, who| any(table, |id| natural::may_tend(table, who, id)).map(|_| "day by day".into()),
        slots: |_, table, who, _| Ok(vec![patients(table, |id| natural::may_tend(table, who, id).is_ok())]),
        intent: |_, table, who, filled| Ok(Intent::Tend { actor: who, patient: named(table, filled, "patient")? }),
    },
];

/// The first for whom it works, or the last reason why not.
fn any(table: &Table, may: impl Fn(ActorId) -> Result<(), Refusal>) -> Result<ActorId, Refusal> {
    let mut last = nothing("there is nobody for that");
    for id in table.ids() {
        match may(id) {
            Ok(()) => return Ok(id),
            Err(refusal)
                if refusal.code != "no-patient" && refusal.code != "not-dying" && refusal.code != "not-near" =>
            {
                last = refusal;
            }
            Err(_) => {}
        }
    }
    // A reason must not name anybody whom the asker may not know of.
    Err(Refusal { why: "nobody can be helped like that now".into(), allowed: Vec::new(), ..last })
}

fn patients(table: &Table, fits: impl Fn(ActorId) -> bool) -> Slot {
    let of = table.ids().filter(|&id| fits(id)).map(|id| of_actor(table, id)).collect();
    Slot::one("patient", "Whom", of)
}

fn wishes(book: &Crisis, table: &Table, who: ActorId, patient: ActorId) -> Vec<Choice> {
    let fits = WISHES.iter().filter(|(wish, ..)| treat::legal(book, table, who, patient, *wish).is_ok());
    fits.map(|(_, key, label)| Choice::new(*key, *label)).collect()
}

fn item_named(table: &Table, key: &str) -> Option<u8> {
    table.setup.items.iter().position(|item| item.key == key).map(|at| at as u8)
}

/// The items that can be used now, on somebody.
fn usable(book: &Crisis, table: &Table, who: ActorId) -> Vec<u8> {
    let own = table.actor(who).items.iter().map(|(item, _)| *item);
    own.filter(|&item| {
        item::may_use(book, table, who, item, None).is_ok() || !targets(book, table, who, item).is_empty()
    })
    .collect()
}

fn targets(book: &Crisis, table: &Table, who: ActorId, item: u8) -> Vec<ActorId> {
    table.ids().filter(|&id| item::may_use(book, table, who, item, Some(id)).is_ok()).collect()
}

/// The extra Actions that can be taken now.
fn talents(table: &Table, who: ActorId) -> impl Iterator<Item = &ExtraAction> {
    let all = 0..table.sheet(who).extra_actions().count() as u8;
    all.filter_map(move |at| item::may_extra(table, who, at).ok())
}
