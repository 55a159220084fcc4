import { expect, test } from 'vitest';
import { genaiWorld, nobody } from '../../../support/worlds/genai.ts';

const systemId = 'system-1';

test("the portal's pages are kept for the system; only addresses that can be opened are taken", async () => {
  await using world = await genaiWorld();
  const { calls } = world.genai;
  expect((await calls.snapshot({ systemId }, nobody)).portal).toEqual({
    keysUrl: null,
    usageUrl: null,
  });
  const keysUrl = 'https://portal.example.org/keys?project=1';
  await calls.setPortal({ systemId, keysUrl, usageUrl: null }, nobody);
  await world.events.until('genai.changed', ({ portal }) => portal.keysUrl === keysUrl);
  for (const [usageUrl, problem] of [
    ['portal.example.org', 'not-a-url'],
    ['http://portal.example.org/usage', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['https://me:secret@portal.example.org/', 'has-credentials'],
  ] as const) {
    const setting = calls.setPortal({ systemId, keysUrl: null, usageUrl }, nobody);
    await expect(setting).rejects.toMatchObject({
      code: 'address-invalid',
      details: { field: 'usageUrl', problem },
    });
  }
  const again = await world.again();
  expect((await again.calls.snapshot({ systemId }, nobody)).portal).toEqual({
    keysUrl,
    usageUrl: null,
  });
  const loopback = 'http://127.0.0.1:8080/usage';
  await again.calls.setPortal({ systemId, keysUrl: null, usageUrl: loopback }, nobody);
  expect((await again.calls.snapshot({ systemId }, nobody)).portal.usageUrl).toBe(loopback);
});

test("the system's own authorities are saved as one PEM file", async () => {
  const authority = (pem: string) => ({
    subject: 'CN=Example',
    notAfter: '2030-01-01T00:00:00.000Z',
    fingerprint: '00',
    pem,
  });
  await using world = await genaiWorld({
    system: { authorities: [authority('ONE\n'), authority('TWO')] },
  });
  await world.genai.calls.exportAuthorities({ systemId }, nobody);
  expect(world.saved.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['authorities.pem', 'ONE\nTWO\n'],
  ]);
  await using bare = await genaiWorld();
  await expect(bare.genai.calls.exportAuthorities({ systemId }, nobody)).rejects.toMatchObject({
    code: 'not-found',
  });
});
