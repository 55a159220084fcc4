import type { Language } from '../../../i18n/index.ts';

/** The pages in reading order, each the name of a file in `guide/<language>/`. */
const pageIds = [
  'connect',
  'certificate',
  'sign-in',
  'machines',
  'notifications',
  'jobs',
  'files',
  'console',
  'chat',
  'tools',
  'clients',
  'curl',
  'elsewhere',
  'doctor',
  'data',
] as const;
export type PageId = (typeof pageIds)[number];

export interface Page {
  readonly id: PageId;
  readonly title: string;
  /** Markdown, without the title. */
  readonly text: string;
}

const load: Record<Language, () => Promise<{ texts: Readonly<Record<string, string>> }>> = {
  en: () => import('./english.ts'),
  ja: () => import('./japanese.ts'),
};

/** Returns every page of a language, in reading order. */
export async function fetchPages(language: Language): Promise<readonly Page[]> {
  const { texts } = await load[language]();
  return pageIds.map((id) => {
    const text = texts[`../../../../guide/${language}/${id}.md`] ?? '';
    const end = text.indexOf('\n');
    return { id, title: text.slice(0, end).replace(/^# /, ''), text: text.slice(end) };
  });
}

/** Returns the page that a link of the guide names by its file, as in `[Chat](chat.md)`. */
export function pageOf(href: string): PageId | undefined {
  return pageIds.find((id) => href === `${id}.md`);
}

interface Part {
  /** Its position in the page. */
  readonly at: number;
  /** Markdown, or a picture's alternative text. */
  readonly text: string;
  /** The picture's name. */
  readonly picture?: string;
}

/**
 * Splits a page into text and pictures. A picture is on a line of its own, as the light one of the page's language:
 * `![what it shows](../pictures/chat-en-light.png)`.
 */
export function partsOf(text: string): readonly Part[] {
  const parts: Part[] = [];
  let lines: string[] = [];
  const end = () => {
    parts.push({ at: parts.length, text: lines.join('\n') });
    lines = [];
  };
  for (const line of text.split('\n')) {
    const [, alt, name] =
      /^!\[([^\]]*)\]\(\.\.\/pictures\/([a-z-]+)-[a-z]{2}-light\.png\)$/.exec(line) ?? [];
    if (alt === undefined || name === undefined) lines.push(line);
    else {
      end();
      parts.push({ at: parts.length, text: alt, picture: name });
    }
  }
  end();
  return parts;
}
