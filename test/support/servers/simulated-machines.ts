import type { Database } from '../../../main/base/storage/database.ts';
import type { MachineHistory } from '../../../main/machines/history/index.ts';
import type { SeenMachine } from '../../../main/machines/history/types.ts';
import { seeded } from '../files/seeded.ts';
import { startHistory } from '../worlds/machine-history.ts';

const statuses = ['OK', 'NG', 'degraded', 'under_maintenance', 'who knows'] as const;
const states = ['up', 'down', 'degraded', 'maintenance', 'unknown'] as const;
/** From the worst to the best. */
const worst = ['down', 'degraded', 'maintenance', 'unknown', 'up'];
/** Every time is a multiple of this, ms. */
const tick = 10_000;

export interface Simulation {
  readonly from: number;
  readonly machines: number;
  readonly timeZone: string;
  readonly seed: number;
}

/**
 * A computer that checks machines, with a clock that can be set. What should come of it is worked out beside
 * the app's way: every tick of the clock belongs to the first check that covered it.
 */
export class SimulatedMachines {
  /** The true time, ms, and how far the clock is from it. */
  #now: number;
  #ahead = 0;
  readonly #simulation: Simulation;
  readonly #database: Database;
  readonly #random: () => number;
  #history: MachineHistory;
  #uptime = 0;
  /** For each machine the index in `statuses`; -1: not in the answer. */
  readonly #present: number[];
  /** Since the last check. */
  #changed = true;
  /** The present answer, while it stays as it is. */
  #answer: SeenMachine[] | null = null;
  #checks = 0;
  /** By tick of the clock since `from`: the check that it belongs to, from 1. */
  #owner = new Int32Array(1 << 14);
  /** By check, from 1: the tick of the clock that its answer is of. */
  readonly #ticks: number[] = [];
  /** By machine: check and status from it on. */
  readonly #changes: (readonly [check: number, status: number])[][];
  /** The last good check, while nothing has come in between. */
  #open: { readonly clock: number; readonly uptime: number; readonly jumps: number } | null = null;
  /** How far clock and uptime have come apart: clock set, time slept. */
  #jumps = 0;
  /** Time before this is told of, in ticks: no moment is told twice. */
  #told = Number.NaN;
  #last: { readonly asked: number; readonly at: number } | null = null;

  constructor(database: Database, simulation: Simulation) {
    this.#database = database;
    this.#simulation = simulation;
    this.#format = new Intl.DateTimeFormat('en-CA', { timeZone: simulation.timeZone });
    this.#now = simulation.from;
    this.#random = seeded(simulation.seed);
    this.#history = startHistory(database, simulation.timeZone);
    this.#present = Array.from({ length: simulation.machines }, () => 0);
    this.#changes = this.#present.map(() => []);
  }

  get history(): MachineHistory {
    return this.#history;
  }

  get clock(): number {
    return this.#now + this.#ahead;
  }

  /** True time passes. */
  pass(ms: number): void {
    this.#now += ms;
    this.#uptime += ms;
  }

  /** The computer sleeps: its uptime stands still, as Linux has it. */
  sleep(ms: number): void {
    this.#now += ms;
    this.#jumps += ms;
  }

  setClock(by: number): void {
    this.#ahead += by;
    this.#jumps += by;
  }

  change(machine: number, status: number): void {
    this.#answer = null;
    this.#changed = true;
    this.#present[machine] = status;
  }

  /** One machine in `odds` changes. */
  changeSome(odds: number): void {
    for (let left = this.#present.length / odds; left > 0; left--) {
      if (left < 1 && this.#random() > left) return;
      const machine = Math.floor(this.#random() * this.#present.length);
      this.change(machine, Math.floor(this.#random() * (statuses.length + 1)) - 1);
    }
  }

  async check(): Promise<void> {
    const seen = { asked: this.#uptime, at: this.clock };
    this.#last = seen;
    await this.#deliver(seen);
    const open = this.#open;
    const together =
      open !== null && open.jumps === this.#jumps && this.#uptime - open.uptime <= 150_000;
    const here = this.#tickOf(seen.at);
    if (together) {
      for (let at = Math.max(this.#told, this.#tickOf(open.clock)); at < here; at++) {
        if (at >= this.#owner.length) this.#grow(at);
        this.#owner[at] = this.#checks;
      }
    }
    this.#told = Number.isNaN(this.#told) ? here : Math.max(this.#told, here);
    this.#checks++;
    this.#ticks[this.#checks] = this.#told;
    this.#open = { clock: seen.at, uptime: this.#uptime, jumps: this.#jumps };
    if (!this.#changed) return;
    this.#changed = false;
    for (const [machine, status] of this.#present.entries()) {
      const changes = this.#changes[machine];
      if (changes?.at(-1)?.[1] !== status) changes?.push([this.#checks, status]);
    }
  }

  /** The last answer once more, or one to an earlier question, with other states. */
  async late(): Promise<void> {
    if (this.#last === null) return;
    const before = [...this.#present];
    this.changeSome(2);
    await this.#deliver({
      asked: this.#last.asked - Math.floor(this.#random() * 2) * 7,
      at: this.clock,
    });
    for (const [machine, status] of before.entries()) this.change(machine, status);
  }

  async miss(): Promise<void> {
    const recorder = this.#history.recorder('one');
    await recorder.missed({ at: this.clock, reason: 'unreachable', detail: 'network-timeout' });
    this.#told = Math.max(this.#told, this.#tickOf(this.clock));
    this.#open = null;
  }

  restart(): void {
    this.#history = startHistory(this.#database, this.#simulation.timeZone);
    this.#uptime = this.#random() * 1e9;
    this.#last = null;
    this.#open = null;
  }

  async #deliver({ asked, at }: { asked: number; at: number }): Promise<void> {
    this.#answer ??= this.#present.flatMap((status, index) =>
      status < 0
        ? []
        : [{ name: `m${index}`, status: statuses[status] ?? '', record: records[status] ?? null }],
    );
    const machines = this.#answer;
    await this.#history.recorder('one').observed({ asked, at, uptime: this.#uptime, machines }, []);
  }

  #tickOf(at: number): number {
    return Math.round((at - this.#simulation.from) / tick);
  }

  /**
   * What should be told: by machine and day (yyyymmdd) the ms in each state. Days come of the zone's own
   * calendar, asked for every hour.
   */
  expected(machine: number): Map<string, number> {
    const found = new Map<string, number>();
    const changes = this.#changes[machine] ?? [];
    let next = 0;
    let status = -1;
    // ticks of one state in one half hour
    let ticks = 0;
    const note = (at: number): void => {
      if (ticks > 0 && status >= 0) {
        const key = `${this.#dayOf(at)} ${states[status]}`;
        found.set(key, (found.get(key) ?? 0) + ticks * tick);
      }
      ticks = 0;
    };
    for (let at = 0; at < this.#owner.length; at++) {
      if (at % 180 === 0) note(at - 1);
      const check = this.#owner[at] ?? 0;
      if (check === 0) continue;
      for (let change = changes[next]; change && change[0] <= check; change = changes[++next]) {
        note(at);
        status = change[1];
      }
      ticks++;
    }
    note(this.#owner.length - 1);
    return found;
  }

  /** Which times out of up there should be: `from to worst`, `to` empty while it lasts. */
  expectedIncidents(machine: number): string[] {
    const found: string[] = [];
    const lasting = { from: 0, worst: 4 };
    const when = (check: number) => (this.#ticks[check] ?? 0) * tick + this.#simulation.from;
    const end = (to: number | string): void => {
      if (lasting.worst < 4) found.push(`${lasting.from} ${to} ${worst[lasting.worst]}`);
      lasting.worst = 4;
    };
    for (const [check, status] of this.#changes[machine] ?? []) {
      // one that was never in the answer is not known yet
      if (status < 0 && check === 1) continue;
      const rank = worst.indexOf(states[status] ?? 'unknown');
      if (rank === 4) end(when(check));
      else {
        if (lasting.worst === 4) lasting.from = when(check);
        lasting.worst = Math.min(lasting.worst, rank);
      }
    }
    end('');
    return found;
  }

  /** What the app tells of them, by machine, asked for day by day. */
  async toldIncidents(): Promise<Map<string, string[]>> {
    const history = startHistory(this.#database, this.#simulation.timeZone);
    const found = new Map<string, Map<number, string>>();
    const until = this.#simulation.from + (this.#told + 1) * tick;
    for (let at = this.#simulation.from; at < until; at += 86_400_000) {
      const { incidents, more } = await history.incidents('one', at, at + 86_400_000);
      if (more) throw new Error('not all incidents of a day are told');
      for (const { name, from, to, state } of incidents) {
        const known = found.get(name) ?? new Map<number, string>();
        found.set(name, known.set(from, `${from} ${to ?? ''} ${state}`));
      }
    }
    return new Map([...found].map(([name, all]) => [name, [...all.values()]]));
  }

  #grow(at: number): void {
    const larger = new Int32Array(at * 2);
    larger.set(this.#owner);
    this.#owner = larger;
  }

  readonly #days: string[] = [];
  readonly #format: Intl.DateTimeFormat;

  #dayOf(at: number): string {
    const hour = Math.floor((at * tick) / 1_800_000);
    this.#days[hour] ??= this.#format.format(this.#simulation.from + hour * 1_800_000);
    return this.#days[hour];
  }

  /** What the app tells, in the same form. */
  async told(): Promise<Map<string, Map<string, number>>> {
    const { from, timeZone } = this.#simulation;
    const history = startHistory(this.#database, timeZone);
    const until = Math.max(this.clock, from + this.#told * tick) + tick;
    const machines = await history.timeByDay('one', from, until);
    const told = machines.map(({ name, cells }) => {
      const found = new Map<string, number>();
      for (const { from: start, time } of cells) {
        const day = this.#format.format(start);
        for (const [state, ms] of Object.entries(time)) found.set(`${day} ${state}`, ms);
      }
      return [name, found] as const;
    });
    return new Map(told);
  }
}

const records = statuses.map((status) => ({ status, other: 1 }));
