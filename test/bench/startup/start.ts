import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Memory, memoryBelow } from './memory.ts';
import { watch } from './watch.ts';

/** One start: milliseconds from the start of the process, and what all of it took when it had come to rest. */
export interface Start {
  readonly paint: number;
  readonly usable: number;
  readonly memory: Memory;
}

/** What follows the start by itself has ended by then, ms. */
const rest = 5000;

/** Starts an Electron, waits until its page can be used and has come to rest, and ends it. */
export async function startElectron(options: {
  readonly binary: string;
  readonly switches: readonly string[];
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}): Promise<Start> {
  const { binary, switches, args, env } = options;
  const began = performance.timeOrigin + performance.now();
  const child = spawn(binary, ['--remote-debugging-port=0', ...switches, ...args], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  const died = ended.then(() => Promise.reject(new Error('Electron ended by itself')));
  const times = await Promise.race([timesOf(child), died]);
  await delay(rest);
  const memory = memoryBelow(child.pid ?? 0);
  child.kill('SIGTERM');
  await died.catch(() => undefined);
  return { paint: times.paint - began, usable: times.usable - began, memory };
}

interface Times {
  /** By the computer's clock, ms. */
  readonly paint: number;
  readonly usable: number;
}

/** The page tells its times by itself: questions to it would take its thread while it starts. */
async function timesOf(child: ChildProcess): Promise<Times> {
  const socket = new WebSocket(await debuggerOf(child));
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let last = 0;
  const send = (method: string, params: object, sessionId?: string): void => {
    last += 1;
    socket.send(JSON.stringify({ id: last, method, params, sessionId }));
  };
  const told = new Promise<Times>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const { method, params } = JSON.parse(String(data));
      if (method === 'Runtime.bindingCalled') resolve(JSON.parse(params.payload));
      if (method !== 'Target.attachedToTarget' || params.targetInfo.type !== 'page') return;
      const source = `(${watch})()`;
      const { sessionId } = params;
      send('Page.enable', {}, sessionId);
      send('Runtime.enable', {}, sessionId);
      send('Runtime.addBinding', { name: 'tellTimes' }, sessionId);
      send('Page.addScriptToEvaluateOnNewDocument', { source }, sessionId);
      // The page may be there already.
      send('Runtime.evaluate', { expression: source }, sessionId);
    });
  });
  send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
  const times = await told;
  socket.close();
  return times;
}

async function debuggerOf(child: ChildProcess): Promise<string> {
  if (child.stderr === null) throw new Error('no standard error');
  for await (const line of createInterface({ input: child.stderr })) {
    const [, address] = /DevTools listening on (ws:\S+)/.exec(line) ?? [];
    if (address !== undefined) {
      child.stderr.resume();
      return address;
    }
  }
  throw new Error('Electron ended before it listened');
}
