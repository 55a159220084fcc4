import type { Language } from '../../../common/texts/language.ts';
import type { ApiKeyRecord } from '../genai/index.ts';
import { escapeHtml, htmlPage } from '../http/html-page.ts';

const words = {
  en: {
    title: 'API Keys',
    demo: 'Demo system. This portal runs on your computer; its keys are good for the demo alone.',
    create: 'Create an API key',
    project: 'Project ID',
    submit: 'Create',
    none: 'Every project has a key. Revoke one to make another.',
    once: 'This is the key of {project}. It is shown this once: copy it now.',
    secret: 'Do not share it, and write it into no source code.',
    back: 'To the list of keys',
    list: 'Keys',
    empty: 'There is no key yet.',
    key: 'Key',
    made: 'Created (UTC)',
    state: 'State',
    active: 'active',
    revoked: 'revoked',
    revoke: 'Revoke',
    rules:
      'One key for a project; its usage is billed to the project. Revoke a key that was lost or seen by others, and create another.',
    taken: '{project} has a key already. Revoke it first.',
    unknown: 'There is no such project.',
    gone: 'There is no such key, or it is revoked already.',
    refused: 'This did not come from the page of the portal. Open it anew from the app.',
  },
  ja: {
    title: 'APIキー',
    demo: 'デモシステムです。このポータルはお使いのコンピューターで動いています。キーはデモでだけ使えます。',
    create: 'APIキーを作成',
    project: 'プロジェクト ID',
    submit: '作成',
    none: 'すべてのプロジェクトにキーがあります。別のキーを作るには、どれかを失効させてください。',
    once: '{project} のキーです。表示されるのは今回だけです。今コピーしてください。',
    secret: 'ほかの人に教えたり、ソースコードに書いたりしないでください。',
    back: 'キーの一覧へ',
    list: 'キー',
    empty: 'キーはまだありません。',
    key: 'キー',
    made: '作成日時（UTC）',
    state: '状態',
    active: '有効',
    revoked: '失効',
    revoke: '失効させる',
    rules:
      'キーは 1 つのプロジェクトに 1 つで、利用はそのプロジェクトに課金されます。キーをなくしたときや、ほかの人に見られたときは、失効させて新しく作ってください。',
    taken: '{project} にはすでにキーがあります。先に失効させてください。',
    unknown: 'そのようなプロジェクトはありません。',
    gone: 'そのようなキーはないか、すでに失効しています。',
    refused: 'ポータルのページからの操作ではありません。アプリから開き直してください。',
  },
} as const;

export type PortalNotice = 'taken' | 'unknown' | 'gone' | 'refused';

/** Returns the list of keys, newest first, and the form for a new one. */
export function keysPage(
  language: Language,
  list: { readonly projects: readonly string[]; readonly keys: readonly ApiKeyRecord[] },
  notice: { readonly kind: PortalNotice; readonly project: string } | null = null,
): string {
  const text = words[language];
  const notes =
    notice === null
      ? ''
      : `<p role="alert" id="notice" data-kind="${notice.kind}">${filled(text[notice.kind], notice.project)}</p>`;
  return portalPage(
    language,
    `${notes}<h2>${text.create}</h2>
${createForm(language, list.projects)}
<h2>${text.list}</h2>
${keyTable(language, list.keys)}
<p>${text.rules}</p>`,
  );
}

/** Shows the key, only once. */
export function createdPage(language: Language, project: string, key: string): string {
  const text = words[language];
  return portalPage(
    language,
    `<p>${filled(text.once, project)}</p>
<p><output id="key">${escapeHtml(key)}</output></p>
<p>${text.secret}</p>
<p><a href="">${text.back}</a></p>`,
  );
}

export function refusedPage(language: Language): string {
  return portalPage(language, `<p role="alert">${words[language].refused}</p>`);
}

function createForm(language: Language, projects: readonly string[]): string {
  const text = words[language];
  if (projects.length === 0) return `<p>${text.none}</p>`;
  const options = projects.map((one) => `<option>${escapeHtml(one)}</option>`).join('');
  return `<form method="post"><p><label for="project">${text.project}</label>
<select id="project" name="project">${options}</select>
<button type="submit" name="action" value="create">${text.submit}</button></p></form>`;
}

function keyTable(language: Language, keys: readonly ApiKeyRecord[]): string {
  const text = words[language];
  if (keys.length === 0) return `<p>${text.empty}</p>`;
  const heads = [text.project, text.key, text.made, text.state].map((one) => `<th>${one}</th>`);
  const rows = keys.map(({ id, project, lastFour, createdAt, revokedAt }) => {
    const state = revokedAt === null ? 'active' : 'revoked';
    const form = `<form method="post"><input type="hidden" name="id" value="${escapeHtml(id)}">
<button type="submit" name="action" value="revoke">${text.revoke}</button></form>`;
    const cells = [
      escapeHtml(project),
      `<code>…${escapeHtml(lastFour)}</code>`,
      createdAt.slice(0, 16).replace('T', ' '),
      `${text[state]}${revokedAt === null ? form : ''}`,
    ];
    return `<tr data-state="${state}">${cells.map((one) => `<td>${one}</td>`).join('')}</tr>`;
  });
  return `<table><thead><tr>${heads.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function portalPage(language: Language, body: string): string {
  return htmlPage(language, words[language].title, body, words[language].demo);
}

function filled(sentence: string, project: string): string {
  return sentence.replace('{project}', () => escapeHtml(project));
}
