import type {
  PortableConversation,
  PortableMessage,
} from '../../../../preload/contract/chat/portable.ts';

/** The branch on screen as Markdown, for people to read. */
export function toMarkdown({ title, messages, leafId }: PortableConversation): string {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const branch: PortableMessage[] = [];
  for (let at = leafId === null ? undefined : byId.get(leafId); at !== undefined; ) {
    branch.unshift(at);
    at = at.parentId === null ? undefined : byId.get(at.parentId);
  }
  const blocks = branch.map((message) => {
    const { role, model, createdAt, content, reasoning, toolCalls, attachments = [] } = message;
    const calls = toolCalls.map(
      ({ name, arguments: text, result }) =>
        `${fenced(`${name}(${text})`)}${result === null ? '' : `\n\n${fenced(result)}`}`,
    );
    const who = role === 'user' ? 'User' : (model ?? 'Assistant');
    const attached = attachments.map(({ name }) => `- Attached: ${name}`).join('\n');
    return [`## ${who} · ${createdAt}`, attached, folded(reasoning), content, ...calls]
      .filter((part) => part !== '')
      .join('\n\n');
  });
  return `${[`# ${title.replaceAll(/\s+/g, ' ')}`, ...blocks].join('\n\n')}\n`;
}

/** What a model thought, as something that folds: quoted, so that nothing that it leaves open goes on after it. */
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

/** A fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
