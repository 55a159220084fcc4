import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../preload/contract/errors.ts';
import type { System } from '../../preload/contract/systems.ts';
import type { DemoInfo } from '../demo/types.ts';
import type { Log, WorkerPort, Workers } from '../host.ts';
import { readAuthorities } from './authorities.ts';

export const demoSystemId = 'demo';
const name = 'Demo';
const startDeadline = 30_000;
const stopDeadline = 2_000;

interface StartedDemo {
  readonly info: DemoInfo;
  readonly port: WorkerPort;
  readonly ended: Promise<void>;
}

/** The demo system's process, and the system that it is set up as. */
export interface DemoLauncher {
  /** Starts it if it does not run, and says where its services are. @throws AppError `demo-not-running` */
  start(): Promise<DemoInfo>;
  /** What it said at its start; null while it does not run. */
  info(): DemoInfo | null;
  close(): Promise<void>;
}

export function createDemoLauncher(options: {
  workers: Workers;
  dataFolder: string;
  log: Log;
}): DemoLauncher {
  const { workers, dataFolder, log } = options;
  let started: Promise<StartedDemo> | null = null;
  let running: StartedDemo | null = null;

  const start = (): Promise<StartedDemo> => {
    started ??= launch().catch((cause: unknown) => {
      started = null;
      throw cause;
    });
    return started;
  };

  const launch = async (): Promise<StartedDemo> => {
    const port = workers.start('demo');
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const info = await new Promise<DemoInfo>((resolve, reject) => {
      const fail = (reason: string) => {
        clearTimeout(timer);
        reject(
          new AppError('demo-not-running', {
            details: { reason: reason.slice(0, 300) },
            retryable: true,
          }),
        );
      };
      const timer = setTimeout(() => fail('deadline'), startDeadline);
      port.onMessage((message) => {
        const { type, ...rest } = message as { type: string; info?: DemoInfo; message?: string };
        if (type === 'ready' && rest.info !== undefined) {
          clearTimeout(timer);
          resolve(rest.info);
        } else if (type === 'failed') {
          fail(rest.message ?? '');
        }
      });
      port.onExit((reason) => {
        started = null;
        running = null;
        log.info('demo-ended', { reason });
        fail(reason);
        end();
      });
      port.post({ type: 'start', options: { folder: join(dataFolder, 'demo') } });
    }).catch(async (cause: unknown) => {
      await port.stop();
      throw cause;
    });
    running = { info, port, ended };
    return running;
  };

  return {
    start: async () => (await start()).info,
    info: () => running?.info ?? null,
    async close() {
      if (running === null) return;
      const { port, ended } = running;
      port.post({ type: 'stop' });
      await Promise.race([ended, deadline(stopDeadline)]);
      await port.stop();
    },
  };
}

/** The demo as a system; what the user changed of an earlier one (its certificate, its name) is kept. */
export function demoSystem(info: DemoInfo, earlier: System | undefined): System {
  return {
    id: demoSystemId,
    name: earlier?.name ?? name,
    kind: 'demo',
    webApiUrl: info.webApiUrl,
    authUrl: info.authUrl,
    genaiUrl: info.genaiUrl,
    authorities: readAuthorities(Buffer.from(info.authorityPem)),
    certificateId: earlier?.certificateId ?? null,
    route: earlier?.route ?? 'certificate',
    createdAt: earlier?.createdAt ?? new Date().toISOString(),
  };
}

/** The user's certificate file that the demo made at its first start. */
export async function demoCertificateFile(
  info: DemoInfo,
): Promise<{ fileName: string; bytes: Uint8Array; passphrase: string }> {
  const bytes = await readFile(info.p12Path);
  return { fileName: 'demo-user.p12', bytes, passphrase: info.p12Passphrase };
}

function deadline(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
