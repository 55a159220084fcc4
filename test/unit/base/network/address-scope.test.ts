import { expect, test } from 'vitest';
import {
  type AddressScope,
  addressScope,
} from '../../../../main/base/network/examine/address-scope.ts';

/** By the registries of IANA for special purposes, ends of nets and what lies beside them. */
const table: readonly [AddressScope, ...string[]][] = [
  ['loopback', '127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'],
  ['private', '10.0.0.0', '10.255.255.255', '172.16.0.1', '172.31.255.255'],
  ['private', '192.168.0.1', '100.64.0.1', '100.127.255.255', 'fc00::1', 'fdff::1'],
  ['public', '9.255.255.255', '11.0.0.0', '172.15.255.255', '172.32.0.0', '100.63.255.255'],
  ['public', '100.128.0.0', '192.167.255.255', '192.169.0.0', '8.8.8.8', '223.255.255.255'],
  ['public', '2001:200::1', '2400:4000::1', '2606:4700::1', '2a00:1450::1', '2003::1'],
  // This network, protocols, examples, relays, benchmarks, multicast, reserved.
  ['nobodys', '0.0.0.0', '0.1.2.3', '192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.2.1'],
  ['nobodys', '192.88.99.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9'],
  ['nobodys', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
  ['public', '192.0.1.1', '192.0.3.1', '198.17.0.1', '198.20.0.1', '203.0.114.1'],
  // Where clouds tell secrets: Amazon and most others, Alibaba, Oracle, Azure, Amazon, Oracle, Scaleway, Google.
  ['nobodys', '169.254.169.254', '169.254.170.2', '169.254.0.23', '100.100.100.200'],
  ['nobodys', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd00:ec2::23'],
  ['nobodys', 'fd00:c1::a9fe:a9fe', 'fd00:42::42', 'fd20:ce::254', 'fe80::a9fe:a9fe'],
  // IPv4 in IPv6: mapped, compatible, translated, NAT64 of both kinds, 6to4, Teredo.
  ['nobodys', '::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1'],
  ['nobodys', '::10.0.0.1', '::127.0.0.1', '::8.8.8.8', '::7f00:1', '::ffff:0:10.0.0.1'],
  ['nobodys', '64:ff9b::10.0.0.1', '64:ff9b::808:808', '64:ff9b:1::a00:1', '64:ff9b:1:ffff::1'],
  ['nobodys', '2002:a00:1::1', '2002:7f00:1::', '2001::1', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  // The rest of IPv6.
  ['nobodys', '::', '::2', '100::1', '100:0:0:1::1', '2001:1::1', '2001:2::1', '2001:3::1'],
  ['nobodys', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff::1', '2001:db8::1', '3fff::1'],
  ['nobodys', '5f00::1', '4000::1', 'fe00::1', 'fe80::1', 'febf::1', 'fec0::1', 'ff02::1'],
  ['nobodys', 'fe80::1%eth0', 'fe80::1%25eth0'],
];

test.each(table.flatMap(([nearness, ...all]) => all.map((address) => ({ address, nearness }))))(
  '$address is $nearness',
  ({ address, nearness }) => {
    expect(addressScope(address)).toBe(nearness);
  },
);
