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
  listOf,
  recordsOf,
  textOf,
} from './values.ts';

/** Returns one conversation of `conversations.json` in Claude's data export; null for anything else. */
export function fromClaude(value: unknown): Draft | null {
  const conversation = fieldsOf(value);
  if (conversation === null || !Array.isArray(conversation.chat_messages)) return null;
  const notes: Note[] = [];
  const messages = listOf(conversation.chat_messages);
  const ids = new Set(recordsOf(messages).map(({ uuid }) => textOf(uuid)));
  let before: string | null = null;
  const nodes = messages.flatMap((one, at): DraftNode[] => {
    const message = fieldsOf(one);
    const id = textOf(message?.uuid) || `#${at + 1}`;
    const parent = textOf(message?.parent_message_uuid);
    // older exports are lists; in newer ones a first message names a missing parent
    const parentId = parent === '' ? before : ids.has(parent) ? parent : null;
    before = id;
    const sender = textOf(message?.sender);
    if (message === null || !['human', 'user', 'assistant'].includes(sender)) {
      notes.push({ kind: 'message', name: id, reason: 'unreadable' });
      return [{ id, parentId, message: null }];
    }
    const createdAt = instantOf(message.created_at);
    const files = filesOf(message);
    const pieces = piecesOf(message, id, notes);
    if (sender === 'assistant') {
      const model = textOf(conversation.model) || null;
      return roundsOf(id, parentId, { createdAt, model, files }, pieces);
    }
    return [questionOf(id, parentId, wordsIn(pieces), { createdAt, files })];
  });
  return {
    title: textOf(conversation.name),
    createdAt: instantOf(conversation.created_at),
    updatedAt: instantOf(conversation.updated_at),
    archived: false,
    pinned: conversation.is_starred === true,
    tags: [],
    folder: textOf(fieldsOf(conversation.project)?.name) || null,
    model: textOf(conversation.model) || null,
    system: '',
    current: textOf(conversation.current_leaf_message_uuid) || null,
    nodes,
    notes,
  };
}

function piecesOf(message: Fields, id: string, notes: Note[]): Piece[] {
  const content = recordsOf(message.content);
  const pieces: Piece[] = [];
  const results = resultsIn(content);
  for (const block of content) {
    switch (textOf(block.type)) {
      case 'text':
        pieces.push({ kind: 'text', text: cited(block) });
        break;
      case 'thinking':
        pieces.push({ kind: 'reasoning', text: textOf(block.thinking) });
        break;
      case 'tool_use': {
        const callId = textOf(block.id);
        const result = results.take(callId);
        pieces.push({
          kind: 'call',
          call: callOf(callId, textOf(block.name), asText(block.input), result),
        });
        break;
      }
      case 'tool_result':
      case 'token_budget':
        break;
      default:
        notes.push({
          kind: 'part',
          name: `${textOf(block.type) || '?'} (${id})`,
          reason: 'unknown',
        });
    }
  }
  for (const { name, text } of results.left()) {
    pieces.push({ kind: 'call', call: callOf('call', name, '', text) });
  }
  if (pieces.length === 0) pieces.push({ kind: 'text', text: textOf(message.text) });
  return pieces;
}

/** Results of tools: by the id of their call if they name it, else in order. */
function resultsIn(content: readonly Fields[]) {
  const results = content
    .filter(({ type }) => type === 'tool_result')
    .map((block) => ({
      id: textOf(block.tool_use_id),
      name: textOf(block.name),
      text: resultText(block.content),
    }));
  const byId = new Map(results.filter(({ id }) => id !== '').map((one) => [one.id, one]));
  const inOrder = results.filter(({ id }) => id === '');
  const taken = new Set<(typeof results)[number]>();
  let next = 0;
  return {
    take(callId: string): string | null {
      const own = byId.get(callId);
      const found = own ?? inOrder[next];
      if (found === undefined) return null;
      if (own === undefined) next += 1;
      taken.add(found);
      return found.text;
    },
    left: () => results.filter((one) => !taken.has(one)),
  };
}

function resultText(content: unknown): string {
  if (!Array.isArray(content)) return asText(content);
  return content
    .map((part: unknown) => {
      const fields = fieldsOf(part);
      const text = firstText(fields?.text);
      const address = textOf(fields?.url);
      if (address === '') return text === '' ? asText(part) : text;
      return [linkOf(textOf(fields?.title), address), text]
        .filter((words) => words !== '')
        .join('\n');
    })
    .join('\n\n');
}

/** Returns each source as a link after the text that it supports. */
function cited(block: Fields): string {
  const text = textOf(block.text);
  const places = recordsOf(block.citations)
    .map((one) => {
      const details = fieldsOf(one.details) ?? one;
      return { at: Number(one.end_index), title: textOf(one.title), address: textOf(details.url) };
    })
    .filter(
      ({ at, address }) => Number.isInteger(at) && at >= 0 && at <= text.length && address !== '',
    )
    .sort((one, other) => one.at - other.at);
  let [from, whole] = [0, ''];
  for (const { at, title, address } of places) {
    whole += `${text.slice(from, at)} (${linkOf(title, address)})`;
    from = at;
  }
  return whole + text.slice(from);
}

/** The export has the texts of attachments; other files only if they are in the archive. */
function filesOf(message: Fields): DraftFile[] {
  const texts = recordsOf(message.attachments).map((one): DraftFile => {
    const name = firstText(one.file_name, one.file_type) || 'text.txt';
    const text = textOf(one.extracted_content);
    if (text !== '') return { from: 'text', name, text };
    return { from: 'archive', name, keys: [textOf(one.id), name] };
  });
  const files = [...recordsOf(message.files), ...recordsOf(message.files_v2)].map(
    (one): DraftFile => {
      const name = firstText(one.file_name, one.file_uuid) || 'file';
      return { from: 'archive', name, keys: [textOf(one.file_uuid), name] };
    },
  );
  const seen = new Set<string>();
  return [...texts, ...files].filter((one) => {
    const mark = one.from === 'archive' ? one.keys.join('\n') : `${one.name}\n${seen.size}`;
    return seen.has(mark) ? false : seen.add(mark);
  });
}
