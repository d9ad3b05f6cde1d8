// Queries about a scene without a table, through the same interface as a table.

import { api } from './api';
import type { Asks, Offered } from './draft.svelte';
import { workOut } from './work';
import { prefs } from './prefs.svelte';
import type { Filled, Odds, Origin, Reacting } from './wire';

export class SceneAsks implements Asks {
  constructor(private readonly from: Origin) {}

  async slots(filled: Filled): Promise<Offered> {
    const { slots } = await api.explore(this.from, filled, prefs.createKey || undefined);
    return { slots, drawn: [] };
  }

  odds(filled: Filled, reactions: Reacting = 'best'): Promise<Odds | null> {
    return workOut<Odds>(this.from, { kind: 'odds', filled, reactions });
  }

  /** Nothing is submitted here. */
  async put(): Promise<boolean> {
    return false;
  }
}

/** The current query, as encoded in a link. */
export interface Asked {
  scene: string;
  actor: string;
  verb: string;
  slots: Record<string, string>;
}

export function linkTo(asked: Asked): string {
  const query = new URLSearchParams({ scene: asked.scene });
  if (asked.actor) query.set('actor', asked.actor);
  if (asked.verb) query.set('do', asked.verb);
  for (const [slot, value] of Object.entries(asked.slots)) query.set(`.${slot}`, value);
  return `?${query}`;
}

export function askedBy(search: string): Asked {
  const query = new URLSearchParams(search);
  const slots = [...query].filter(([name]) => name.startsWith('.')).map(([name, value]) => [name.slice(1), value]);
  return {
    scene: query.get('scene') ?? '',
    actor: query.get('actor') ?? '',
    verb: query.get('do') ?? '',
    slots: Object.fromEntries(slots) as Record<string, string>,
  };
}
