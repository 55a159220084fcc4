import { parseJson } from '../../../../common/texts/json.ts';
import { type Parameters, parameters } from '../../../../preload/contract/chat/conversation.ts';

/** Parameters with form fields, as typed. */
export type ParametersText = Readonly<
  Record<
    | 'system'
    | 'maxTokens'
    | 'temperature'
    | 'topP'
    | 'seed'
    | 'toolRounds'
    | 'choices'
    | 'stop'
    | 'formatName'
    | 'formatSchema'
    | 'extra',
    string
  >
>;

export const noParameters: Parameters = parameters.parse({});

export function toText({ extra, stop, ...rest }: Parameters): ParametersText {
  const number = (value: number | null) => (value === null ? '' : String(value));
  return {
    system: rest.system,
    maxTokens: number(rest.maxTokens),
    temperature: number(rest.temperature),
    topP: number(rest.topP),
    seed: number(rest.seed),
    toolRounds: number(rest.toolRounds),
    choices: number(rest.choices),
    formatName: rest.format?.name ?? 'answer',
    formatSchema: rest.format?.schema ?? '',
    stop: stop.map(escaped).join('\n'),
    extra: Object.keys(extra).length === 0 ? '' : JSON.stringify(extra, null, 2),
  };
}

/**
 * Parses the form, or returns its invalid fields.
 * @param strict whether the service must enforce the structured output strictly
 * @param before parameters without fields are taken from here
 */
export function fromText(
  text: ParametersText,
  before: Parameters,
  strict = true,
): { readonly value: Parameters } | { readonly wrong: ReadonlySet<string> } {
  const number = (typed: string) => (typed.trim() === '' ? null : Number(typed));
  const result = parameters.safeParse({
    ...before,
    system: text.system,
    maxTokens: number(text.maxTokens),
    temperature: number(text.temperature),
    topP: number(text.topP),
    seed: number(text.seed),
    toolRounds: number(text.toolRounds) ?? undefined,
    choices: number(text.choices) ?? undefined,
    stop: text.stop
      .split('\n')
      .filter((line) => line !== '')
      .map(unescaped),
    format:
      text.formatSchema.trim() === ''
        ? null
        : { name: text.formatName, schema: text.formatSchema, strict },
    extra: jsonOf(text.extra),
  });
  if (result.success) return { value: result.data };
  return { wrong: new Set(result.error.issues.map(({ path }) => fieldOf(path))) };
}

/** The parts of the form are separate fields. */
function fieldOf([first, second]: readonly PropertyKey[]): string {
  if (first !== 'format') return String(first);
  return second === 'name' ? 'formatName' : 'formatSchema';
}

const marks: Readonly<Record<string, string>> = { '\\n': '\n', '\\t': '\t', '\\\\': '\\' };

/** Escapes a stop sequence to one line. */
function escaped(sequence: string): string {
  return sequence.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

function unescaped(line: string): string {
  return line.replaceAll(/\\[nt\\]/g, (mark) => marks[mark] ?? mark);
}

/** Null, which the schema refuses, for invalid JSON. */
function jsonOf(typed: string): unknown {
  if (typed.trim() === '') return {};
  try {
    return parseJson(typed);
  } catch {
    return null;
  }
}

export function isChanged(value: Parameters): boolean {
  return JSON.stringify(value) !== JSON.stringify(noParameters);
}
