import { parseJson } from '../../../../../../common/texts/json.ts';
import { detailsIn } from './details.ts';
import {
  callOf,
  type Draft,
  type DraftFile,
  type DraftNode,
  type Note,
  type Piece,
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

/** Returns one conversation of Open WebUI's *Export chats*; null for anything else. */
export function fromOpenWebUi(value: unknown): Draft | null {
  const outer = fieldsOf(value);
  const chat = fieldsOf(outer?.chat) ?? outer;
  if (outer === null || chat === null) return null;
  const history = fieldsOf(chat.history);
  const messages = fieldsOf(history?.messages);
  const list = chat === outer ? null : listOf(chat.messages);
  if (messages === null && list === null) return null;
  const notes: Note[] = [];
  const model = firstText(...listOf(chat.models)) || null;
  const entries: (readonly [string, unknown])[] =
    messages === null ? inARow(list ?? []) : Object.entries(messages);
  const systems: string[] = [];
  const nodes = entries.flatMap(([id, one]): DraftNode[] => {
    const message = fieldsOf(one);
    const role = textOf(message?.role);
    const parentId = textOf(message?.parentId) || null;
    const passed = [{ id, parentId, message: null }];
    if (message === null || role === '') {
      notes.push({ kind: 'message', name: id, reason: 'unreadable' });
      return passed;
    }
    const { text, pictures } = wordsOf(message.content);
    if (role === 'system') {
      systems.push(text);
      return passed;
    }
    const createdAt = instantOf(message.timestamp);
    const files = [...pictures, ...filesOf(message)];
    if (role === 'user') return [questionOf(id, parentId, text, { createdAt, files })];
    if (role !== 'assistant') {
      notes.push({ kind: 'message', name: id, reason: 'unreadable' });
      return passed;
    }
    const answered = { createdAt, model: textOf(message.model) || model };
    const found = answerOf(message, text, id, notes);
    const own = firstText(message.reasoning_content, message.reasoning);
    const error = firstText(fieldsOf(message.error)?.content, message.error);
    return roundsOf(id, parentId, { ...answered, files: [...files, ...found.files] }, [
      { kind: 'reasoning', text: own },
      ...found.pieces,
      { kind: 'text', text: sourcesBelow(sourcesOf(message)).trim() },
      { kind: 'text', text: error === '' ? '' : `> ${error.replaceAll('\n', '\n> ')}` },
    ]);
  });
  return {
    title: firstText(outer.title, chat.title),
    createdAt: instantOf(outer.created_at) ?? instantOf(chat.timestamp),
    updatedAt: instantOf(outer.updated_at),
    archived: outer.archived === true,
    pinned: outer.pinned === true,
    tags: [...listOf(fieldsOf(outer.meta)?.tags), ...listOf(chat.tags)].map(textOf),
    folder: null,
    model,
    system: firstText(fieldsOf(chat.params)?.system, chat.system, ...systems),
    current: textOf(history?.currentId) || null,
    nodes,
    notes,
  };
}

/** Links a list without a tree: each message to the one before it. */
function inARow(list: readonly unknown[]): (readonly [string, unknown])[] {
  return list.map((one, at) => [
    `#${at + 1}`,
    fieldsOf(one) === null ? one : { ...fieldsOf(one), parentId: at === 0 ? null : `#${at}` },
  ]);
}

function wordsOf(content: unknown): { text: string; pictures: DraftFile[] } {
  if (!Array.isArray(content)) return { text: textOf(content), pictures: [] };
  const texts: string[] = [];
  const pictures: DraftFile[] = [];
  for (const part of content) {
    const fields = fieldsOf(part);
    const address = firstText(fieldsOf(fields?.image_url)?.url, fields?.image_url);
    if (address !== '') pictures.push(pictureAt(address, `image-${pictures.length + 1}`));
    else texts.push(firstText(part, fields?.text));
  }
  return { text: texts.filter((text) => text !== '').join('\n\n'), pictures };
}

function pictureAt(address: string, name: string): DraftFile {
  if (address.startsWith('data:')) return { from: 'data', name, address };
  const id = address.split('/').findLast((part) => part.length > 20) ?? address;
  return { from: 'archive', name, keys: [id] };
}

function filesOf(message: Fields): DraftFile[] {
  return recordsOf(message.files).map((one, at): DraftFile => {
    const inside = fieldsOf(one.file) ?? one;
    const name = firstText(one.name, inside.filename, inside.name) || `file-${at + 1}`;
    const address = textOf(one.url);
    const text = textOf(fieldsOf(inside.data)?.content);
    if (textOf(one.type).startsWith('image') && address !== '') return pictureAt(address, name);
    if (text !== '') return { from: 'text', name, text };
    if (address.startsWith('data:')) return { from: 'data', name, address };
    return { from: 'archive', name, keys: [textOf(one.id), textOf(inside.id), name] };
  });
}

function sourcesOf(message: Fields): string[] {
  return [...recordsOf(message.sources), ...recordsOf(message.citations)].flatMap((one) => {
    const source = fieldsOf(one.source);
    const pages = [source, ...recordsOf(one.metadata)].flatMap((page) => {
      const address = firstText(page?.url, page?.source);
      return /^https?:/i.test(address)
        ? [{ address, title: firstText(page?.title, page?.name) }]
        : [];
    });
    return pages.map(({ address, title }) => linkOf(title, address));
  });
}

/**
 * Reads an answer from its list of parts, in newer versions; else from its text. Content found in only one of them is
 * imported, too.
 */
function answerOf(
  message: Fields,
  text: string,
  id: string,
  notes: Note[],
): { pieces: Piece[]; files: DraftFile[] } {
  const written = piecesOf(text);
  const { pieces, pictures } = outputParts(message, id, notes);
  const files = [...written.files, ...pictures];
  if (pieces.length === 0) return { pieces: written.pieces, files };
  const hasWords = pieces.some(({ kind }) => kind === 'text');
  return { pieces: hasWords ? pieces : [...pieces, ...textsIn(written.pieces)], files };
}

const textsIn = (pieces: readonly Piece[]): Piece[] => pieces.filter(({ kind }) => kind === 'text');

/** Splits the text, which contains reasoning and calls as blocks with escaped content. */
function piecesOf(text: string): { pieces: Piece[]; files: DraftFile[] } {
  const files: DraftFile[] = [];
  const pieces = detailsIn(text).map((part): Piece => {
    if (part.kind === 'text') return part;
    const { type, attributes, body } = part;
    if (type === 'reasoning') return { kind: 'reasoning', text: body.replaceAll(/^> ?/gm, '') };
    if (type === 'code_interpreter') {
      const output = attributes.output ?? '';
      const call = callOf('call', type, body, output === '' ? null : fromJson(output));
      return { kind: 'call', call };
    }
    for (const [at, address] of picturesIn(attributes.files).entries()) {
      files.push(pictureAt(address, `result-${at + 1}`));
    }
    const { id = 'call', name = '', result } = attributes;
    const said = result === undefined || result === '' ? null : fromJson(result);
    return { kind: 'call', call: callOf(id, name, fromJson(attributes.arguments ?? ''), said) };
  });
  return { pieces, files };
}

function picturesIn(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  return listOf(unpacked(text)).flatMap((one) => firstText(one, fieldsOf(one)?.url) || []);
}

/** Unwraps JSON of a text; JSON of anything else stays JSON. */
function fromJson(text: string): string {
  const value = unpacked(text);
  return typeof value === 'string' ? value : value === undefined ? text : asText(value);
}

function unpacked(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // not JSON
    return undefined;
  }
}

/** Text and attachments in the parts of an answer. */
interface OutputParts {
  readonly pieces: Piece[];
  /** Addresses of pictures. */
  readonly pictures: DraftFile[];
}

/** Reads the list `output` in which newer Open WebUI stores an answer: items of OpenAI's Responses API. */
function outputParts(message: Fields, id: string, notes: Note[]): OutputParts {
  const items = recordsOf(message.output);
  const pieces: Piece[] = [];
  const pictures: DraftFile[] = [];
  const add = (value: unknown) => {
    for (const address of picturesAmong(value)) {
      pictures.push(pictureAt(address, `image-${pictures.length + 1}`));
    }
  };
  const results = new Map<string, unknown>();
  for (const item of items) {
    if (textOf(item.type).endsWith('_output')) results.set(textOf(item.call_id), item.output);
  }
  for (const item of items) {
    const type = textOf(item.type);
    if (type === 'message') {
      pieces.push({ kind: 'text', text: wordsIn(item.content) });
      add(item.content);
    } else if (type === 'reasoning') {
      const text = wordsIn(item.content) || wordsIn(item.summary);
      pieces.push({ kind: 'reasoning', text });
    } else if (type.endsWith('_output')) {
      add(item.output);
      add(item.files);
      // a result without its call
      const callId = textOf(item.call_id);
      if (!results.has(callId) || items.some((one) => one !== item && isCallOf(one, callId)))
        continue;
      pieces.push({ kind: 'call', call: callOf(callId, '', '', resultOf(item.output)) });
    } else if (type.endsWith('_call') || type.endsWith('code_interpreter')) {
      const callId = firstText(item.call_id, item.id);
      const name = firstText(item.name, type.replace(/^.*:|_call$/g, ''));
      const given = asText(item.arguments ?? item.input ?? item.code ?? item.action);
      const result = results.get(callId) ?? item.output ?? item.result ?? item.outputs;
      pieces.push({ kind: 'call', call: callOf(callId, name, given, resultOf(result)) });
      if (result !== results.get(callId)) add(result);
    } else if (wordsIn(item.content) !== '') {
      pieces.push({ kind: 'text', text: wordsIn(item.content) });
    } else notes.push({ kind: 'part', name: `${type || '?'} (${id})`, reason: 'unknown' });
  }
  return {
    pieces: pieces.filter((one) => one.kind === 'call' || one.text.trim() !== ''),
    pictures,
  };
}

const isCallOf = (item: Fields, callId: string): boolean =>
  !textOf(item.type).endsWith('_output') && firstText(item.call_id, item.id) === callId;

/** Returns the text of parts: a text, a list of texts, or of records with one. */
function wordsIn(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  return content
    .map((part: unknown) => firstText(part, fieldsOf(part)?.text, fieldsOf(part)?.refusal))
    .filter((text) => text !== '')
    .join('\n\n');
}

function resultOf(output: unknown): string | null {
  if (output === undefined || output === null) return null;
  return wordsIn(output) || asText(output);
}

function picturesAmong(value: unknown): string[] {
  return listOf(value).flatMap((part) => {
    const fields = fieldsOf(part);
    const isPicture = /image/.test(textOf(fields?.type));
    const address = isPicture
      ? firstText(fieldsOf(fields?.image_url)?.url, fields?.image_url, fields?.url)
      : '';
    return address === '' ? [] : [address];
  });
}
