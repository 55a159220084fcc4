import { keepsConstraints } from '../../main/certificates/server-chain/index.ts';
import { createNetwork, type Network, type NetworkOptions } from '../../main/network/index.ts';

/** The network as the app puts it together. */
export function testNetwork(options: Omit<NetworkOptions, 'keepsConstraints'>): Network {
  return createNetwork({ ...options, keepsConstraints });
}
