/**
 * The app in a process of its own, in the folder `argv[2]`, with a system whose service is at the port `argv[3]` and the
 * listener for other programs turned on. Tells its address and a key by IPC.
 */
import { createWebHost } from '../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { openApp } from '../../../main/open-app.ts';
import type { CallInput, CallName, CallOutput } from '../../../preload/contract/index.ts';

const [, , dataFolder = '', port = ''] = process.argv;
const host = await createWebHost({
  ...{ version: '0.0.0', dataFolder, environment: [] },
  workers: createWorkers({
    programs: workerPrograms(new URL('../../../main/app.ts', import.meta.url).href),
  }),
});
const app = await openApp(host, { validateOutput: false }).load();

async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const result = await app.call(name, input, { id: 'bench' });
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
  return result.value as CallOutput<N>;
}

await call('vault.setPassphrase', { passphrase: 'correct horse battery' });
const { id: systemId } = await call('systems.add', {
  ...{ name: 'Bench', webApiUrl: '', authUrl: null, genaiUrl: `http://127.0.0.1:${port}` },
  ...{ authorities: [], certificateId: null, route: 'certificate' },
} as unknown as CallInput<'systems.add'>);
await call('genai.addKey', { systemId, name: 'Key', key: 'sk-bench-0123456789abcdef' });
await call('programs.turn', { on: true });
const { key } = await call('programs.add', {
  ...{
    systemId,
    name: 'Bench',
    paths: ['v1', 'mcp'],
    models: null,
    readOnly: true,
    conversations: false,
    endsAt: null,
  },
});
const { address } = await call('programs.snapshot', undefined);
process.send?.({ address, key });
process.once('disconnect', () => {
  void app
    .close()
    .then(host.close)
    .then(() => process.exit(0));
});
