import { BlockList, isIP } from 'node:net';

/** The scope of an address; `nobodys` belongs to no server that anybody is sent to. */
export type AddressScope = 'public' | 'private' | 'loopback' | 'nobodys';

type Net = readonly [address: string, prefix: number];

function listOf(...nets: readonly Net[]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of nets) {
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

const loopback = listOf(['127.0.0.0', 8], ['::1', 128]);
const within = listOf(
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['fc00::', 7],
);
/** All other IPv6 is special, unassigned, or another form of an IPv4 address (mapped, compatible, translated). */
const global6 = listOf(['2000::', 3]);
/**
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry
 * @see https://www.iana.org/assignments/iana-ipv6-special-registry
 */
const special = listOf(
  ['0.0.0.0', 8], // this network
  ['169.254.0.0', 16], // link-local, with the clouds' metadata services
  ['192.0.0.0', 24], // protocols, and Oracle's metadata service
  ['192.0.2.0', 24], // examples
  ['192.88.99.0', 24], // 6to4 relays
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // examples
  ['203.0.113.0', 24], // examples
  ['224.0.0.0', 3], // multicast, reserved, broadcast
  ['2001::', 23], // protocols: Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // examples
  ['2002::', 16], // 6to4
  ['3fff::', 20], // examples
);
/** Cloud metadata services within private or public networks. */
const metadata = listOf(
  ['100.100.100.200', 32], // Alibaba
  ['168.63.129.16', 32], // Azure
  ['fd00:ec2::', 32], // Amazon
  ['fd00:c1::a9fe:a9fe', 128], // Oracle
  ['fd00:42::42', 128], // Scaleway
  ['fd20:ce::254', 128], // Google
);

/**
 * Returns how near an address is, by number and not by name, in any notation. An address that embeds another (IPv4 in
 * IPv6) is `nobodys`: the embedded one is not examined.
 * @param address in a form that `isIP` accepts
 */
export function addressScope(address: string): AddressScope {
  const [bare = ''] = address.split('%', 1);
  const family = isIP(bare) === 6 ? 'ipv6' : 'ipv4';
  const isIn = (list: BlockList): boolean => list.check(bare, family);
  if (isMapped(bare)) return 'nobodys';
  if (isIn(loopback)) return 'loopback';
  if (isIn(special) || isIn(metadata)) return 'nobodys';
  if (isIn(within)) return 'private';
  return family === 'ipv4' || isIn(global6) ? 'public' : 'nobodys';
}

const mapped = listOf(['::ffff:0:0', 96]);

function isMapped(address: string): boolean {
  return isIP(address) === 6 && mapped.check(address, 'ipv6');
}
