import { parseJson } from '../../../../common/texts/json.ts';

/** A tool call as received so far; the arguments of a cut one are not valid JSON. */
export interface ToolCall {
  readonly index: number;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly arguments: string;
}

interface Growing {
  index: number;
  id: string;
  type: string;
  name: string;
  arguments: string;
}

interface Delta {
  readonly index?: unknown;
  readonly id?: unknown;
  readonly type?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown } | null;
}

/** Assembles the tool calls of one choice from their deltas. */
export class ToolCalls {
  readonly #calls: Growing[] = [];

  /**
   * Adds one delta: a call's first one has id, type and name, later ones only the index and a piece of the arguments.
   * Null, absent and empty fields never overwrite.
   * @param place the index of a call that comes whole; its own index is ignored
   * @returns the call that grew, or null if this is not a delta
   */
  add(value: unknown, place?: number): ToolCall | null {
    if (typeof value !== 'object' || value === null) return null;
    const delta: Delta = value;
    const call = place === undefined ? this.#callOf(delta) : this.#begin(place);
    if (call.id === '' && filled(delta.id)) call.id = delta.id;
    if (filled(delta.type)) call.type = delta.type;
    const called = delta.function;
    if (typeof called === 'object' && called !== null) {
      if (filled(called.name)) call.name = called.name;
      if (filled(called.arguments)) call.arguments += called.arguments;
      else if (isObject(called.arguments)) call.arguments = JSON.stringify(called.arguments);
    }
    return call;
  }

  list(): readonly ToolCall[] {
    return this.#calls;
  }

  #callOf(delta: Delta): Growing {
    const { id } = delta;
    const last = this.#calls.at(-1);
    // LiteLLM gives each piece of a call a new id: only a piece with a name begins another call.
    const isNamed = filled(delta.function?.name);
    let index = typeof delta.index === 'number' ? delta.index : null;
    if (index === null && filled(id)) {
      const same = this.#calls.find((call) => call.id === id);
      if (same !== undefined) return same;
      if (isNamed && last !== undefined) index = last.index + 1;
    }
    index ??= last?.index ?? 0;
    // The newest call of an index: some servers number every call 0 and distinguish them by id.
    const present = this.#calls.findLast((call) => call.index === index);
    const isAnother = filled(id)
      ? isNamed && present?.id !== '' && present?.id !== id
      : isWhole(present, delta);
    return present === undefined || isAnother ? this.#begin(index) : present;
  }

  #begin(index: number): Growing {
    const begun = { index, id: '', type: 'function', name: '', arguments: '' };
    this.#calls.push(begun);
    return begun;
  }
}

/** Characters of arguments searched for their end. */
const mostLookedAt = 4096;

/** Returns whether a call has all its arguments, so that a delta with a name and arguments begins another one. */
function isWhole(call: Growing | undefined, { function: called }: Delta): boolean {
  const begins = filled(called?.name) && (filled(called.arguments) || isObject(called.arguments));
  const text = call?.arguments ?? '';
  if (!begins || text.length > mostLookedAt || !text.endsWith('}')) return false;
  try {
    parseJson(text);
    return true;
  } catch {
    return false;
  }
}

function filled(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
