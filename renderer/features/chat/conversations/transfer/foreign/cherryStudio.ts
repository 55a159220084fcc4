import { parseJson } from '../../../../../../common/texts/json.ts';
import {
  callOf,
  type Draft,
  type DraftFile,
  type DraftNode,
  type Note,
  type Piece,
  questionOf,
  roundsOf,
  wordsIn,
} from './draft.ts';
import {
  asText,
  type Fields,
  fieldsOf,
  firstText,
  instantOf,
  linkOf,
  recordsOf,
  sourcesBelow,
  textOf,
} from './values.ts';

/** Returns the topics in `data.json` of a Cherry Studio backup; null for anything else. */
export function fromCherryStudio(value: unknown): Draft[] | null {
  const backup = fieldsOf(value);
  const tables = fieldsOf(backup?.indexedDB);
  if (backup === null || tables === null || !Array.isArray(tables.topics)) return null;
  const blocks = new Map(recordsOf(tables.message_blocks).map((one) => [textOf(one.id), one]));
  const known = topicsOf(backup);
  return recordsOf(tables.topics).map((topic) =>
    topicOf(topic, known.get(textOf(topic.id)), blocks),
  );
}

interface Topic {
  readonly facts: Fields;
  readonly assistant: Fields;
}

/** Reads topics from the settings: they are in `localStorage` as JSON in JSON. */
function topicsOf(backup: Fields): Map<string, Topic> {
  const stored = unpacked(fieldsOf(backup.localStorage)?.['persist:cherry-studio']);
  const { assistants } = fieldsOf(unpacked(fieldsOf(stored)?.assistants)) ?? {};
  return new Map(
    recordsOf(assistants).flatMap((assistant) =>
      recordsOf(assistant.topics).map((facts) => [textOf(facts.id), { facts, assistant }] as const),
    ),
  );
}

function unpacked(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return parseJson(value);
  } catch {
    // unreadable settings name no topics; the messages are there all the same
    return null;
  }
}

type Blocks = ReadonlyMap<string, Fields>;

function topicOf(topic: Fields, known: Topic | undefined, blocks: Blocks): Draft {
  const notes: Note[] = [];
  const nodes: DraftNode[] = [];
  /** The parent of the next question, and the question of the next answer. */
  let last: string | null = null;
  let chosen: string | null = null;
  const questions = new Set<string>();
  /** The last divider of the thread, and the first message below it. */
  let cleared: string | null = null;
  let start: string | null = null;
  const list = Array.isArray(topic.messages) ? topic.messages : [];
  for (const [at, one] of list.entries()) {
    const message = fieldsOf(one);
    const id = textOf(message?.id) || `#${at + 1}`;
    const role = textOf(message?.role);
    if (message === null || !['user', 'assistant', 'system'].includes(role)) {
      notes.push({ kind: 'message', name: id, reason: 'unreadable' });
      continue;
    }
    // a divider of the thread: messages above it are no longer sent
    if (message.type === 'clear') {
      cleared = id;
      start = null;
      continue;
    }
    if (role === 'system') continue;
    const before = nodes.length;
    const createdAt = instantOf(message.createdAt);
    const { pieces, files } = contentOf(message, id, blocks, notes);
    if (role === 'user') {
      nodes.push(questionOf(id, chosen ?? last, wordsIn(pieces), { createdAt, files }));
      questions.add(id);
      chosen = null;
    } else {
      const asked = textOf(message.askId);
      const model = firstText(fieldsOf(message.model)?.id, message.modelId) || null;
      const parentId = questions.has(asked) ? asked : last;
      nodes.push(...roundsOf(id, parentId, { createdAt, model, files }, pieces));
      if (message.foldSelected === true) chosen = id;
    }
    last = id;
    const first = nodes.slice(before).find(({ message: own }) => own !== null);
    if (cleared !== null) start ??= first?.id ?? null;
  }
  // no message below the divider could be the start
  if (cleared !== null && start === null) {
    notes.push({ kind: 'part', name: cleared, reason: 'cleared' });
  }
  const { facts = {}, assistant = {} } = known ?? {};
  return {
    title: firstText(facts.name, topic.name),
    createdAt: instantOf(facts.createdAt) ?? nodes[0]?.message?.createdAt ?? null,
    updatedAt: instantOf(facts.updatedAt),
    archived: false,
    pinned: facts.pinned === true,
    tags: [],
    folder: textOf(assistant.name) || null,
    model: textOf(fieldsOf(assistant.model)?.id) || null,
    system: firstText(facts.prompt, assistant.prompt),
    current: chosen ?? last,
    start,
    nodes,
    notes,
  };
}

function contentOf(message: Fields, id: string, blocks: Blocks, notes: Note[]) {
  const ids = Array.isArray(message.blocks) ? message.blocks : [];
  const pieces: Piece[] = [
    { kind: 'reasoning', text: textOf(message.reasoning_content) },
    { kind: 'text', text: textOf(message.content) },
  ];
  const files: DraftFile[] = recordsOf(message.files).map(fileOf);
  for (const one of ids) {
    const block = blocks.get(textOf(one));
    if (block === undefined) {
      notes.push({ kind: 'part', name: `${textOf(one) || '?'} (${id})`, reason: 'not-in-file' });
      continue;
    }
    const found = pieceOf(block);
    if (found === null) {
      notes.push({ kind: 'part', name: `${textOf(block.type) || '?'} (${id})`, reason: 'unknown' });
    } else if ('name' in found) files.push(found);
    else pieces.push(found);
  }
  return { pieces, files };
}

function pieceOf(block: Fields): Piece | DraftFile | null {
  const text = textOf(block.content);
  switch (textOf(block.type)) {
    case 'main_text':
    case 'code':
      return { kind: 'text', text };
    case 'thinking':
      return { kind: 'reasoning', text };
    case 'translation':
      return { kind: 'text', text: `> ${text.replaceAll('\n', '\n> ')}` };
    case 'error':
      return { kind: 'text', text: `> ${firstText(fieldsOf(block.error)?.message, text)}` };
    case 'tool': {
      const raw = fieldsOf(fieldsOf(block.metadata)?.rawMcpToolResponse);
      const name = firstText(block.toolName, fieldsOf(raw?.tool)?.name, block.toolId);
      const result = block.content ?? raw?.response;
      const given = asText(block.arguments ?? raw?.arguments);
      const said = result === undefined || result === null ? null : asText(result);
      return { kind: 'call', call: callOf(textOf(block.toolId), name, given, said) };
    }
    case 'citation':
      return { kind: 'text', text: sourcesBelow(citedIn(block)).trim() };
    case 'image': {
      const address = textOf(block.url);
      if (address.startsWith('data:')) return { from: 'data', name: 'image', address };
      return fileOf(fieldsOf(block.file) ?? { origin_name: address });
    }
    case 'file':
      return fileOf(fieldsOf(block.file) ?? {});
    default:
      return null;
  }
}

function fileOf(file: Fields): DraftFile {
  const id = textOf(file.id);
  const name = firstText(file.origin_name, file.name, id) || 'file';
  return { from: 'archive', name, keys: [id, textOf(file.name)] };
}

/** Returns pages found by a search or a knowledge base, wherever the provider's answer has them. */
function citedIn(block: Fields): string[] {
  const found = fieldsOf(block.response)?.results ?? block.response;
  const pages = [
    ...recordsOf(found),
    ...recordsOf(fieldsOf(found)?.results),
    ...recordsOf(block.knowledge),
  ];
  return pages.flatMap((page) => {
    const address = firstText(page.url, page.link, page.sourceUrl);
    return /^https?:/i.test(address) ? [linkOf(textOf(page.title), address)] : [];
  });
}
