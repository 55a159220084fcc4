import { once } from 'node:events';
import { expect, test } from 'vitest';
import { hasDesktop } from './support/bus/desktop.ts';
import { callOf } from './support/desk.ts';
import { watchedDesktop } from './support/watched-desktop.ts';
import { closeWindow, watch, watched, windowsOf } from './support/watched-system.ts';

const onDesktop = test.skipIf(!hasDesktop);
const on = watchedDesktop();

const titles = () => on.desktop.shown.map(({ title }) => title);
/** Durations are another matter. */
const withoutTime = () => titles().map((title) => title.replace(/(after) .*/, '$1 …'));

onDesktop(
  'a change is told once it was seen n of m times, once, by its kind; its end with how long it lasted',
  async () => {
    const desk = await on.start();
    const { see, setRule } = await watch(desk, on.place);
    await setRule({ seen: 2, of: 3 });
    for (const a of ['OK', 'NG', 'OK', 'OK', 'OK', 'NG', 'NG', 'NG']) await see({ a, b: 'OK' });
    await expect.poll(titles).toEqual(['a: Down (NG)']);
    await see({ a: 'OK', b: 'maintenance' });
    await see({ a: 'OK', b: 'maintenance' });
    await see({ a: 'OK', b: 'degraded' });
    await see({ a: 'OK', b: 'degraded' });
    await expect
      .poll(withoutTime)
      .toEqual(['a: Down (NG)', 'a is up again after …', 'b: Degraded (degraded)']);
    expect(titles()[1]).toMatch(/^a is up again after \d+ \w+/);
    expect(on.desktop.shown[0]?.body).toBe('Place');

    await setRule({ recovery: false, states: ['maintenance'] });
    await see({ a: 'NG', b: 'OK' });
    await see({ a: 'maintenance', b: 'OK' });
    await setRule({ unreachable: true });
    await see(null);
    await see({ a: 'maintenance', b: 'OK' });
    await expect
      .poll(() => withoutTime().slice(3))
      .toEqual([
        'a: Maintenance (maintenance)',
        'The Web API cannot be reached',
        'The Web API can be reached again after …',
      ]);
  },
);

onDesktop(
  'many at once are one notice; what changes in quiet hours is one notice afterwards',
  async () => {
    const desk = await on.start();
    const { see, setRule } = await watch(desk, on.place);
    await setRule({});
    const all = (status: string) =>
      Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`node-<${n}>`, status]));
    await see(all('OK'));
    await see(all('NG'));
    await expect.poll(titles).toEqual(['Place: 5 changes']);
    // names are no markup
    expect(on.desktop.shown[0]?.body.split('\n')[2]).toBe('node-&lt;2&gt;: Down (NG)');

    await setRule({ quiet: aroundNow() });
    await see({ ...all('NG'), 'node-<0>': 'OK' });
    await see({ ...all('NG'), 'node-<0>': 'OK', 'node-<1>': 'OK' });
    await see({ ...all('NG'), 'node-<1>': 'OK' });
    await setRule({});
    await see({ ...all('NG'), 'node-<1>': 'OK' });
    await expect.poll(titles).toEqual(['Place: 5 changes', 'Place: 2 changes']);
    expect(on.desktop.shown[1]?.body).toMatch(
      /^node-&lt;1&gt; is up again.*\nnode-&lt;0&gt;: Down/,
    );
  },
);

onDesktop(
  'nothing is told again after the app was killed, and what changed meanwhile is told',
  async () => {
    const first = await on.start();
    const { see, setRule, systemId } = await watch(first, on.place);
    await setRule({});
    await see({ a: 'OK', b: 'OK' });
    await see({ a: 'NG', b: 'OK' });
    await expect.poll(titles).toEqual(['a: Down (NG)']);
    const ended = once(first.electron.process(), 'exit');
    first.electron.process().kill('SIGKILL');
    await ended;

    on.place.say({ a: 'NG', b: 'NG' });
    const second = watched(await on.start(), on.place, systemId);
    await second.see({ a: 'NG', b: 'NG' });
    await second.see({ a: 'OK', b: 'NG' });
    await expect
      .poll(withoutTime)
      .toEqual(['a: Down (NG)', 'b: Down (NG)', 'a is up again after …']);
  },
);

onDesktop('the settings try one out, without sound unless it is asked for', async () => {
  const desk = await on.start();
  const { setRule } = await watch(desk, on.place);
  await desk.page.evaluate("location.hash = '#/settings/notifications'");
  const toggle = desk.page.getByRole('switch', { name: 'Notify me of changes' });
  expect(await toggle.getAttribute('aria-checked')).toBe('false');
  await toggle.click();
  await desk.electron.evaluate(({ shell }) => {
    const heard = globalThis as { beeps?: number };
    heard.beeps = 0;
    shell.beep = () => {
      heard.beeps = (heard.beeps ?? 0) + 1;
    };
  });
  const beeps = () => desk.electron.evaluate(() => (globalThis as { beeps?: number }).beeps);
  const once = desk.page.getByRole('button', { name: 'Show a test notification' });
  await once.click();
  await expect.poll(titles).toEqual(['Place']);
  expect(on.desktop.shown[0]?.body).toBe('This is a test notification.');
  // the desktop is asked for no sound either
  expect([...(on.desktop.shown[0]?.hints.keys() ?? [])].join()).not.toMatch(/sound/);
  expect(await beeps()).toBe(0);
  await setRule({ sound: true });
  await once.click();
  await expect.poll(titles).toHaveLength(2);
  await expect.poll(beeps).toBe(1);
});

onDesktop('without a window it is told as well, and a click opens one at the machine', async () => {
  const desk = await on.start('ja');
  const { see, setRule } = await watch(desk, on.place, 10);
  await setRule({});
  await callOf(desk)('settings.update', { keepChecking: true });
  await see({ 'cpu main': 'OK' });
  await closeWindow(desk);
  await expect.poll(() => windowsOf(desk)).toEqual([]);
  on.place.say({ 'cpu main': 'NG' });
  await expect.poll(titles).toEqual(['cpu main: 停止（NG）']);
  const [shown] = on.desktop.shown;
  expect(shown?.actions[0]).toBe('default');
  if (shown !== undefined) on.desktop.clickNotice(shown);
  await expect.poll(() => windowsOf(desk)).toEqual(['#/machines/cpu%20main']);
  const page = desk.electron.windows()[0];
  await page?.getByText('cpu main', { exact: true }).first().waitFor();
});

onDesktop(
  'a click of another system’s notice puts that system on screen, at the machine, in the open window',
  async () => {
    const desk = await on.start();
    const call = callOf(desk);
    const { see, setRule } = await watch(desk, on.place);
    await setRule({});
    await see({ a: 'OK' });
    await see({ a: 'NG' });
    await expect.poll(titles).toEqual(['a: Down (NG)']);
    await call('systems.openDemo');
    await desk.page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    const [shown] = on.desktop.shown;
    if (shown !== undefined) on.desktop.clickNotice(shown);
    await expect.poll(() => windowsOf(desk)).toEqual(['#/machines/a']);
    await desk.page.getByText('a', { exact: true }).first().waitFor();
  },
);

/** From an hour ago until in an hour, by this computer's clock. */
function aroundNow() {
  const date = new Date();
  const minute = date.getHours() * 60 + date.getMinutes();
  return { from: (minute + 1380) % 1440, to: (minute + 60) % 1440 };
}
