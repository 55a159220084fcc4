import type {
  PortableMessage,
  SkippedPart,
} from '../../../../../../preload/contract/chat/portable.ts';

/** A conversation in another program's export, before its tree is validated. */
export interface Draft {
  readonly title: string;
  /** ISO 8601; null if unknown. */
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly archived: boolean;
  readonly pinned: boolean;
  readonly tags: readonly string[];
  readonly folder: string | null;
  readonly model: string | null;
  readonly system: string;
  /** The node on screen there. */
  readonly current: string | null;
  /** The first node sent there with the following ones; absent if all of them were. */
  readonly start?: string | null;
  readonly nodes: readonly DraftNode[];
  readonly notes: readonly Note[];
}

export interface DraftNode {
  readonly id: string;
  readonly parentId: string | null;
  /** Null: no message for people; its children belong to its parent. */
  readonly message: DraftMessage | null;
  /** It is a message for people without any content to show. */
  readonly isEmpty?: true;
}

export interface DraftMessage
  extends Pick<PortableMessage, 'role' | 'content' | 'reasoning' | 'model' | 'toolCalls'> {
  readonly createdAt: string | null;
  readonly files: readonly DraftFile[];
}

/** A file of a message, and its location. */
export type DraftFile = { readonly name: string } & (
  | { readonly from: 'archive'; readonly keys: readonly string[] }
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'data'; readonly address: string }
);

export type Note = Omit<SkippedPart, 'conversation'>;

export function callOf(
  id: string,
  name: string,
  given: string,
  result: string | null,
): PortableMessage['toolCalls'][number] {
  return {
    id: id === '' || id.length > 200 ? 'call' : id,
    name: name === '' ? 'tool' : name,
    arguments: given,
    state: result === null ? 'interrupted' : 'done',
    result,
  };
}

/** One part of an answer there, in its order; an answer here has its calls at its end. */
export type Piece =
  | { readonly kind: 'text' | 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly call: PortableMessage['toolCalls'][number] };

/** Returns the nodes of one answer: a new one begins after each group of calls. The last has the answer's id. */
export function roundsOf(
  id: string,
  parentId: string | null,
  facts: Pick<DraftMessage, 'model' | 'createdAt' | 'files'>,
  pieces: readonly Piece[],
): DraftNode[] {
  const rounds: {
    content: string[];
    reasoning: string[];
    toolCalls: PortableMessage['toolCalls'];
  }[] = [];
  const next = () => {
    const round = { content: [], reasoning: [], toolCalls: [] };
    rounds.push(round);
    return round;
  };
  for (const piece of pieces) {
    if (piece.kind !== 'call' && piece.text.trim() === '') continue;
    let round: (typeof rounds)[number] = rounds.at(-1) ?? next();
    if (piece.kind === 'call') {
      const { call } = piece;
      round.toolCalls.push({
        ...call,
        id: `${call.id.slice(0, 150)}-${round.toolCalls.length + 1}`,
      });
      continue;
    }
    if (round.toolCalls.length > 0) round = next();
    (piece.kind === 'text' ? round.content : round.reasoning).push(piece.text);
  }
  if (rounds.length === 0) {
    if (facts.files.length === 0) return [{ id, parentId, message: null, isEmpty: true }];
    next();
  }
  return rounds.map(({ content, reasoning, toolCalls }, at) => {
    const last = at === rounds.length - 1;
    return {
      id: last ? id : `${id}\u0000${at}`,
      parentId: at === 0 ? parentId : `${id}\u0000${at - 1}`,
      message: {
        role: 'assistant',
        content: content.join('\n\n').trim(),
        reasoning: reasoning.join('\n\n').trim(),
        toolCalls,
        ...facts,
        files: last ? facts.files : [],
      },
    };
  });
}

/** Returns the texts among pieces, as a question has them. */
export function wordsIn(pieces: readonly Piece[]): string {
  const texts = pieces.flatMap((piece) => (piece.kind === 'text' ? piece.text : []));
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Returns the node of a question. */
export function questionOf(
  id: string,
  parentId: string | null,
  content: string,
  facts: Pick<DraftMessage, 'createdAt' | 'files'>,
): DraftNode {
  if (content.trim() === '' && facts.files.length === 0) {
    return { id, parentId, message: null, isEmpty: true };
  }
  return {
    id,
    parentId,
    message: { role: 'user', content, reasoning: '', model: null, toolCalls: [], ...facts },
  };
}
