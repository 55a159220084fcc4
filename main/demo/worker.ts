import { parseArgs } from 'node:util';
import { parentPort } from 'node:worker_threads';
import { ignoring } from '../../common/ignoring.ts';
import { type RunningDemo, startDemo } from './index.ts';
import type { DemoInfo, DemoOptions, DemoReply, DemoRequest } from './types.ts';

/**
 * The demo as a worker thread, a forked child process or a program of its own:
 * `worker.ts --folder DIR [--json] [--web-api-port N] [--identity-port N] [--genai-port N] [--tokens-per-second N]`.
 */
function main(): void {
  if (parentPort) {
    const port = parentPort;
    port.on('close', () => process.exit(0));
    serve(
      (listener) => port.on('message', listener),
      (reply) => port.postMessage(reply),
    );
  } else if (process.send) {
    process.on('disconnect', () => process.exit(0));
    serve(
      (listener) => process.on('message', listener),
      (reply) => process.send?.(reply),
    );
  } else {
    runAlone();
  }
}

function serve(
  onMessage: (listener: (message: DemoRequest) => void) => void,
  post: (reply: DemoReply) => void,
): void {
  let started: Promise<RunningDemo> | undefined;
  onMessage((message) => {
    if (message.type === 'start' && !started) {
      started = startDemo({ ...paceOfTests(), ...message.options });
      started.then(
        (demo) => post({ type: 'ready', info: toInfo(demo) }),
        (error: unknown) => post({ type: 'failed', message: describe(error) }),
      );
    } else if (message.type === 'stop') {
      void exitAfterStop(started);
    }
  });
}

/** Answers come at the speed of a service; tests that only wait for their ends set another, in tokens a second. */
function paceOfTests(): Pick<DemoOptions, 'tokensPerSecond'> {
  const pace = Number(process.env.COMPUTE_DESK_DEMO_PACE ?? Number.NaN);
  return Number.isFinite(pace) ? { tokensPerSecond: pace } : {};
}

function runAlone(): void {
  const { values } = parseArgs({
    options: {
      folder: { type: 'string' },
      json: { type: 'boolean', default: false },
      'web-api-port': { type: 'string' },
      'identity-port': { type: 'string' },
      'genai-port': { type: 'string' },
      'tokens-per-second': { type: 'string' },
      'machine-step-ms': { type: 'string' },
    },
  });
  if (values.folder === undefined) {
    console.error('usage: worker --folder DIR [--json]');
    process.exit(2);
  }
  const options: DemoOptions = {
    folder: values.folder,
    ports: {
      webApi: Number(values['web-api-port'] ?? 0),
      identity: Number(values['identity-port'] ?? 0),
      genai: Number(values['genai-port'] ?? 0),
    },
    ...(values['tokens-per-second'] !== undefined && {
      tokensPerSecond: Number(values['tokens-per-second']),
    }),
    ...(values['machine-step-ms'] !== undefined && {
      machineStepMs: Number(values['machine-step-ms']),
    }),
  };
  const started = startDemo(options);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void exitAfterStop(started));
  }
  started.then(
    (demo) => console.log(values.json ? JSON.stringify(toInfo(demo)) : summary(demo)),
    (error: unknown) => {
      console.error(describe(error));
      process.exit(1);
    },
  );
}

async function exitAfterStop(started: Promise<RunningDemo> | undefined): Promise<void> {
  const demo =
    started && (await ignoring('it has said so already and has nothing to stop', started));
  await demo?.stop();
  process.exit(0);
}

function toInfo(demo: RunningDemo): DemoInfo {
  const { inspect: _inspect, stop: _stop, ...info } = demo;
  return info;
}

function summary(demo: RunningDemo): string {
  return [
    'The demo system is running.',
    `Web API             ${demo.webApiUrl}`,
    `Identity provider   ${demo.authUrl}`,
    `Generative AI       ${demo.genaiUrl}`,
    `Certificate         ${demo.p12Path} (passphrase ${demo.p12Passphrase})`,
    `API key             ${demo.apiKey}`,
    `Portal, API keys    ${demo.portalKeysUrl}`,
  ].join('\n');
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main();
