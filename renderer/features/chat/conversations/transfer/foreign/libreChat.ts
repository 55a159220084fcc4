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
  listOf,
  recordsOf,
  textOf,
} from './values.ts';

/** Returns a conversation exported by LibreChat, its messages in a list or nested; null for anything else. */
export function fromLibreChat(value: unknown): Draft | null {
  const conversation = fieldsOf(value);
  const list = conversation?.messagesTree ?? conversation?.messages;
  if (conversation === null || !Array.isArray(list) || !('conversationId' in conversation))
    return null;
  const options = fieldsOf(conversation.options);
  const model = firstText(options?.model, conversation.model, conversation.endpoint) || null;
  const notes: Note[] = [];
  const nodes = flat(list).flatMap(({ value: one, above, at }): DraftNode[] => {
    const message = fieldsOf(one);
    const id = textOf(message?.messageId) || `#${at + 1}`;
    const parent = textOf(message?.parentMessageId);
    const parentId = (parent === nobody ? '' : parent) || above;
    if (message === null || (message.text === undefined && !Array.isArray(message.content))) {
      notes.push({ kind: 'message', name: id, reason: 'unreadable' });
      return [{ id, parentId, message: null }];
    }
    const createdAt = instantOf(message.createdAt);
    const files = filesOf(message);
    const own = message.isCreatedByUser === true || textOf(message.sender).toLowerCase() === 'user';
    if (own) {
      const words = wordsOf(message);
      return [questionOf(id, parentId, words, { createdAt, files })];
    }
    const answered = { createdAt, files, model: textOf(message.model) || model };
    return roundsOf(id, parentId, answered, piecesOf(message, id, notes));
  });
  return {
    title: textOf(conversation.title),
    createdAt:
      instantOf(conversation.createdAt) ??
      nodes.find(({ message }) => message)?.message?.createdAt ??
      null,
    updatedAt: instantOf(conversation.updatedAt) ?? instantOf(conversation.exportAt),
    archived: conversation.isArchived === true,
    pinned: false,
    tags: listOf(conversation.tags).map(textOf),
    folder: null,
    model,
    system: firstText(options?.promptPrefix, options?.system, options?.instructions),
    current: null,
    nodes,
    notes,
  };
}

/** Parent id of a first message there. */
const nobody = '00000000-0000-0000-0000-000000000000';

interface Placed {
  readonly value: unknown;
  readonly above: string | null;
  readonly at: number;
}

/** Flattens nested messages of any depth: parents first. */
function flat(list: readonly unknown[]): Placed[] {
  const all: Placed[] = [];
  const waiting: { value: unknown; above: string | null }[] = [...list]
    .reverse()
    .map((value) => ({ value, above: null }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const at = all.length;
    all.push({ ...next, at });
    const message = fieldsOf(next.value);
    const above = textOf(message?.messageId) || `#${at + 1}`;
    const children = listOf(message?.children);
    for (let child = children.length - 1; child >= 0; child -= 1) {
      waiting.push({ value: children[child], above });
    }
  }
  return all;
}

function wordsOf(message: Fields): string {
  const parts = recordsOf(message.content).map(({ text }) =>
    firstText(text, fieldsOf(text)?.value),
  );
  return textOf(message.text) || parts.filter((text) => text !== '').join('\n\n');
}

function piecesOf(message: Fields, id: string, notes: Note[]): Piece[] {
  const content = recordsOf(message.content);
  if (content.length === 0) return thoughtful(textOf(message.text));
  return content.flatMap((part): Piece[] => {
    const inside = (field: unknown) => firstText(field, fieldsOf(field)?.value);
    switch (textOf(part.type)) {
      case 'text':
        return [{ kind: 'text', text: inside(part.text) }];
      case 'think':
        return [{ kind: 'reasoning', text: inside(part.think) }];
      case 'error':
        return [{ kind: 'text', text: `> ${firstText(inside(part.error), inside(part.text))}` }];
      case 'tool_call': {
        const call = fieldsOf(part.tool_call) ?? {};
        const known = fieldsOf(call.function) ?? call;
        const output = known.output ?? call.output;
        const result = output === undefined || output === null ? null : asText(output);
        const given = asText(known.args ?? known.arguments);
        return [{ kind: 'call', call: callOf(textOf(call.id), textOf(known.name), given, result) }];
      }
      case 'image_file':
      case 'agent_update':
        return [];
      default:
        notes.push({
          kind: 'part',
          name: `${textOf(part.type) || '?'} (${id})`,
          reason: 'unknown',
        });
        return [];
    }
  });
}

/** `:::thinking` … `:::` at the beginning of a text is reasoning. */
function thoughtful(text: string): Piece[] {
  const mark = ':::thinking';
  const end = text.startsWith(mark) ? text.indexOf('\n:::', mark.length) : -1;
  if (end < 0) return [{ kind: 'text', text }];
  return [
    { kind: 'reasoning', text: text.slice(mark.length, end) },
    { kind: 'text', text: text.slice(end + '\n:::'.length) },
  ];
}

/** The export names files without containing them; an archive may have them beside it. */
function filesOf(message: Fields): DraftFile[] {
  const pictures = recordsOf(recordsOf(message.content).map(({ image_file: picture }) => picture));
  return [...recordsOf(message.files), ...recordsOf(message.attachments), ...pictures].map(
    (one, at): DraftFile => {
      const name = firstText(one.filename, one.file_id) || `file-${at + 1}`;
      const text = textOf(one.text);
      if (text !== '') return { from: 'text', name, text };
      return { from: 'archive', name, keys: [textOf(one.file_id), name] };
    },
  );
}
