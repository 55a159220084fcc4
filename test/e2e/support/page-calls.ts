import type { Page } from 'playwright';
import type { CallResult } from '../../../preload/contract/bridge.ts';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { CallInput, CallName, CallOutput } from '../../../preload/contract/index.ts';
import { connectWebClient } from '../../support/servers/web-client.ts';

/** Where a tab of the web host keeps what it proves itself with (renderer/client/entrance.ts). */
const memory = 'compute-desk-secret';

/**
 * Calls of the contract in the name of a page of the web host, over a WebSocket of their own: as many at
 * once as inputs are given. For what a test has to bring about and does not want to show.
 */
export async function callsOf<N extends CallName>(
  page: Page,
  name: N,
  inputs: readonly CallInput<N>[],
): Promise<CallResult[]> {
  // the tab keeps it when the host has proven itself
  const secret = await page.waitForFunction((item) => sessionStorage.getItem(item), memory);
  const [kept = ''] = ((await secret.jsonValue()) ?? '').split('.');
  const client = await connectWebClient(page.url(), kept);
  try {
    return await Promise.all(
      inputs.map((input) =>
        client.call(name, input).then(
          (value): CallResult => ({ ok: true, value }),
          (error: AppErrorData | 'gone'): CallResult => {
            if (error === 'gone') throw new Error(`${name}: main is gone`);
            return { ok: false, error };
          },
        ),
      ),
    );
  } finally {
    client.close();
  }
}

/** One call of the contract. @throws Where it was refused, with the reason */
export async function callOf<N extends CallName>(
  page: Page,
  name: N,
  input: CallInput<N>,
): Promise<CallOutput<N>> {
  const [result] = await callsOf(page, name, [input]);
  if (result?.ok !== true) throw new Error(`${name}: ${JSON.stringify(result)}`);
  return result.value as CallOutput<N>;
}
