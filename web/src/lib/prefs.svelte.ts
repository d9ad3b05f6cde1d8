// The user's preferences for the page.

import { load, save } from './kept';

export type Theme = 'system' | 'light' | 'dark';

class Prefs {
  theme = $state<Theme>(load<Theme>('referee.theme', 'system'));
  rollingDice = $state(load('referee.dice', true));
  createKey = $state(load('referee.create-key', ''));

  setTheme(theme: Theme): void {
    this.theme = theme;
    save('referee.theme', theme);
    this.apply();
  }

  setRollingDice(rolling: boolean): void {
    this.rollingDice = rolling;
    save('referee.dice', rolling);
  }

  setCreateKey(key: string): void {
    this.createKey = key;
    save('referee.create-key', key);
  }

  apply(): void {
    if (this.theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = this.theme;
  }
}

export const prefs = new Prefs();
