//! The GM's own checks (ST-271).

use super::{LONGEST, MOST_FORMS};
use crate::acts::prelude::*;
use crate::sheet::Custom;
use referee_engine::key_of;
use std::sync::Arc;

act! {
    /// ST-D39, ST-R107: a form is filled; all its fields are empty but what a check cannot do without.
    pub struct WriteCheck for Stamina, by Gm {
        name: Text<60> = "Name";
        attribute: Attribute = "Primary attribute";
        skill: Option<Primary> = "Primary skill", usual;
        secondary: Option<Secondary> = "Secondary skill", usual;
        difficulty: Within<0, 60> = "Difficulty, 0 to be asked", usual;
        aid: bool = "May others aid?", usual;
        passive: bool = "Passive?", usual;
        materials: bool = "Does it use materials?", usual;
        movement: bool = "Is it a movement?", usual;
        #[serde(rename = "secondary-effect")]
        secondary_effect named "secondary-effect": Remark<LONGEST> = "What the secondary skill gives", usual;
        description: Remark<LONGEST> = "Description", usual;
        #[serde(rename = "critical-failure")]
        critical_failure named "critical-failure": Remark<LONGEST> = "Critical failure", usual;
        failure: Remark<LONGEST> = "Failure", usual;
        #[serde(rename = "near-failure")]
        near_failure named "near-failure": Remark<LONGEST> = "Near failure", usual;
        success: Remark<LONGEST> = "Success", usual;
        additional: Remark<LONGEST> = "Additional success", usual;
    }
}

/// A check that may be written.
pub struct Writing {
    form: Custom,
}

impl Act<Stamina> for WriteCheck {
    type By = Gm;
    type Ready = Writing;
    const CARD: Card = card!("write-check", "Write a check", "GM", "", "ST-271");

    fn ready<'t>(&self, see: See<'_, 't>, _: Gm) -> Result<Writing, Bar<'t>> {
        let name = self.name()?.within()?;
        let is_known = form_of(see, &name).is_some();
        if key_of(&name).is_empty() || (!is_known && see.setup.customs.len() >= MOST_FORMS) {
            return Err(bar!(_, "no-name", "a check needs a name, and there is room for 200").into());
        }
        Ok(Writing {
            form: Custom {
                name,
                attribute: self.attribute()?,
                skill: self.skill()?,
                secondary: self.secondary()?,
                secondary_effect: self.secondary_effect()?.within()?,
                aid: self.aid()?,
                description: self.description()?.within()?,
                difficulty: Some(self.difficulty()?.number()? as u8).filter(|difficulty| *difficulty > 0),
                critical_failure: self.critical_failure()?.within()?,
                failure: self.failure()?.within()?,
                near_failure: self.near_failure()?.within()?,
                success: self.success()?.within()?,
                additional: self.additional()?.within()?,
                passive: self.passive()?,
                materials: self.materials()?,
                movement: self.movement()?,
            },
        })
    }

    fn resolve<O: Oracle<Stamina>>(
        Writing { form }: Writing,
        _: &Stamina,
        table: &mut Table,
        oracle: &mut O,
    ) -> Flow<()> {
        // A form of the same name is written anew.
        let at = form_of(table, &form.name);
        let customs = &mut Arc::make_mut(&mut table.setup).customs;
        let at = match at {
            Some(at) => {
                customs[at] = form;
                at
            }
            None => {
                customs.push(form);
                customs.len() - 1
            }
        };
        oracle.tell(Audience::All, || Event::Wrote(Wrote { check: at as u8 }));
        Ok(())
    }
}

fn form_of(table: &Table, name: &str) -> Option<usize> {
    table.setup.customs.iter().position(|form| key_of(&form.name) == key_of(name))
}

/// ST-271: there is a check of the GM's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wrote {
    pub check: u8,
}

impl Tells<Stamina> for Wrote {
    fn line(&self, _: &Stamina, table: &Table) -> Line {
        let name = &table.setup.customs[usize::from(self.check)].name;
        Line::new(0, format!("There is a check now: {name}"), [rule!("ST-271")])
    }
}
