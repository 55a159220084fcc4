import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { ignoring } from '../../../common/ignoring.ts';
import type { CallName } from '../../../preload/contract/index.ts';
import { decode, encode } from '../../../preload/contract/wire.ts';
import { startWebProcess } from '../../support/processes/web-process.ts';
import { connectWebClient, type WebClient } from '../../support/servers/web-client.ts';
import { jsonValues } from './hostile-values.ts';
import { createPool } from './pool.ts';
import { createPopulated } from './populated.ts';
import { longest, tryEveryCall } from './run.ts';
import { startSurroundings } from './surroundings.ts';
import type { Answer } from './tried.ts';

const noFolder = 'a browser has no dialog that gives the app a folder of this computer';
/** What the web host has nothing to answer with. */
const beyondReach = {
  'toolServers.signIn':
    'only a service has a sign-in, and only a user in a browser ends it; test/integration/chat/tool-servers/sign-in.test.ts does',
  'toolForms.answer':
    'a form waits only while a server of tools asks during a call of a model; test/integration/chat/tool-servers/forms.test.ts answers them',
  'session.chooseCertificate':
    'only the windows of Electron ask for one of the operating system’s certificates: the way is unavailable',
  'support.saveCrash': 'the web host keeps no dumps: it finds none, whatever the id',
  'files.listHere': noFolder,
  'files.makeFolderHere': noFolder,
  'files.upload': noFolder,
  'files.download': noFolder,
};

/** Memory that the host's process may take for all of it, KB. */
const mostResident = 1_500_000;

test(
  'whatever a tab sends by its socket is answered or refused with a reason, and the socket stands',
  async () => {
    const around = await startSurroundings();
    const host = startWebProcess(around.dataFolder, {
      args: ['--policy', around.policyFile],
      env: { ...around.environment, COMPUTE_DESK_VALIDATE_OUTPUT: '1' },
    });
    const client = await connectWebClient(await host.ready);
    onTestFinished(() => client.close());
    // A download that failed waits for its user, who gives up.
    client.on('apiConsole.changed', ({ systemId }) => {
      void ignoring('the system may be gone', endFailed(client, systemId));
    });
    const pool = createPool();
    const met = new Set<string>();
    const send = async (name: string, input: unknown): Promise<Answer> => {
      try {
        const value: unknown = await client.call(name as CallName, input as never);
        met.add(name);
        pool.learn(name.split('.')[0] ?? '', value);
        return { ok: true, value };
      } catch (error) {
        if (error === 'gone') throw new Error(`${name}: the socket is gone`);
        // What never left is no answer: it is deeper than a message may be.
        if (isTooDeep(input)) return { ok: false, error: { code: 'call-too-deep' } };
        return { ok: false, error: error as Answer['error'] & object };
      }
    };
    const populated = await createPopulated(send, around, pool);
    onTestFinished(() => populated.close());
    await populated.populate();
    await tryEveryCall('by the web host’s socket', {
      hostile: jsonValues,
      arrives,
      send,
      ...populated,
      beyondReach,
      met,
      pool,
    });
    expect(host.child.exitCode).toBe(null);
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    if (process.platform === 'linux') {
      const status = readFileSync(`/proc/${host.child.pid}/status`, 'utf8');
      expect(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1])).toBeLessThan(mostResident);
    }
  },
  longest,
);

async function endFailed(client: WebClient, systemId: string): Promise<void> {
  const { downloads } = await client.call('apiConsole.snapshot', { systemId });
  for (const { id } of downloads.filter(({ state }) => state === 'failed')) {
    await client.call('apiConsole.cancelDownload', { systemId, id });
  }
}

/** JSON has no NaN and no infinity; what is too deep does not leave. */
function arrives(input: unknown): unknown {
  if (isTooDeep(input)) return input;
  return (decode(encode({ id: 1, name: '', input })) as { input?: unknown }).input;
}

function isTooDeep(input: unknown): boolean {
  try {
    encode({ id: 1, name: '', input });
    return false;
  } catch {
    return true;
  }
}
