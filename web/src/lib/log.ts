// The log as rows: turn headings, acts, their consequences, and dice.

import { whoKey, type ActorId, type DiceTold, type Line, type LogEntry, type Who } from './wire';
import { t } from '../texts';

export type Row =
  | ({ kind: 'heading'; text: string } & Base)
  | ({ kind: 'line'; told: Line } & Base)
  | ({ kind: 'dice'; told: DiceTold } & Base);

interface Base {
  id: string;
  line: number;
  undone: boolean;
  /** Starts an entry that is hidden from some seats. */
  hidden: boolean;
}

export function rowsOf(entries: readonly LogEntry[], undone: ReadonlySet<number>): Row[] {
  const rows: Row[] = [];
  for (const entry of entries) {
    const isUndone = undone.has(entry.line);
    entry.told.forEach((told, index) => {
      const hidden = index === 0 && entry.hidden === true;
      const base = { id: `${entry.line}.${index}`, line: entry.line, undone: isUndone, hidden };
      if (told.kind === 'dice') rows.push({ kind: 'dice', ...base, told });
      else if (told.heading) rows.push({ kind: 'heading', ...base, text: told.text });
      else rows.push({ kind: 'line', ...base, told });
    });
  }
  return rows;
}

/** Whether a row is about this actor. Headings are kept for context. */
export function isAbout(row: Row, actor: ActorId): boolean {
  switch (row.kind) {
    case 'heading':
      return true;
    case 'line':
      return row.told.actor === actor;
    case 'dice':
      return whoKey(row.told.who) === `actor:${actor}`;
  }
}

/** The rows about an actor that match a search, without headings that would be empty. */
export function filtered(rows: Row[], actor: ActorId | null, words: string): Row[] {
  const wanted = words.trim().toLowerCase();
  if (actor === null && wanted === '') return rows;
  const fits = rows.filter((row) => {
    if (row.kind === 'heading') return true;
    const text = row.kind === 'line' ? row.told.text : `${row.told.name} ${row.told.roll}`;
    return (actor === null || isAbout(row, actor)) && text.toLowerCase().includes(wanted);
  });
  return fits.filter((row, index) => {
    const next = fits[index + 1];
    return row.kind !== 'heading' || (next !== undefined && next.kind !== 'heading');
  });
}

/** The log as plain text. */
export function asText(rows: Row[], name: (who: Who) => string): string {
  return rows
    .map((row) => {
      const marks = `${row.undone ? ` (${t.log.undone})` : ''}${row.hidden ? ` (${t.secrecy.brief})` : ''}`;
      switch (row.kind) {
        case 'heading':
          return `\n${row.text}${marks}`;
        case 'dice': {
          const dice = row.told.shown.dice.map((die) => (die.kept ? `${die.face}` : `~${die.face}~`)).join(', ');
          const typed = row.told.typed ? `, ${t.log.typed}` : '';
          const roll = `${row.told.name}: ${row.told.roll} [${dice}] = ${row.told.shown.total}`;
          return `    ${name(row.told.who)}, ${roll}${typed}${marks}`;
        }
        case 'line': {
          const factors = row.told.factors.map((factor) => `${factor.amount} ${factor.why}`).join(', ');
          const rules = row.told.rules.join(', ');
          const behind = `${factors ? ` [${factors}]` : ''}${rules ? ` (${rules})` : ''}`;
          return `${'  '.repeat(row.told.depth)}${row.told.text}${behind}${marks}`;
        }
      }
    })
    .join('\n')
    .trimStart();
}
