// A journal from a file, to be watched.

import { api } from './api';

/** A journal is one line of JSON after the other, and its first line says that it is one. */
export function isJournal(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0] ?? '';
  try {
    const header: unknown = JSON.parse(first);
    return typeof header === 'object' && header !== null && 'journal' in header;
  } catch {
    return false;
  }
}

/** Sets a table with a journal, and a seat for everybody in it, so that it can be watched with anybody's eyes. */
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
