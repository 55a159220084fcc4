import { readFileSync } from 'node:fs';
import type { TlsIdentity } from '../../main/network/index.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { testNetwork } from './network.ts';

/** Calls to make, read from the file that the first argument names. */
export interface ProbeCall {
  readonly name: string;
  readonly url: string;
  readonly identity: TlsIdentity | null;
  readonly authorities: readonly string[];
  /** `HTTPS_PROXY` for this call. */
  readonly proxy?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

// A program of its own, so that main's network can be run by another runtime than the tests'.
const file = process.argv[2];
if (file === undefined) throw new Error('no file given');
const calls = JSON.parse(readFileSync(file, 'utf8')) as ProbeCall[];
const results: Record<string, string> = {};
for (const { name, proxy, ...call } of calls) {
  const network = testNetwork({ env: proxy === undefined ? {} : { HTTPS_PROXY: proxy } });
  try {
    results[name] = String((await network.request(call)).status);
  } catch (error) {
    results[name] = error instanceof AppError ? error.code : String(error);
  }
  await network.close();
}
console.log(JSON.stringify(results));
