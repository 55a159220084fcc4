import { expect } from 'vitest';
import type { DemoInfo } from '../../../main/demo/index.ts';
import { type Answer, bearer, send } from './demo-support.ts';

export interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly { id: string; type: string; function: ToolFunction }[];
    };
    readonly finish_reason: string;
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

export interface ToolFunction {
  readonly name?: string;
  readonly arguments: string;
}

export interface Chunk {
  readonly choices: readonly {
    readonly delta: {
      readonly role?: string;
      readonly content?: string;
      readonly reasoning_content?: string;
      readonly tool_calls?: readonly {
        index: number;
        id?: string;
        type?: string;
        function: ToolFunction;
      }[];
    };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: unknown;
  readonly error?: unknown;
}

/** Of a request with a body. */
export function jsonHeaders(key: string): Record<string, string> {
  return { ...bearer(key), 'content-type': 'application/json' };
}

export function ask(
  demo: DemoInfo,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return send(demo, `${demo.genaiUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { ...jsonHeaders(demo.apiKey), ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function question(content: unknown, more: object = {}): object {
  return { model: 'alpha3.6-35b', messages: [{ role: 'user', content }], ...more };
}

export async function complete(demo: DemoInfo, body: unknown): Promise<Completion> {
  const answer = await ask(demo, body);
  expect(answer.status).toBe(200);
  return JSON.parse(answer.body) as Completion;
}

export function events(body: string): string[] {
  return body
    .split('\n\n')
    .filter((event) => event.startsWith('data: '))
    .map((event) => event.slice(6));
}

export function chunks(body: string): Chunk[] {
  return events(body)
    .filter((event) => event !== '[DONE]')
    .map((event) => JSON.parse(event) as Chunk);
}

export function joined(all: readonly Chunk[], field: 'content' | 'reasoning_content'): string {
  return all.map(({ choices }) => choices[0]?.delta[field] ?? '').join('');
}

export const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
      required: ['city', 'days'],
    },
  },
};

// a PNG of 3 x 2 pixels: signature and header are all that is looked at
export const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  Buffer.from([0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0]),
]).toString('base64');
export const picture = [
  { type: 'text', text: 'What is this?' },
  { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
];
