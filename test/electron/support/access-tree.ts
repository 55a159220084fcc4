import type { Page } from 'playwright';

interface Node {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly description?: { readonly value: string };
  readonly properties?: readonly {
    readonly name: string;
    readonly value: { readonly value?: unknown };
  }[];
}

/** Something that assistive technology gets of a page from Chromium. */
export interface Heard {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  /** It takes the keyboard to itself. */
  readonly modal: boolean;
  readonly expanded: boolean;
  /** What is in it is refused. */
  readonly invalid: boolean;
}

/** All that assistive technology gets, in its order. */
export async function heardOf(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await session.detach();
  return nodes.filter(({ ignored }) => !ignored).map(asHeard);
}

function asHeard({ role, name, description, properties = [] }: Node): Heard {
  const has = (property: string) =>
    properties.some((one) => one.name === property && String(one.value.value) === 'true');
  return {
    role: role?.value ?? '',
    name: (name?.value ?? '').trim(),
    description: (description?.value ?? '').trim(),
    modal: has('modal'),
    expanded: has('expanded'),
    invalid: has('invalid'),
  };
}

/** Hears what has the focus, as often as asked. */
export async function openEar(page: Page): Promise<{
  focused(): Promise<Heard>;
  close(): Promise<void>;
}> {
  const session = await page.context().newCDPSession(page);
  return {
    async focused() {
      const { result } = await session.send('Runtime.evaluate', {
        expression: 'document.activeElement',
      });
      const { nodes } = (await session.send('Accessibility.getPartialAXTree', {
        ...(result.objectId !== undefined && { objectId: result.objectId }),
        fetchRelatives: false,
      })) as { nodes: Node[] };
      const [own] = nodes;
      if (own === undefined) throw new Error('what has the focus is not heard');
      return asHeard(own);
    },
    close: () => session.detach(),
  };
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
