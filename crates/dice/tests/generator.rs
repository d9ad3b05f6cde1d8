//! The dice of a seed never change: compared with the published key stream of ChaCha20 and with a plain implementation.

use referee_dice::{DiceRng, Die, Position, Roll};

/// The first block of ChaCha20 for a key, nonce and counter of zeros, from RFC 8439, appendix A.1, test vector 1.
const RFC_8439: [u32; 16] = [
    0xade0b876, 0x903df1a0, 0xe56a5d40, 0x28bd8653, 0xb819d2bd, 0x1aed8da0, 0xccef36a8, 0xc70d778b, //
    0x7c5941da, 0x8d485751, 0x3fe02477, 0x374ad8b8, 0xf4b8436a, 0x1ca11815, 0x69b687c3, 0x8665eeb2,
];

/// ChaCha20 as the paper describes it: constants, key, 64-bit counter, 64-bit stream; 10 double rounds; sum.
fn block(key: [u8; 32], counter: u64, stream: u64) -> [u32; 16] {
    let mut state = [0; 16];
    state[..4].copy_from_slice(&[0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    for (word, bytes) in state[4..12].iter_mut().zip(key.chunks(4)) {
        *word = u32::from_le_bytes(bytes.try_into().unwrap());
    }
    state[12..].copy_from_slice(&[counter as u32, (counter >> 32) as u32, stream as u32, (stream >> 32) as u32]);
    let start = state;
    for round in 0..20 {
        for column in 0..4 {
            let shift = |row: usize| if round % 2 == 0 { column } else { (column + row) % 4 };
            let [a, b, c, d] = [shift(0), 4 + shift(1), 8 + shift(2), 12 + shift(3)];
            for (x, y, z, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                state[x] = state[x].wrapping_add(state[y]);
                state[z] = (state[z] ^ state[x]).rotate_left(turn);
            }
        }
    }
    std::array::from_fn(|index| state[index].wrapping_add(start[index]))
}

/// The documented way to draw a face, word by word.
fn faces(words: impl IntoIterator<Item = u32>, sides: u64) -> Vec<i32> {
    let multiple = (1u64 << 32) / sides * sides;
    words.into_iter().map(u64::from).filter(|&word| word < multiple).map(|word| (word % sides) as i32 + 1).collect()
}

#[test]
fn seed_zero_gives_the_published_words() {
    let mut rng = DiceRng::from_number(0);
    assert_eq!(RFC_8439.map(|_| rng.next_word()), RFC_8439);
    assert_eq!(block([0; 32], 0, 0), RFC_8439);

    // By hand: 0xade0b876 = 2917185654, which leaves 14 over 20, and so on.
    let mut rng = DiceRng::from_number(0);
    let thrown: Vec<i32> = (0..4).map(|_| rng.face(Die::new(20))).collect();
    assert_eq!(thrown, [15, 17, 13, 12]);
    assert_eq!(thrown, faces(RFC_8439[..4].to_vec(), 20));
}

#[test]
fn a_seed_gives_the_same_dice_for_ever() {
    for seed in [1, 42, 0xdead_beef_0123_4567u64] {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        for stream in [0, 7] {
            let words: Vec<u32> = (0..40).flat_map(|counter| block(key, counter, stream)).collect();
            for sides in [2, 6, 20, 100, 9_999] {
                let mut rng = DiceRng::from_number(seed);
                rng.set_stream(stream);
                let expected = faces(words.clone(), u64::from(sides));
                let thrown: Vec<i32> = expected.iter().map(|_| rng.face(Die::new(sides))).collect();
                assert_eq!(thrown, expected, "seed {seed}, stream {stream}, d{sides}");
            }
        }
    }
}

#[test]
fn a_word_that_would_favour_low_faces_is_not_used() {
    // The greatest multiple of 10000 below 2^32 leaves 7296 words over. This key's first such word comes after some
    // hundred thousand others; the position goes right before it.
    let multiple = (1u64 << 32) / 10_000 * 10_000;
    let place = (0..200_000u64)
        .flat_map(|counter| block([0; 32], counter, 0))
        .position(|word| u64::from(word) >= multiple)
        .expect("one word in 588674 is left over");
    let mut rng = DiceRng::from_number(0);
    rng.rewind(Position { stream: 0, word: place as u64 });
    let next = block([0; 32], (place as u64 + 1) / 16, 0)[(place + 1) % 16];
    assert_eq!(rng.face(Die::new(10_000)), (next % 10_000) as i32 + 1);
    assert_eq!(rng.position().word, place as u64 + 2);
}

#[test]
fn a_roll_takes_its_faces_in_order_and_can_be_rewound() {
    let mut rng = DiceRng::from_key([9; 32]);
    rng.rewind(Position { stream: 3, word: 21 });
    let words: Vec<u32> = (0..4).flat_map(|counter| block([9; 32], counter, 3)).skip(21).collect();
    let shown = Roll::dice(5, 6).show(&mut rng);
    let fallen: Vec<i32> = shown.dice.iter().map(|die| i32::from(die.face)).collect();
    assert_eq!(fallen, faces(words, 6)[..5]);
    assert_eq!(rng.position(), Position { stream: 3, word: 26 });
    rng.rewind(Position { stream: 3, word: 21 });
    assert_eq!(Roll::dice(5, 6).show(&mut rng), shown);
}
