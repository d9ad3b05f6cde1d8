//! Move actions (ST-051 to ST-072), posture and facing.

pub mod climb;
pub mod face;
pub mod go_down;
pub mod jump;
pub mod stand_up;
pub mod swim;
pub mod walk;

mod effort;
mod step;

pub use climb::ledges;
pub use jump::{HowFar, Leap, Leapt, distance as leap, leaps};
pub use step::{GoOn, Moved, Stopped, is_blocked, is_water, put, walkable, way};
pub use swim::shores;
pub use walk::{distance, towards};
