import { onTestFinished } from 'vitest';
import {
  createNetwork,
  defaultConnection,
  type TlsIdentity,
} from '../../../main/base/network/index.ts';
import { createComputeApis } from '../../../main/work/apis.ts';
import type { Send } from '../../../main/work/operations/types.ts';
import { noSsh } from './no-ssh.ts';

/** Sends requests of a compute API with the app's own network, until the test has finished. */
export function networkSend(
  address: string,
  options: { readonly identity?: TlsIdentity; readonly authorities?: readonly string[] } = {},
): Send {
  const { identity = null, authorities = [] } = options;
  const network = createNetwork({ usualAuthorities: [], env: {} });
  onTestFinished(() => network.close());
  const access = {
    address,
    identity,
    connection: defaultConnection(authorities),
    authorization: null,
  };
  const apis = createComputeApis({
    systems: { get: () => ({ computeApi: { family: 'field' } }) as never },
    access: { openWebApi: async () => access },
    network,
    ssh: noSsh,
  });
  return apis.sender('s1', { family: 'field' });
}
