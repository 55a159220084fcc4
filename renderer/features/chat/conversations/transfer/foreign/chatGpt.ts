import {
  callOf,
  type Draft,
  type DraftFile,
  type DraftNode,
  type Note,
  questionOf,
  roundsOf,
} from './draft.ts';
import {
  asText,
  type Fields,
  fieldsOf,
  firstText,
  instantOf,
  linkOf,
  listOf,
  recordsOf,
  sourcesBelow,
  textOf,
} from './values.ts';

/** A node of ChatGPT's tree in our terms; `passed` is no message for people. */
type Node = { readonly parentId: string | null; readonly facts: Fields } & (
  | { readonly kind: 'passed' }
  | {
      readonly kind: 'thoughts' | 'question' | 'answer';
      readonly text: string;
      readonly files: DraftFile[];
    }
  | { readonly kind: 'call'; readonly name: string; readonly text: string }
  | {
      readonly kind: 'result';
      readonly name: string;
      readonly text: string;
      readonly files: DraftFile[];
    }
);

/** Returns one conversation of `conversations.json` in ChatGPT's data export; null for anything else. */
export function fromChatGpt(value: unknown): Draft | null {
  const conversation = fieldsOf(value);
  const mapping = fieldsOf(conversation?.mapping);
  if (conversation === null || mapping === null) return null;
  const notes: Note[] = [];
  const nodes = new Map(
    Object.entries(mapping).map(([id, node]) => [id, readNode(id, node, notes)] as const),
  );
  return {
    title: textOf(conversation.title),
    createdAt: instantOf(conversation.create_time),
    updatedAt: instantOf(conversation.update_time),
    archived: conversation.is_archived === true,
    pinned: conversation.is_starred === true,
    tags: [],
    folder: null,
    model: textOf(conversation.default_model_slug) || null,
    system: '',
    current: textOf(conversation.current_node) || null,
    nodes: joined(nodes),
    notes,
  };
}

function readNode(id: string, value: unknown, notes: Note[]): Node {
  const node = fieldsOf(value);
  const parentId = textOf(node?.parent) || null;
  const passed = { kind: 'passed', parentId, facts: {} } as const;
  const unreadable = () => {
    notes.push({ kind: 'message', name: id, reason: 'unreadable' });
    return passed;
  };
  if (node === null) return unreadable();
  if (node.message === null || node.message === undefined) return passed;
  const facts = fieldsOf(node.message);
  const author = fieldsOf(facts?.author);
  const content = fieldsOf(facts?.content);
  const role = textOf(author?.role);
  if (facts === null || content === null || role === '') return unreadable();
  if (fieldsOf(facts.metadata)?.is_visually_hidden_from_conversation === true) return passed;
  if (role === 'system') return passed;
  const type = textOf(content.content_type);
  if (ownMatters.has(type)) return passed;
  const base = { parentId, facts };
  if (type === 'thoughts') {
    const text = recordsOf(content.thoughts)
      .map((one) => [textOf(one.summary), textOf(one.content)].filter((part) => part !== ''))
      .map(([summary = '', ...more]) =>
        more.length > 0 ? `**${summary}**\n\n${more[0]}` : summary,
      )
      .join('\n\n');
    return text === '' ? passed : { ...base, kind: 'thoughts', text, files: [] };
  }
  const files = filesOf(content, facts);
  const text = cited(wordsOf(type, content, id, notes), facts);
  if (role === 'user') return { ...base, kind: 'question', text, files };
  if (role === 'tool') return { ...base, kind: 'result', name: textOf(author?.name), text, files };
  if (role !== 'assistant') return unreadable();
  const recipient = textOf(facts.recipient);
  if (recipient !== '' && recipient !== 'all')
    return { ...base, kind: 'call', name: recipient, text };
  const isCode = type === 'code' && text !== '';
  return {
    ...base,
    kind: 'answer',
    text: isCode ? fenced(text, textOf(content.language)) : text,
    files,
  };
}

/** Content that the service writes for itself, and its thinking time. */
const ownMatters: ReadonlySet<string> = new Set([
  'user_editable_context',
  'model_editable_context',
  'reasoning_recap',
]);

function fenced(text: string, language: string): string {
  const fence = text.includes('```') ? '~~~~~~' : '```';
  return `${fence}${/^\w+$/.test(language) && language !== 'unknown' ? language : ''}\n${text}\n${fence}`;
}

function wordsOf(type: string, content: Fields, id: string, notes: Note[]): string {
  switch (type) {
    case 'text':
    case 'multimodal_text':
      return listOf(content.parts)
        .map((part) => (typeof part === 'string' ? part : firstText(fieldsOf(part)?.text)))
        .filter((text) => text !== '')
        .join('\n\n');
    case 'tether_quote': {
      const link = linkOf(firstText(content.title, content.domain), textOf(content.url));
      return [link, textOf(content.text)].filter((text) => text !== '').join('\n\n');
    }
    case 'tether_browsing_display':
      return firstText(content.result, content.summary);
    case 'code':
    case 'execution_output':
    case 'system_error':
      return textOf(content.text);
    default: {
      const text = firstText(content.text, content.content, content.result);
      if (text === '')
        notes.push({ kind: 'part', name: `${type || '?'} (${id})`, reason: 'unknown' });
      return text;
    }
  }
}

/** Returns pictures in the text and attached files: each once. */
function filesOf(content: Fields, facts: Fields): DraftFile[] {
  const attached = recordsOf(fieldsOf(facts.metadata)?.attachments);
  const names = new Map(attached.map((one) => [textOf(one.id), textOf(one.name)]));
  const ids = new Set<string>();
  for (const part of recordsOf(content.parts)) {
    for (const pointer of [
      part,
      fieldsOf(part.audio_asset_pointer),
      ...recordsOf(part.frames_asset_pointers),
    ]) {
      const id = /^[a-z-]+:\/\/([^#?]+)/.exec(textOf(pointer?.asset_pointer))?.[1];
      if (id !== undefined) ids.add(id);
    }
  }
  for (const id of names.keys()) if (id !== '') ids.add(id);
  return [...ids].map((id) => ({ from: 'archive', name: names.get(id) || id, keys: [id] }));
}

/** Converts source marks (private use characters, or `【…】`) to links. */
function cited(text: string, facts: Fields): string {
  const metadata = fieldsOf(facts.metadata);
  const links = new Map<string, string>();
  const below: string[] = [];
  for (const reference of recordsOf(metadata?.content_references)) {
    const pages = [reference, ...recordsOf(reference.items), ...recordsOf(reference.sources)]
      .filter(({ url }) => textOf(url) !== '')
      .map((page) => linkOf(firstText(page.title, page.attribution), textOf(page.url)));
    const mark = textOf(reference.matched_text);
    if (pages.length > 0 && mark.trim() !== '')
      links.set(mark, ` (${[...new Set(pages)].join(', ')})`);
    else below.push(...pages);
  }
  const characters = recordsOf(metadata?.citations).length > 0 ? [...text] : [];
  for (const citation of recordsOf(metadata?.citations)) {
    const page = fieldsOf(citation.metadata);
    if (page === null || textOf(page.url) === '') continue;
    const link = linkOf(textOf(page.title), textOf(page.url));
    const mark = characters.slice(Number(citation.start_ix), Number(citation.end_ix)).join('');
    if (/^【[^【】]{0,200}】$/.test(mark)) links.set(mark, ` (${link})`);
    else below.push(link);
  }
  const marked = text
    .replaceAll(/\ue200[^\ue200\ue201]*\ue201/g, (mark) => links.get(mark) ?? '')
    .replaceAll(/【[^【】]{0,200}】/g, (mark) => links.get(mark) ?? mark);
  const known = below.filter((link) => !marked.includes(link));
  return marked + sourcesBelow(known);
}

/** Maximum nodes skipped between two messages: no conversation has more. */
const far = 100;

/** Moves thoughts to the answer below them, and results to the call above them. */
function joined(nodes: ReadonlyMap<string, Node>): DraftNode[] {
  const used = new Set<string>();
  const results = new Map<string, { texts: string[]; files: DraftFile[] }>();
  for (const [id, node] of nodes) {
    if (node.kind !== 'result') continue;
    const above = nearest(nodes, node, ({ kind }) => kind === 'passed' || kind === 'result');
    if (above === null || nodes.get(above)?.kind !== 'call') continue;
    const found = results.get(above) ?? { texts: [], files: [] };
    results.set(above, found);
    found.texts.push(node.text);
    found.files.push(...node.files);
    used.add(id);
  }
  const reasoning = new Map<string, string[]>();
  for (const [id, node] of nodes) {
    if (node.kind !== 'answer' && node.kind !== 'call') continue;
    const found: string[] = [];
    nearest(nodes, node, (above, aboveId) => {
      if (above.kind === 'thoughts') {
        found.unshift(above.text);
        used.add(aboveId);
      }
      return above.kind === 'thoughts' || above.kind === 'passed';
    });
    reasoning.set(id, found);
  }
  return [...nodes].flatMap(([id, node]): DraftNode[] => {
    const { parentId, facts, kind } = node;
    if (kind === 'passed' || used.has(id)) return [{ id, parentId, message: null }];
    const createdAt = instantOf(facts.create_time);
    if (kind === 'question')
      return [questionOf(id, parentId, node.text, { createdAt, files: node.files })];
    const model = textOf(fieldsOf(facts.metadata)?.model_slug) || null;
    const thoughts = (reasoning.get(id) ?? []).map(
      (text) => ({ kind: 'reasoning', text }) as const,
    );
    if (kind === 'call') {
      const { texts, files } = results.get(id) ?? { texts: [], files: [] };
      const call = callOf(
        'call',
        node.name,
        node.text,
        texts.length > 0 ? texts.join('\n\n') : null,
      );
      return roundsOf(id, parentId, { createdAt, model, files }, [
        ...thoughts,
        { kind: 'call', call },
      ]);
    }
    const pieces =
      kind === 'result'
        ? [{ kind: 'call', call: callOf('call', node.name, '', asText(node.text)) } as const]
        : [{ kind: kind === 'thoughts' ? 'reasoning' : 'text', text: node.text } as const];
    return roundsOf(id, parentId, { createdAt, model, files: node.files }, [
      ...thoughts,
      ...pieces,
    ]);
  });
}

/** Returns the id of the nearest ancestor that is not skipped; null without one. */
function nearest(
  nodes: ReadonlyMap<string, Node>,
  from: Node,
  passes: (node: Node, id: string) => boolean,
): string | null {
  let id = from.parentId;
  for (let steps = 0; id !== null && steps < far; steps += 1) {
    const node = nodes.get(id);
    if (node === undefined) return null;
    if (!passes(node, id)) return id;
    id = node.parentId;
  }
  return null;
}
