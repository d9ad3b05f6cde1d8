// Long-running jobs: started, watched, cancelled.

import { api } from './api';
import { Refused } from './connection';
import { prefs } from './prefs.svelte';
import type { Origin, Work } from './wire';

export interface Progress {
  done: number;
  of: number;
}

/** A cancellation flag that running work checks from time to time. */
export class Stop {
  isStopped = false;
  job = '';

  stop(): void {
    this.isStopped = true;
    if (this.job) api.cancelJob(this.job).catch(() => {});
  }
}

/** Runs a job on the server; null if it was cancelled. */
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

/** A problem as lines of text, with the location of every mistake. */
export function inLines(error: unknown): string {
  const mistakes = error instanceof Refused ? (error.problem.mistakes ?? []) : [];
  const message = error instanceof Error ? error.message : String(error);
  return [message, ...mistakes.map((one) => `${one.line}:${one.column} ${one.message}`)].join('\n');
}
