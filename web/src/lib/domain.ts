// Slot domains, and how the slots of a draft are filled.

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

/** The current value of a slot: the one filled in, or its default. */
export function valueOf(slot: Slot, filled: Filled): string | undefined {
  return filled.slots[slot.name] ?? slot.default ?? undefined;
}

/** The first slot that must be filled in. */
export function openSlot(slots: Slot[], filled: Filled): Slot | undefined {
  return slots.find((slot) => valueOf(slot, filled) === undefined);
}

/** The filled values without those that are no longer legal. */
export function stillLegal(slots: Slot[], filled: Filled): Filled {
  const kept: Record<string, string> = {};
  for (const slot of slots) {
    const value = filled.slots[slot.name];
    if (value !== undefined && accepts(slot.domain, value)) kept[slot.name] = value;
  }
  return { ...filled, slots: kept };
}

/** A value as text. */
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
