import { join } from 'node:path';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Log, WorkerPort, Workers } from '../../base/host.ts';
import type { DemoInfo } from '../types.ts';

const startDeadline = 30_000;
const stopDeadline = 2_000;

interface StartedDemo {
  readonly info: DemoInfo;
  readonly port: WorkerPort;
  readonly ended: Promise<void>;
}

/** The demo system's process. */
export interface DemoLauncher {
  /** Starts it if necessary, and returns where its services are. @throws AppError `demo-not-running` */
  start(): Promise<DemoInfo>;
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
    async close() {
      if (running === null) return;
      const { port, ended } = running;
      port.post({ type: 'stop' });
      await Promise.race([ended, deadline(stopDeadline)]);
      await port.stop();
    },
  };
}

function deadline(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
