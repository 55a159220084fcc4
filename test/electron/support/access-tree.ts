import type { Page } from 'playwright';

interface Node {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

/** Something that assistive technology gets of a page from Chromium. */
export interface Heard {
  readonly role: string;
  readonly name: string;
}

/** All that assistive technology gets, in its order. */
export async function heardOf(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name }) => ({ role: role?.value ?? '', name: (name?.value ?? '').trim() }));
}

const operable = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'switch'],
  ...['menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'slider', 'spinbutton', 'option'],
  ...['treeitem', 'dialog', 'alertdialog', 'region', 'navigation', 'image', 'img', 'progressbar'],
  ...['radiogroup', 'tablist', 'menu', 'listbox', 'tree', 'grid', 'table'],
]);

/** What can be operated on, or is found by its name. */
export const isNamed = ({ role }: Heard): boolean => operable.has(role);

/** The roles of what should have a name and has none. */
export const namelessIn = (heard: readonly Heard[]): string[] =>
  heard.filter((one) => isNamed(one) && one.name === '').map(({ role }) => role);
