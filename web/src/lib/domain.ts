// What a slot accepts, and how a draft of an action is filled.

import type { Domain, Filled, Slot } from './wire';

export function accepts(domain: Domain, value: string): boolean {
  switch (domain.kind) {
    case 'one':
      return domain.of.some((choice) => choice.key === value);
    case 'several': {
      const keys = value === '' ? [] : value.split(',');
      const once = new Set(keys).size === keys.length;
      const known = keys.every((key) => domain.of.some((choice) => choice.key === key));
      return once && known && keys.length >= domain.least && keys.length <= domain.most;
    }
    case 'number': {
      const number = Number(value);
      return /^-?\d+$/.test(value) && number >= domain.min && number <= domain.max;
    }
    case 'cell':
      return domain.of.some((choice) => choice.key === value);
    case 'text':
      return [...value].length <= domain.longest;
  }
}

/** The value that a slot has now: what was filled, or what is taken if it is left out. */
export function valueOf(slot: Slot, filled: Filled): string | undefined {
  return filled.slots[slot.name] ?? slot.default ?? undefined;
}

/** The first slot that a person has to fill. */
export function openSlot(slots: Slot[], filled: Filled): Slot | undefined {
  return slots.find((slot) => valueOf(slot, filled) === undefined);
}

/** What was filled, without what is not legal any more. */
export function stillLegal(slots: Slot[], filled: Filled): Filled {
  const kept: Record<string, string> = {};
  for (const slot of slots) {
    const value = filled.slots[slot.name];
    if (value !== undefined && accepts(slot.domain, value)) kept[slot.name] = value;
  }
  return { ...filled, slots: kept };
}

/** A value in words. */
export function wordsFor(slot: Slot, value: string | undefined): string {
  if (value === undefined) return '';
  const { domain } = slot;
  if (domain.kind === 'one') return domain.of.find((choice) => choice.key === value)?.label ?? value;
  if (domain.kind === 'several') {
    const keys = value === '' ? [] : value.split(',');
    return keys.map((key) => domain.of.find((choice) => choice.key === key)?.label ?? key).join(', ');
  }
  return value;
}
