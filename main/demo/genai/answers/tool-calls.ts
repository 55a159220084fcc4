import { createHash } from 'node:crypto';
import { isRecord } from '../../files.ts';
import { expressionIn } from '../expression.ts';
import type { ChatRequest, ToolDefinition } from '../request.ts';
import { splitFiles } from './files.ts';
import { asksForJobs, pathIn } from './jobs.ts';
import { asksForStates, machineIn } from './machines.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text. */
  readonly arguments: string;
}

/** Chooses the tools that a real model would call for this request, and fills in arguments from the question. */
export function planToolCalls(request: ChatRequest, question: string): ToolCall[] {
  const { tools, toolChoice } = request;
  if (toolChoice === 'none' || tools.length === 0) return [];
  if (typeof toolChoice === 'object') {
    return tools.filter(({ name }) => name === toolChoice.name).map((tool) => call(tool, question));
  }
  if (request.messages.at(-1)?.role === 'tool') return [];
  const { words } = splitFiles(question);
  const asked = tools.filter((tool) => isAskedFor(tool, words));
  const chosen = asked.length === 0 && toolChoice === 'required' ? tools.slice(0, 1) : asked;
  return chosen.map((tool) => call(tool, question));
}

/** Returns whether the question names the tool, or has every word of its name (except `get` and similar). */
function isAskedFor(tool: ToolDefinition, question: string): boolean {
  const text = question.toLowerCase();
  const name = tool.name.toLowerCase();
  if (name === 'jobs') return asksForJobs(question);
  if (text.includes(name)) return true;
  if (name === 'files_read') return machineIn(text) !== undefined && pathIn(text) !== undefined;
  const isPast = historyWords.some((one) => text.includes(one));
  if (name === 'machine_states') return asksForStates(question) && !isPast;
  if (name === 'machine_history') return isPast && machineIn(text) !== undefined;
  const words = name
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 2 && !commonVerbs.has(word));
  if (words.length === 0) return false;
  return words.every((word) => [word, ...(japanese[word] ?? [])].some((one) => text.includes(one)));
}

const historyWords = [
  ...['history', 'yesterday', 'last week', 'last month', 'has been', 'availability'],
  ...['履歴', '昨日', '先週', '先月', 'この 1 週間', '稼働率'],
];

const commonVerbs = new Set(['get', 'list', 'fetch', 'read', 'show', 'find', 'the', 'current']);
const japanese: Readonly<Record<string, readonly string[]>> = {
  weather: ['天気'],
  time: ['時刻', '何時', '時間'],
  machine: ['マシン', '計算機', '機'],
  machines: ['マシン', '計算機', 'machine'],
  status: ['状態', '状況'],
  search: ['検索', '探し'],
  calculate: ['計算'],
  calculator: ['計算'],
};

function call(tool: ToolDefinition, question: string): ToolCall {
  const isOwnList = tool.name === 'jobs';
  const args = JSON.stringify(isOwnList ? {} : fillArguments(tool.parameters, question));
  const hash = createHash('sha256').update(`${tool.name}\n${args}`).digest('hex');
  return { id: `call_${hash.slice(0, 24)}`, name: tool.name, arguments: args };
}

function fillArguments(
  schema: Readonly<Record<string, unknown>>,
  question: string,
): Record<string, unknown> {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : Object.keys(properties);
  const names = Object.keys(properties).filter((name) => required.includes(name));
  return Object.fromEntries(
    names.map((name) => [
      name,
      (name === 'machine' ? machineIn(question) : undefined) ??
        (name === 'path' ? pathIn(question) : undefined) ??
        fillValue(isRecord(properties[name]) ? properties[name] : {}, question),
    ]),
  );
}

function fillValue(schema: Readonly<Record<string, unknown>>, question: string): unknown {
  if (Array.isArray(schema.enum)) {
    return schema.enum.find((one) => question.includes(String(one))) ?? schema.enum[0];
  }
  const numbers = question.match(/-?\d+(?:\.\d+)?/g) ?? [];
  switch (schema.type) {
    case 'integer':
      return Math.trunc(Number(numbers[0] ?? 1));
    case 'number':
      return Number(numbers[0] ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return [fillValue(isRecord(schema.items) ? schema.items : {}, question)];
    case 'object':
      return fillArguments(schema, question);
    default:
      return quoted(question) ?? expressionIn(question) ?? place(question) ?? question.trim();
  }
}

function quoted(question: string): string | undefined {
  return /["“「『]([^"“”「」『』]+)["”」』]/.exec(question)?.[1];
}

function place(question: string): string | undefined {
  const english = /\b(?:in|for|at|of) ([A-Z][\p{L}-]+)/u.exec(question)?.[1];
  const japanese = [...question.matchAll(/([\p{Script=Han}\p{Script=Katakana}ー]+)(の?)/gu)];
  return english ?? japanese.find(([, , of]) => of === 'の')?.[1];
}
