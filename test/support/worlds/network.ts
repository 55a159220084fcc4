import { keepsConstraints } from '../../../main/base/x509/server-chain/index.ts';
import {
  createNetwork,
  type ExaminedNetwork,
  type NetworkOptions,
} from '../../../main/base/network/index.ts';

/**
 * The network as the app puts it together. A world whose servers no public authority issued goes without those
 * (`usualAuthorities: []`): reading hundreds of them costs more than most tests.
 */
export function testNetwork(options: Omit<NetworkOptions, 'keepsConstraints'>): ExaminedNetwork {
  return createNetwork({ ...options, keepsConstraints });
}
