// What this browser stores: seats and preferences.

import type { Role } from './wire';

export interface KeptSeat {
  code: string;
  key: string;
  table: string;
  book: string;
  seat: string;
  role: Role;
  at: number;
}

const SEATS = 'referee.seats';
const MOST = 40;

export function keptSeats(): KeptSeat[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(SEATS) ?? '[]');
    return Array.isArray(kept) ? (kept as KeptSeat[]).filter((seat) => seat.code && seat.key) : [];
  } catch {
    return [];
  }
}

export function keepSeat(seat: KeptSeat): void {
  const others = keptSeats().filter((other) => other.key !== seat.key);
  save(SEATS, [seat, ...others].slice(0, MOST));
}

export function forgetSeat(key: string): void {
  save(SEATS, keptSeats().filter((seat) => seat.key !== key));
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser may refuse storage; the page works without it.
  }
}

export function load<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(name);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}
