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

/** One conversation of Open WebUI's *Export chats*; null when it is none. */
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
    const found = piecesOf(text);
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

/** A list without a tree: each below the one before it. */
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

/** Reasoning and calls stand in the text itself there, as blocks with escaped contents. */
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

/** A text that is JSON of a text is that text; JSON of anything else stays JSON. */
function fromJson(text: string): string {
  const value = unpacked(text);
  return typeof value === 'string' ? value : value === undefined ? text : asText(value);
}

function unpacked(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // it was no JSON, then
    return undefined;
  }
}
