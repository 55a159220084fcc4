import type { Page } from 'playwright';
import type { CallResult } from '../../../preload/contract/bridge.ts';
import type { CallInput, CallName, CallOutput } from '../../../preload/contract/index.ts';

/**
 * Calls of the contract from within a page of the web host, over a WebSocket of its own: as many at
 * once as inputs are given. For what a test has to bring about and does not want to show.
 */
export async function callsOf<N extends CallName>(
  page: Page,
  name: N,
  inputs: readonly CallInput<N>[],
): Promise<CallResult[]> {
  return page.evaluate(
    ({ name: called, inputs: given }) =>
      new Promise<CallResult[]>((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/socket`);
        const results: CallResult[] = [];
        let open = given.length;
        socket.addEventListener('error', () => reject(new Error('the socket failed')));
        socket.addEventListener('open', () => {
          for (const [id, input] of given.entries()) {
            socket.send(JSON.stringify({ id, name: called, input }));
          }
        });
        socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
          const said = JSON.parse(data) as { kind: string; id: number; result: CallResult };
          if (said.kind !== 'result') return;
          results[said.id] = said.result;
          open--;
          if (open > 0) return;
          socket.close();
          resolve(results);
        });
      }),
    { name, inputs },
  );
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
