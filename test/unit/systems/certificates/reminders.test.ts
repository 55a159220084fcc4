import { describe, expect, test } from 'vitest';
import {
  type CertificatesWorld,
  certificatesWorld,
  sender,
} from '../../../support/worlds/certificates.ts';
import { p12Of } from './files.ts';

const end = Date.parse('2026-06-01T00:00:00.000Z');
const day = 86_400_000;

/** A certificate that ends at `end`, and the reminder that a window sees so long before. */
async function expiring() {
  const world = await certificatesWorld();
  const { bytes } = await p12Of('Alice', 'secret', { notAfter: '260601000000Z' });
  const { id } = await world.keep(bytes, 'secret');
  const reminder = async (days: number) => {
    world.at(new Date(end - days * day));
    return (await world.list())[0]?.reminder;
  };
  const dismiss = () => world.calls.dismissReminder({ id }, sender);
  return { world, id, reminder, dismiss };
}

const told = (world: CertificatesWorld) =>
  world.events.of('certificates.changed').at(-1)?.certificates[0]?.reminder;

describe('the reminder of expiry', () => {
  test('comes 30, 7 and 1 days before and at the end, each once', async () => {
    const { world, reminder, dismiss } = await expiring();
    expect(await reminder(31)).toBeNull();
    for (const [days, due] of [
      [30, 30],
      [7, 7],
      [1, 1],
      [0, 0],
    ] as const) {
      expect(await reminder(days)).toBe(due);
      expect(await reminder(days - 0.1)).toBe(due);
      await dismiss();
      expect(told(world)).toBeNull();
      expect(await reminder(days - 0.2)).toBeNull();
    }
    expect(await reminder(-100)).toBeNull();
  });

  test('stays away after a restart once dismissed, and stays there until then', async () => {
    const { world, reminder, dismiss } = await expiring();
    expect(await reminder(20)).toBe(30);
    await world.reopen();
    expect(await reminder(19)).toBe(30);
    await dismiss();
    await world.reopen();
    expect(await reminder(18)).toBeNull();
    expect(await reminder(6)).toBe(7);
  });

  test('comes anew for what takes the place of an old certificate', async () => {
    const { world, id, reminder, dismiss } = await expiring();
    expect(await reminder(20)).toBe(30);
    await dismiss();
    const next = await p12Of('Alice', 'secret', { notAfter: '260602000000Z' });
    await world.keep(next.bytes, 'secret', 'Renewed', id);
    expect((await world.list())[0]).toMatchObject({ id, reminder: 30 });
  });

  test('goes with the certificate', async () => {
    const { world, id, reminder } = await expiring();
    expect(await reminder(3)).toBe(7);
    await world.calls.remove({ id }, sender);
    expect(await world.list()).toEqual([]);
  });
});
