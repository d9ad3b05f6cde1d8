// The connection of a seat: says hello, resumes after the last line that was seen, and sends every request until it is
// answered. A request keeps its name when it is sent again, so that the server does it once.

import { VERSION, read, type Problem, type Request, type ServerMessage } from './wire';

export type Health = 'connecting' | 'open' | 'lost' | 'closed';

/** As much of a WebSocket as is needed here, so that tests need none. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Listener {
  /** The connection is another than before. */
  health(health: Health): void;
  /** Something that was not asked for. */
  message(message: ServerMessage): void;
  /** The last line that was seen: the log after it is sent. */
  after(): number;
}

/** A request that was not done. */
export class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

interface Waiting {
  text: string;
  /** What would only be stale after a new connection is given up rather than sent again. */
  again: boolean;
  done(message: ServerMessage): void;
  failed(error: Error): void;
}

/** A seat that is not valid any more is not tried again. */
const FINAL = new Set(['revoked', 'no-such-seat', 'version', 'too-many-mistakes']);

/** So many milliseconds a connection has to answer after the device woke up. */
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
  /** How many messages have come. */
  private heard = 0;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly open: () => Socket,
    private readonly key: string,
    private readonly listener: Listener,
    /** Names of requests differ between pages, so that a reloaded one is not taken for the old one. */
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
    this.failAll(new Error('the connection was closed'));
    this.listener.health('closed');
  }

  /** The device woke up, or the network is back: try now rather than when the time has come. */
  wake(): void {
    if (this.stopped) return;
    if (this.socket) this.mustAnswer(this.socket);
    else {
      this.clear();
      this.start();
    }
  }

  /** Asks whether anybody is there. A connection that died in its sleep says nothing, so it is made anew after a moment. */
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

  /** Sends a request; resolves with its answer, or fails with what the server says against it. */
  request(request: Request): Promise<ServerMessage> {
    if (this.stopped) return Promise.reject(new Error('the connection was closed'));
    const id = `${this.page}-${++this.next}`;
    const text = JSON.stringify({ ...request, id });
    const again = request.kind === 'put' || request.kind === 'bot';
    return new Promise((done, failed) => {
      this.waiting.set(id, { text, again, done, failed });
      if (this.greeted) this.socket?.send(text);
      else if (!again) {
        this.waiting.delete(id);
        failed(new Error('not connected'));
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
    this.failAll(new Error('the connection was closed'));
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
      waiting.failed(new Error('the connection was lost'));
    }
    if (this.stopped) return;
    this.attempts += 1;
    this.listener.health('lost');
    const wait = Math.min(8_000, 250 * 2 ** Math.min(this.attempts, 5)) * (0.75 + Math.random() / 2);
    this.timer = setTimeout(() => this.start(), wait);
  }

  /** A connection may be dead without saying so: behind a router that forgot it, for one. */
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
