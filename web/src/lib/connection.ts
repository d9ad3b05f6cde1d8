// A seat's connection: says hello, resumes after the last line seen, and resends every request until it is
// answered. A resent request keeps its id, so that the server executes it once.

import { t } from '../texts';
import { VERSION, read, type Problem, type Request, type ServerMessage } from './wire';

export type Health = 'connecting' | 'open' | 'lost' | 'closed';

/** The parts of a WebSocket used here, so that tests need no real one. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  /** The state of the connection changed. */
  health(health: Health): void;
  /** A message that is not an answer to a request. */
  message(message: ServerMessage): void;
  /** The last line seen: the log after it is sent. */
  after(): number;
}

/** A refused request. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

interface Waiting {
  text: string;
  /** Requests that would be stale after reconnecting are dropped rather than resent. */
  again: boolean;
  done(message: ServerMessage): void;
  failed(error: Error): void;
}

/** Errors after which reconnecting is pointless. */
const FINAL = new Set(['revoked', 'no-such-seat', 'version', 'too-many-mistakes']);

/** How many milliseconds the server has to respond after the device woke up. */
const PATIENCE = 2_500;

export class Connection {
  private socket: Socket | null = null;
  private greeted = false;
  private stopped = false;
  private attempts = 0;
  private next = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private beat: ReturnType<typeof setInterval> | null = null;
  private quietSince = 0;
  /** The number of messages received. */
  private heard = 0;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly open: () => Socket,
    private readonly key: string,
    private readonly listener: Listener,
    /** Makes request ids unique per page load, so that a reloaded page does not reuse old ones. */
    private readonly page: string = Math.random().toString(36).slice(2, 10),
  ) {}

  start(): void {
    if (this.socket || this.stopped) return;
    this.listener.health(this.attempts === 0 ? 'connecting' : 'lost');
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => {
      const hello = { kind: 'hello', version: VERSION, key: this.key, after: this.listener.after() };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      const message = read(String(event.data));
      if (message && socket === this.socket) this.take(message);
    };
    socket.onclose = () => this.lost(socket);
    socket.onerror = () => {};
  }

  stop(): void {
    this.stopped = true;
    this.clear();
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.failAll(new Error(t.health.gone));
    this.listener.health('closed');
  }

  /** The device woke up, or the network is back: retry immediately. */
  wake(): void {
    if (this.stopped) return;
    if (this.socket) this.mustAnswer(this.socket);
    else {
      this.clear();
      this.start();
    }
  }

  /**
   * Checks that the connection is alive. A connection that died during sleep gives no error, so it is
   * replaced after a moment.
   */
  private mustAnswer(socket: Socket): void {
    const before = this.heard;
    if (this.greeted) this.request({ kind: 'ping' }).catch(() => {});
    setTimeout(() => {
      if (socket !== this.socket || this.heard !== before || this.stopped) return;
      socket.close();
      this.lost(socket);
      this.wake();
    }, PATIENCE);
  }

  /** Sends a request; resolves with its answer, or rejects with the server's problem. */
  request(request: Request): Promise<ServerMessage> {
    if (this.stopped) return Promise.reject(new Error(t.health.gone));
    const id = `${this.page}-${++this.next}`;
    const text = JSON.stringify({ ...request, id });
    const again = request.kind === 'put' || request.kind === 'bot';
    return new Promise((done, failed) => {
      this.waiting.set(id, { text, again, done, failed });
      if (this.greeted) this.socket?.send(text);
      else if (!again) {
        this.waiting.delete(id);
        failed(new Error(t.health.none));
      }
    });
  }

  private take(message: ServerMessage): void {
    this.quietSince = 0;
    this.heard += 1;
    switch (message.kind) {
      case 'welcome':
        this.greeted = true;
        this.attempts = 0;
        this.listener.health('open');
        this.listener.message(message);
        for (const waiting of this.waiting.values()) this.socket?.send(waiting.text);
        this.beat ??= setInterval(() => this.checkQuiet(), 10_000);
        return;
      case 'ack':
      case 'slots':
      case 'odds':
      case 'option_odds':
      case 'pong':
        this.settle(message.id, (waiting) => waiting.done(message));
        return;
      case 'error':
        if (typeof message.id === 'string') {
          this.settle(message.id, (waiting) => waiting.failed(new Refused(message)));
          return;
        }
        if (FINAL.has(message.code)) this.end();
        this.listener.message(message);
        return;
      case 'closing':
        if (FINAL.has(message.code)) this.end();
        this.listener.message(message);
        return;
      default:
        this.listener.message(message);
    }
  }

  private settle(id: string, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    // A late or repeated answer is harmless.
    if (!waiting) return;
    this.waiting.delete(id);
    how(waiting);
  }

  private end(): void {
    this.stopped = true;
    this.clear();
    this.failAll(new Error(t.health.gone));
    this.listener.health('closed');
  }

  private lost(socket: Socket): void {
    if (socket !== this.socket) return;
    this.socket = null;
    this.greeted = false;
    if (this.beat) clearInterval(this.beat);
    this.beat = null;
    for (const [id, waiting] of this.waiting) {
      if (waiting.again) continue;
      this.waiting.delete(id);
      waiting.failed(new Error(t.health.broken));
    }
    if (this.stopped) return;
    this.attempts += 1;
    this.listener.health('lost');
    const wait = Math.min(8_000, 250 * 2 ** Math.min(this.attempts, 5)) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.start(), wait);
  }

  /** A connection may be dead without an error, for example behind a router that dropped it. */
  private checkQuiet(): void {
    const socket = this.socket;
    if (!socket) return;
    this.quietSince += 1;
    if (this.quietSince >= 3) {
      socket.close();
      this.lost(socket);
    } else if (this.quietSince > 1) {
      this.request({ kind: 'ping' }).catch(() => {});
    }
  }

  private clear(): void {
    if (this.timer) clearTimeout(this.timer);
    if (this.beat) clearInterval(this.beat);
    this.timer = null;
    this.beat = null;
  }

  private failAll(error: Error): void {
    for (const waiting of this.waiting.values()) waiting.failed(error);
    this.waiting.clear();
  }
}
