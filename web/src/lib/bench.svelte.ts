// The designer's workbench: a scene with changes, the policies, and the number of fights.

import { api, type BookInfo, type ScenePreview } from './api';
import type { Origin, Playing } from './wire';

export class Bench {
  books = $state.raw<BookInfo[]>([]);
  name = $state('');
  preview = $state.raw<ScenePreview | null>(null);
  text = $state('');
  runs = $state(2000);
  policies = $state.raw<Record<string, string>>({});
  trouble = $state<string | null>(null);

  readonly book: BookInfo | undefined = $derived(
    this.books.find((one) => one.scenes.some((scene) => scene.name === this.name)),
  );
  readonly isChanged: boolean = $derived(this.preview !== null && this.text !== this.preview.text);
  readonly from: Origin = $derived(
    this.isChanged ? { kind: 'scene', text: this.text } : { kind: 'ready', name: this.name },
  );
  readonly playing: Playing[] = $derived(
    Object.entries(this.policies).filter(([, policy]) => policy).map(([side, policy]) => ({ side, policy })),
  );
  /** What is run, in words. */
  readonly label: string = $derived.by(() => {
    const how = this.playing.map((one) => `${one.side} ${one.policy}`).join(', ');
    return `${this.preview?.title ?? this.name}${this.isChanged ? '*' : ''}${how ? ` (${how})` : ''}`;
  });

  async start(): Promise<void> {
    try {
      this.books = await api.books();
      if (!this.name) await this.choose(this.books[0]?.scenes[0]?.name ?? '');
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }

  async choose(name: string): Promise<void> {
    this.name = name;
    try {
      const found = await api.scene(name);
      if (this.name !== name) return;
      this.preview = found;
      this.text = found.text;
      // The first policy is the simplest, at random; the next one plays to win.
      const usual = this.book?.policies[1] ?? this.book?.policies[0] ?? '';
      this.policies = Object.fromEntries(found.view.sides.map((side) => [side.name, usual]));
    } catch (error) {
      this.trouble = error instanceof Error ? error.message : String(error);
    }
  }
}
