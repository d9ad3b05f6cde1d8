//! The GM prepares a task (PR-055, PR-D26, PR-R80, PR-R81).

use super::{Modifier, modifier};
use crate::{
    acts::{challenge::using_legal, prelude::*},
    table::Mode,
    tasks::{TaskSheet, TaskState, TaskType},
};
use std::sync::Arc;

/// The most tasks a table holds.
const MOST: usize = 64;

act! {
    /// PR-D26: a task enters play.
    pub struct Prepare for Proficiency, by Gm {
        name: Text<80> = "What";
        level: Level = "How hard";
        r#mod: Modifier = "GM's modifier", usual;
        with: Using = "With";
        /// PR-R80: 1 for a task of one check.
        needed: Within<1, 20> = "Successes", usual;
        /// PR-R81.
        limit: Within<0, 50> = "Checks at most; 0 for any number", usual;
        unit: UnitOf = "Unit of time", usual;
    }
}

/// PR-D26: in which unit of time a task is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UnitOf {
    Any,
    Only(Mode),
}

impl Value<Proficiency> for UnitOf {
    fn all(_: See<'_, '_>, _: Option<ActorId>) -> Vec<Self> {
        std::iter::once(UnitOf::Any).chain(Mode::ALL.map(UnitOf::Only)).collect()
    }

    fn choice(&self, see: See<'_, '_>, whose: Option<ActorId>) -> Choice {
        match self {
            UnitOf::Any => Choice::plain("any"),
            UnitOf::Only(mode) => mode.choice(see, whose),
        }
    }
}

told! {
    /// PR-D26: a task of this name is there.
    pub struct NewTask(words: String) for Proficiency;
    |table| "PR-055" => format!("A task: {words}");
}

impl Act<Proficiency> for Prepare {
    type By = Gm;
    type Ready = TaskSheet;
    const CARD: Card = card!("prepare", "Prepare a task", "GM", "", "PR-D26");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<TaskSheet, Bar<'t>> {
        let table = see.table;
        if table.tasks.len() >= MOST {
            return Err(bar!(_, "too-many", "there are too many tasks").into());
        }
        let name = self.name()?.within()?;
        if name.trim().is_empty() {
            return Err(bar!("PR-R80", "bad-task", "a task has a name").into());
        }
        let (level, gm_mod) = (self.level()?, modifier(self.r#mod()?)?);
        let Using { ability, skill } = self.with()?;
        using_legal(table, Using { ability, skill })?;
        let (needed, limit) = (self.needed()?.number()? as u16, self.limit()?.number()? as u16);
        let unit = match self.unit()? {
            UnitOf::Any => None,
            UnitOf::Only(mode) => Some(mode),
        };
        let mut key = referee_engine::key_of(&name);
        if key.is_empty() || table.setup.tasks.iter().any(|task| task.key == key) {
            key = format!("task-{}", table.tasks.len() + 1);
        }
        Ok(TaskSheet {
            key,
            name,
            level,
            gm_mod,
            ability: skill.map_or(ability, |skill| table.skill(skill).ability),
            skill,
            of_type: if needed > 1 { TaskType::Extended } else { TaskType::Standard },
            needed,
            limit: Some(limit).filter(|limit| *limit > 0),
            unit,
            reward: None,
            springs: None,
            after: None,
        })
    }

    fn resolve<O: Oracle<Proficiency>>(
        sheet: TaskSheet,
        _: &Proficiency,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        let name = sheet.name.clone();
        Arc::make_mut(&mut table.setup).tasks.push(sheet);
        table.tasks.push(TaskState::default());
        oracle.tell(Audience::All, || Event::NewTask(NewTask(name)));
        Ok(())
    }
}
