// Work that takes a while: started, watched, cancelled.

import { api } from './api';
import { Refused } from './connection';
import { prefs } from './prefs.svelte';
import type { Origin, Work } from './wire';

export interface Progress {
  done: number;
  of: number;
}

/** Something that can be called off: whoever works looks at it now and then. */
export class Stop {
  isStopped = false;
  job = '';

  stop(): void {
    this.isStopped = true;
    if (this.job) api.cancelJob(this.job).catch(() => {});
  }
}

/** Has the server work something out; null if it was called off. */
export async function workOut<T>(
  from: Origin,
  work: Work,
  stop: Stop = new Stop(),
  hear: (progress: Progress) => void = () => {},
): Promise<T | null> {
  let job = await api.startJob(from, work, prefs.createKey || undefined);
  stop.job = job.id;
  while (job.state === 'waiting' || job.state === 'running') {
    if (stop.isStopped) await api.cancelJob(job.id).catch(() => {});
    hear({ done: job.done, of: job.of });
    job = await api.job(job.id, 300);
  }
  if (job.problem) throw new Refused(job.problem);
  return job.state === 'done' ? (job.result as T) : null;
}

/** A problem as lines for people, with the place of every mistake. */
export function inLines(error: unknown): string {
  const mistakes = error instanceof Refused ? (error.problem.mistakes ?? []) : [];
  const message = error instanceof Error ? error.message : String(error);
  return [message, ...mistakes.map((one) => `${one.line}:${one.column} ${one.message}`)].join('\n');
}
