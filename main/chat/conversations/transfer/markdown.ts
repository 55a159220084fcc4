import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type {
  PortableConversation,
  PortableMessage,
} from '../../../../preload/contract/chat/portable.ts';
import { endings } from './export.ts';

/** Returns the branch on screen as Markdown for reading. */
export function toMarkdown({ title, messages, leafId }: PortableConversation): string {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: PortableMessage[] = [];
  for (let at = leafId === null ? undefined : byId.get(leafId); at !== undefined; ) {
    branch.unshift(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  const blocks = branch.map((message) => {
    const {
      role,
      model,
      edited,
      createdAt,
      content,
      reasoning,
      toolCalls,
      attachments = [],
      links = [],
    } = message;
    const calls = toolCalls.map(
      ({ name, arguments: text, result }) =>
        `${fenced(`${name}(${text})`)}${result === null ? '' : `\n\n${fenced(result)}`}`,
    );
    const name = model ?? 'Assistant';
    const who = role === 'user' ? 'User' : edited === true ? `${name} (edited by you)` : name;
    const sources = links
      .map(({ url, title }, at) => `${at + 1}. ${linked(url, title)}`)
      .join('\n');
    const attached = attachments.map(({ name }) => `- Attached: ${name}`).join('\n');
    return [`## ${who} · ${createdAt}`, attached, folded(reasoning), content, sources, ...calls]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return `${[`# ${title.replaceAll(/\s+/g, ' ')}`, ...blocks].join('\n\n')}\n`;
}

/** Returns a link with its title, escaped for Markdown. */
function linked(url: string, title: string): string {
  return title === '' ? `<${url}>` : `[${title.replaceAll(/[\\[\]<>`*_]/g, '\\$&')}](<${url}>)`;
}

/** Returns a model's reasoning in a collapsible, quoted block, so that nothing left open in it continues after it. */
function folded(reasoning: string): string {
  if (reasoning.trim() === '') return '';
  const quoted = reasoning
    .trim()
    .replaceAll(/<(?=\/?(?:details|summary)\b)/gi, '&lt;')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return `<details>\n<summary>Reasoning</summary>\n\n${quoted}\n\n</details>`;
}

/** Returns a fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** Returns the paths of a branch's files beside its Markdown, by hash, with the names that people know. */
export function filePaths(conversations: readonly PortableConversation[]): Map<string, string> {
  const places = new Map<string, string>();
  const taken = new Set<string>();
  for (const { messages } of conversations) {
    for (const { file, kind, name, mode } of messages.flatMap((one) => one.attachments ?? [])) {
      if (mode === 'left-out' || places.has(file.hash)) continue;
      const folder = kind === 'image' ? 'images' : 'files';
      const stem = name
        .replace(/^.*[/\\]/, '')
        .replace(/\.[A-Za-z0-9]{1,5}$/, '')
        .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
        .slice(0, 60);
      // a file's name need not match its type
      const ending = kind === 'text' ? textEnding(name) : endings[file.type];
      const base = `${folder}/${stem.replace(/^-|-$/g, '') || 'file'}`;
      let place = `${base}.${ending}`;
      // case-insensitive file systems treat both as one
      for (let count = 2; taken.has(place.toLowerCase()); count += 1)
        place = `${base}-${count}.${ending}`;
      taken.add(place.toLowerCase());
      places.set(file.hash, place);
    }
  }
  return places;
}

/** A document's extracted text is not the document. */
const textEnding = (name: string): string => {
  const ending = /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? 'txt';
  return /^(?:docx|xlsx|pptx|od[tps]|exe|com|bat|cmd|scr|js|vbs|ps1|lnk|html?|svg)$/.test(ending)
    ? `${ending}.txt`
    : ending;
};

/** Returns a conversation whose attachments are shown or linked at their paths beside its Markdown. */
export function withFilePaths(
  conversation: PortableConversation,
  places: ReadonlyMap<string, string>,
): PortableConversation {
  const shown = (one: Attachment): Attachment => {
    const place = one.mode === 'left-out' ? undefined : places.get(one.file.hash);
    if (place === undefined) return one;
    const text = one.name.replace(/[\\[\]*_`<&$~]/g, '\\$&');
    return { ...one, name: `${one.kind === 'image' ? '!' : ''}[${text}](${place})` };
  };
  const messages = conversation.messages.map((message) =>
    message.attachments === undefined
      ? message
      : { ...message, attachments: message.attachments.map(shown) },
  );
  return { ...conversation, messages };
}
