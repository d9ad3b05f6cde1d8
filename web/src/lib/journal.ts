// Journals from files, for replays.

import { api } from './api';

/** A journal is JSON Lines, and its first line identifies it. */
export function isJournal(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  try {
    const header: unknown = JSON.parse(first);
    return typeof header === 'object' && header !== null && 'journal' in header;
  } catch {
    return false;
  }
}

/**
 * Creates a table from a journal with a seat for every view, so that the replay can be watched from each of
 * them.
 */
export async function setToWatch(text: string, createKey?: string): Promise<{ code: string; key: string }> {
  const made = await api.create({ from: { kind: 'journal', text } }, createKey);
  const key = made.seats[0]?.key ?? '';
  const { code } = made.table;
  for (const actor of made.actors) {
    await api.addSeat(code, key, { name: actor.name, role: 'player', actors: [actor.key] });
  }
  await api.addSeat(code, key, { role: 'spectator', actors: [] });
  return { code, key };
}
