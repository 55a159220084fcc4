import { type Desk, sleep } from './desk.ts';

/** Times of keys in ms: from each to the frame that shows it, and the page's processor time until the next. */
export interface Keys {
  readonly clock: readonly number[];
  readonly cpu: readonly number[];
}

/** Between two keys of someone who types quickly, ms. */
const between = 90;

/** Runs in the page: ms from each key to the frame that shows it. */
function noteKeys(): void {
  if ('noted' in window) return;
  const noted: number[] = [];
  Object.assign(window, { noted });
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          noted.push(performance.now() - timeStamp);
          channel.port1.close();
        };
        channel.port2.postMessage(null);
      });
    },
    { capture: true },
  );
}

/** Presses a key again and again, for as long as `goOn` says so of their number. */
export async function typeKeys(desk: Desk, goOn: (typed: number) => boolean): Promise<Keys> {
  const { page } = desk;
  await page.evaluate(noteKeys);
  const cpu: number[] = [];
  for (let typed = 0; goOn(typed); typed += 1) {
    const before = (await desk.cpu()).get('TaskDuration') ?? Number.NaN;
    await page.keyboard.press('a');
    await sleep(between);
    const after = (await desk.cpu()).get('TaskDuration') ?? Number.NaN;
    cpu.push((after - before) * 1000);
  }
  // the last one's frame may be still to come
  await page.waitForFunction(
    (count) => (window as unknown as { noted: number[] }).noted.length >= count,
    cpu.length,
  );
  const clock = await page.evaluate(() =>
    (window as unknown as { noted: number[] }).noted.splice(0),
  );
  return { clock, cpu };
}

/** The field, whichever it is for the length of its text. */
const composer = ({ page }: Desk) =>
  page.locator('form textarea, form [role=textbox][contenteditable=true]');

/** Puts a text in the place of what is written, at once. */
export async function fillComposer(desk: Desk, text: string): Promise<void> {
  const { page } = desk;
  await composer(desk).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  if ((await page.locator('form textarea').count()) === 0) {
    // what was deleted in the field for long texts can be undone there; with the page it is gone
    await sleep(3_000);
    await page.reload();
  }
  await page.locator('form textarea').evaluate((area: HTMLTextAreaElement, value) => {
    // not by the element's own property, which React watches
    const { set } = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value') ?? {};
    set?.call(area, value);
    area.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, text);
}

/** Puts the caret where a user does: by the keys for both ends, by a click into the middle. */
export async function putCaret(desk: Desk, at: 'the end' | 'the middle' | 'the beginning') {
  const { page } = desk;
  const field = composer(desk);
  await field.focus();
  await page.keyboard.press(`ControlOrMeta+${at === 'the beginning' ? 'Home' : 'End'}`);
  if (at !== 'the middle') return;
  await field.evaluate((element) => {
    const scrolled = element.closest('.cm-scroller') ?? element;
    scrolled.scrollTop = scrolled.scrollHeight / 2;
  });
  const box = await field.evaluate((element) => {
    const { x, y, width, height } = (
      element.closest('.cm-scroller') ?? element
    ).getBoundingClientRect();
    return { x, y, width, height };
  });
  await sleep(500);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}
