//! What Checks are for, in words.

use referee_engine::named;

named! {
    /// What a Check is for; also the name of its roll.
    #[derive(PartialOrd, Ord)]
    pub enum Named {
        Attack = "Attack",
        Break = "Break",
        Crack = "Crack",
        Deceive = "Deceive",
        Disarm = "Disarm",
        Dismantle = "Dismantle",
        Distract = "Distract",
        Endure = "Endure",
        Escape = "Escape",
        FirstTurn = "First Turn",
        Heft = "Heft",
        Obstacle = "Obstacle",
        Perceive = "Perceive",
        Persuade = "Persuade",
        Pin = "Pin",
        PotShot = "Pot Shot",
        Resist = "Resist",
        Shock = "Shock Check",
        Shove = "Shove",
        Sneak = "Sneak",
        Stabilize = "Stabilize",
        Strangle = "Strangle",
        Track = "Track",
        Trip = "Trip",
        Tumble = "Tumble",
        /// A Check that the GM calls for or defines.
        Check = "Check",
    }
}
