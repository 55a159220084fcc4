import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { languages } from '../../../../common/texts/language.ts';
import { plainName } from '../../../../common/texts/plain-name.ts';
import {
  createSystemNotifications,
  notificationBody,
} from '../../../../main/hosts/electron/notifications.ts';
import { notificationText as ofMain } from '../../../../main/machines/notifications/texts.ts';
import { machineStates } from '../../../../preload/contract/machines/machines.ts';
import type { MachineChange } from '../../../../preload/contract/machines/notifications.ts';
import { notificationText as ofPage } from '../../../../renderer/features/machines/notifications/texts.ts';
import type { Translate } from '../../../../renderer/i18n/index.ts';
import { createLateTexts } from '../../../../renderer/i18n/late.tsx';
import { recordLog } from '../../../support/worlds/world.ts';

const change: fc.Arbitrary<MachineChange> = fc.record({
  machine: fc.option(fc.record({ name: fc.string(), nth: fc.constant(0) })),
  state: fc.constantFrom(...machineStates),
  status: fc.string(),
  lasted: fc.option(fc.nat(10 ** 9)),
  atMost: fc.boolean(),
});
const jobChange: fc.Arbitrary<MachineChange> = fc.record({
  machine: fc.constant({ name: 'cpu', nth: 0 }),
  state: fc.constant('unknown' as const),
  status: fc.string(),
  lasted: fc.option(fc.nat(10 ** 9)),
  atMost: fc.constant(false),
  job: fc.record({
    key: fc.string(),
    name: fc.string(),
    what: fc.constantFrom('started', 'done', 'failed', 'limit', 'cancelled', 'ended', 'lost'),
    reason: fc.string(),
    limitSeconds: fc.option(fc.nat(10 ** 6)),
  }),
});

test.each(languages)('main and the page say the same of a notice, in %s', async (language) => {
  const texts = await createLateTexts(language);
  const t: Translate = (key, values) => texts.t(key, values ?? {});
  void fc.assert(
    fc.property(
      fc.array(fc.oneof(change, jobChange), { maxLength: 4 }),
      fc.nat(3),
      (changes, more) => {
        const notice = { changes, more };
        expect(ofMain(notice, 'Centre', language)).toEqual(ofPage(notice, 'Centre', t, language));
      },
    ),
  );
});

test('what a server says stands in one line, short, and turns nothing around it', () => {
  expect(plainName('a\nb\r\n\u2028c\u0007')).toBe('a b c');
  expect(plainName('a\u202egnp.exe\u2066')).toBe('agnp.exe');
  expect(plainName('שרת 1')).toBe('\u2068שרת 1\u2069');
  expect(plainName('計算機 1')).toBe('計算機 1');
  expect(plainName('x'.repeat(100_000))).toBe(`${'x'.repeat(100)}…`);
  void fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = plainName(text);
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066\u2067]/u);
      expect(line.split('\u2068')).toHaveLength(line.split('\u2069').length);
    }),
    { numRuns: 50 },
  );
});

test('a text is markup on Linux only', () => {
  expect(notificationBody('linux', '<b>&amp;</b>')).toBe('&lt;b&gt;&amp;amp;&lt;/b&gt;');
  expect(notificationBody('win32', '<b>&amp;</b>')).toBe('<b>&amp;</b>');
});

test('with sound the desktop of Linux, which Electron tells nothing of it, beeps; without it nothing does', () => {
  const wanted: boolean[] = [];
  let beeps = 0;
  const on = (platform: NodeJS.Platform) =>
    createSystemNotifications({
      ...{ platform, supported: () => true, showWindow: () => undefined },
      ...{ log: recordLog(), uptime: () => 0 },
      beep() {
        beeps += 1;
      },
      create({ silent }) {
        wanted.push(silent);
        return { on: () => undefined, show: () => undefined } as never;
      },
    });
  const notice = { title: '', body: '', place: '', clicked: () => undefined };
  for (const sound of [false, true]) {
    on('linux').show({ ...notice, sound });
    on('win32').show({ ...notice, sound });
  }
  expect(wanted).toEqual([true, true, false, false]);
  expect(beeps).toBe(1);
});

test('what the operating system says of one is told, by documents of Electron: show, or failed with a reason', () => {
  const heard = new Map<string, (...given: unknown[]) => void>();
  const log = recordLog();
  const own = createSystemNotifications({
    ...{ platform: 'darwin', supported: () => true, showWindow: () => undefined },
    ...{ log, uptime: () => 0, beep: () => undefined },
    create: () => ({ on: heard.set.bind(heard), show: () => undefined }) as never,
  });
  const settled: boolean[] = [];
  own.show({
    ...{ title: '', body: '', sound: false, place: '', clicked: () => undefined },
    settled: (shown) => settled.push(shown),
  });
  expect(settled).toEqual([]);
  heard.get('show')?.({});
  // of an app that is not signed, since Electron 42
  heard.get('failed')?.({}, 'Notifications are not allowed for this application');
  expect(settled).toEqual([true, false]);
  expect(log.text()).toContain('notice-not-shown Error: Notifications are not allowed');
});

test('a notification server that holds the app up is left alone for a while', () => {
  let uptime = 0;
  let shown = 0;
  const own = createSystemNotifications({
    ...{ platform: 'linux', supported: () => true, showWindow: () => undefined },
    ...{ log: recordLog(), uptime: () => uptime, beep: () => undefined },
    create: () =>
      ({
        on: () => undefined,
        show() {
          shown += 1;
          uptime += 25_000;
        },
      }) as never,
  });
  const notice = { title: '', body: '', sound: false, place: '', clicked: () => undefined };
  for (let n = 0; n < 5; n++) own.show(notice);
  expect(shown).toBe(1);
  uptime += 10 * 60_000;
  own.show(notice);
  expect(shown).toBe(2);
});
