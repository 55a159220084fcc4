import { tableForms } from './copying/table.ts';
import { codeOf } from './view/code.ts';
import type { Labels } from './view/labels.ts';

interface Actions {
  readonly words: Labels;
  /** As text, and with formatting if `html` is given. */
  copy(text: string, html?: string): Promise<void>;
  /** Offers a file with this text to the user. */
  save(name: string, text: string): void;
  /** Asks whether an address may be opened. */
  open(address: string): Promise<void>;
}

/** Handles clicks in a text: a link only navigates within the app, buttons act on their code block. */
export function followActions(host: HTMLElement, actions: Actions): () => void {
  const press = (event: MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const link = event.target.closest('a');
    if (link && host.contains(link)) {
      if (link.dataset.place !== undefined) return;
      event.preventDefault();
      if (event.type === 'click' || event.button === 1) follow(host, link, actions);
      return;
    }
    const button = event.target.closest<HTMLButtonElement>('button');
    if (event.type !== 'click' || !button || !host.contains(button)) return;
    const { address, action } = button.dataset;
    if (address !== undefined) void actions.open(address);
    else if (action !== undefined) void act(button, action, actions);
  };
  host.addEventListener('click', press);
  host.addEventListener('auxclick', press);
  return () => {
    host.removeEventListener('click', press);
    host.removeEventListener('auxclick', press);
  };
}

function follow(host: HTMLElement, link: HTMLAnchorElement, actions: Actions): void {
  const target = link.getAttribute('href') ?? '';
  if (!target.startsWith('#')) {
    void actions.open(link.href);
    return;
  }
  const place = host.querySelector<HTMLElement>(`[id="${CSS.escape(target.slice(1))}"]`);
  place?.scrollIntoView({ block: 'nearest' });
  place?.focus({ preventScroll: true });
}

async function act(button: HTMLButtonElement, action: string, actions: Actions): Promise<void> {
  if (action === 'copyTable') {
    const table = button.closest('.md-table-box')?.querySelector('table');
    if (table) await copyFrom(button, tableForms(table), actions, action);
    return;
  }
  const figure = button.closest<HTMLElement>('.md-code');
  if (figure === null) return;
  if (action === 'wrap') {
    const isOn = figure.classList.toggle('md-wrapped');
    button.setAttribute('aria-pressed', String(isOn));
  } else if (action === 'draw') {
    // Mermaid's frame and its client load when somebody wants a drawing
    const { diagramAt } = await import('./diagram/index.ts');
    await diagramAt(figure, actions.words).press();
  } else if (isOfDiagram(action)) {
    const { diagramAt } = await import('./diagram/index.ts');
    const diagram = diagramAt(figure, actions.words);
    if (action === 'saveSvg') actions.save('diagram.svg', diagram.file);
    else if (action === 'actualSize') {
      button.setAttribute('aria-pressed', String(diagram.toggleSize()));
    } else await copyFrom(button, { text: diagram.file }, actions, 'copySvg');
  } else if (action === 'save') {
    actions.save(fileNameOf(figure.dataset), `${codeOf(figure)}\n`);
  } else {
    await copyFrom(button, { text: codeOf(figure) }, actions, 'copy');
  }
}

function isOfDiagram(action: string): boolean {
  return action === 'saveSvg' || action === 'actualSize' || action === 'copySvg';
}

async function copyFrom(
  button: HTMLButtonElement,
  { text, html }: { readonly text: string; readonly html?: string },
  { words, copy }: Actions,
  label: 'copy' | 'copySvg' | 'copyTable',
): Promise<void> {
  await copy(text, html);
  button.textContent = words.copied;
  setTimeout(() => {
    button.textContent = words[label];
  }, 2_000);
}

const endings: Readonly<Record<string, string>> = {
  bash: 'sh',
  shell: 'sh',
  python: 'py',
  javascript: 'js',
  typescript: 'ts',
  markdown: 'md',
  fortran: 'f90',
  ruby: 'rb',
  rust: 'rs',
  julia: 'jl',
  csharp: 'cs',
  text: 'txt',
};

/** Returns the fence's file name, or one by the language. */
function fileNameOf({ language = '', file = '' }: DOMStringMap): string {
  const last = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
  const name = file
    .slice(last + 1)
    .replace(/[\p{C}<>:"|?*]/gu, '')
    .slice(-200);
  if (/[^.\s]/.test(name)) return name;
  const ending = endings[language] ?? (/^[a-z0-9+]{1,8}$/.test(language) ? language : 'txt');
  return `code.${ending}`;
}
