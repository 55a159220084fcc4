import { fileURLToPath } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };
import { AppError } from '../preload/contract/errors.ts';
import { createApp } from './app.ts';
import { defaultDataFolder } from './hosts/data-folder.ts';
import { readFlags } from './hosts/flags.ts';
import { createWebHost, startWebServer } from './hosts/web/index.ts';
import { createWorkers, workerPrograms } from './hosts/workers/index.ts';

/** Entry of the web host: composes, prints the ready line, ends on a signal. */
async function main(): Promise<void> {
  const flags = readFlags(process.argv.slice(2));
  const host = await createWebHost({
    version: packageJson.version,
    dataFolder: flags.dataFolder ?? defaultDataFolder(process.platform, process.env),
    workers: createWorkers({
      programs: workerPrograms(import.meta.url),
      asProcess: ['certificates', 'demo'],
    }),
  });
  const app = await createApp(host, { demo: flags.demo });
  const server = await startWebServer({
    app,
    port: flags.port,
    rendererFolder: fileURLToPath(new URL('../renderer', import.meta.url)),
    downloads: host.downloads,
    log: host.log,
  });

  const end = async (): Promise<void> => {
    await server.close();
    await app.close();
    await host.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      end().catch(fail);
    });
  }
  process.stdout.write(`Compute Desk ready: ${server.url}\n`);
}

function fail(cause: unknown): void {
  process.stderr.write(`Compute Desk could not start: ${sentence(cause)}\n`);
  process.exit(1);
}

/** The window that would show an error's sentence does not exist yet, so the terminal gets these. */
function sentence(cause: unknown): string {
  if (cause instanceof AppError && cause.code === 'data-folder-in-use') {
    return 'its data folder is in use by another Compute Desk. Close that one, or name another folder with --data-dir.';
  }
  if (cause instanceof AppError && cause.code === 'vault-damaged') {
    return 'vault.json in the data folder cannot be read. Nothing was changed; restore it from a copy.';
  }
  if (cause instanceof AppError && cause.cause !== undefined) return sentence(cause.cause);
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return 'the port is in use. Name another one with --port.';
  return cause instanceof Error ? cause.message : String(cause);
}

main().catch(fail);
