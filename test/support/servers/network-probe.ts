import { readFileSync } from 'node:fs';
import {
  defaultConnection,
  type Examiner,
  type TlsIdentity,
} from '../../../main/base/network/index.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { testNetwork } from '../worlds/network.ts';

/** Calls to make, read from the file that the first argument names. */
export interface ProbeCall {
  readonly name: string;
  readonly url: string;
  readonly identity: TlsIdentity | null;
  readonly authorities: readonly string[];
  /** `HTTPS_PROXY` for this call. */
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Only the handshake, and what was seen of it. */
  readonly examined?: true;
}

// A program of its own, so that main's network can be run by another runtime than the tests'.
const file = process.argv[2];
if (file === undefined) throw new Error('no file given');
const calls = JSON.parse(readFileSync(file, 'utf8')) as ProbeCall[];
const results: Record<string, string> = {};
for (const { name, proxy, examined, ...call } of calls) {
  const network = testNetwork({ env: proxy === undefined ? {} : { HTTPS_PROXY: proxy } });
  try {
    results[name] = examined
      ? await seen(network.examiner, call)
      : String((await network.request(call)).status);
  } catch (error) {
    results[name] = error instanceof AppError ? error.code : String(error);
  }
  await network.close();
}
console.log(JSON.stringify(results));

/** What the server asked for in the handshake, whether it got it, and who says that it may be trusted. */
async function seen(
  examiner: Examiner,
  { url, identity, authorities }: Pick<ProbeCall, 'url' | 'identity' | 'authorities'>,
): Promise<string> {
  const { signal } = new AbortController();
  const { server, presented, trustedBy, problem } = await examiner.shake(new URL(url), {
    ...{ address: '127.0.0.1', identity, signal },
    connection: defaultConnection(authorities),
  });
  const asked = `${server?.version}, ${server?.chain.length} sent, ${server?.accepted?.length} asked`;
  return `${asked}, ${presented ? 'shown' : 'not shown'}, ${trustedBy}, ${problem?.code ?? 'well'}`;
}
