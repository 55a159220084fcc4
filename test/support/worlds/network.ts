import {
  createNetwork,
  type ExaminedNetwork,
  type NetworkOptions,
} from '../../../main/base/network/index.ts';

/**
 * The network as the app puts it together. A world whose servers no public authority issued goes without those
 * (`usualAuthorities: []`): reading hundreds of them costs more than most tests.
 */
export function testNetwork(options: NetworkOptions): ExaminedNetwork {
  return createNetwork(options);
}
