import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type Completion, envelope } from './completion.ts';
import type { Fault } from './faults.ts';
import type { ChatRequest } from './request.ts';

export interface Pace {
  /** Tokens per second; 0 means as fast as the client reads. */
  readonly tokensPerSecond: number;
  /** Milliseconds of silence after which a keep-alive comment is sent. */
  readonly keepAliveMs: number;
}

/**
 * Sends a completion as server-sent events, at the demo's speed. Resolves when the stream has ended for any reason;
 * `signal` aborts when the client has gone or the time is up.
 */
export async function streamCompletion(
  response: ServerResponse,
  request: ChatRequest,
  completion: Completion,
  options: { readonly pace: Pace; readonly fault: Fault | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const { pace, fault, signal } = options;
  const head = envelope('chat.completion.chunk', request.model.id);
  const chunk = (delta: unknown, finish: string | null = null): unknown => ({
    ...head,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  await send(response, signal, chunk({ role: 'assistant', content: '' }));
  if (fault?.kind === 'slow') await wait(response, fault.seconds * 1000, pace.keepAliveMs, signal);

  let sent = 0;
  const started = performance.now();
  for (const { delta, tokens } of completion.deltas) {
    if (fault && 'afterTokens' in fault && sent >= fault.afterTokens) break;
    await untilDue(pace, started, sent, signal);
    await send(response, signal, chunk(delta));
    sent += tokens;
  }
  switch (fault?.kind) {
    case 'drop':
      response.destroy();
      return;
    case 'stall': {
      const silence = fault.silent ? Number.POSITIVE_INFINITY : pace.keepAliveMs;
      await wait(response, Number.POSITIVE_INFINITY, silence, signal);
      return;
    }
    case 'truncate':
      response.end();
      return;
    case 'midstream':
      await send(response, signal, {
        error: {
          message: 'The demo was asked to fail in mid-stream',
          type: 'server_error',
          code: 500,
        },
      });
      response.end();
      return;
    default:
      break;
  }
  await send(response, signal, chunk({}, completion.finishReason));
  if (request.includeUsage)
    await send(response, signal, { ...head, choices: [], usage: completion.usage });
  response.end('data: [DONE]\n\n');
}

/** Waits `ms` milliseconds, sending a comment after every `keepAliveMs` of them. */
async function wait(
  response: ServerResponse,
  ms: number,
  keepAliveMs: number,
  signal: AbortSignal,
): Promise<void> {
  // Timers take at most 2^31-1 ms; longer waits are split.
  const longest = 60_000;
  let silent = 0;
  for (let left = ms; left > 0; ) {
    const step = Math.min(left, Math.max(1, keepAliveMs - silent), longest);
    await delay(step, undefined, { signal });
    left -= step;
    silent += step;
    if (silent >= keepAliveMs) {
      response.write(': keep-alive\n\n');
      silent = 0;
    }
  }
}

async function untilDue(
  pace: Pace,
  started: number,
  sent: number,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (pace.tokensPerSecond <= 0) return;
  const early = started + (sent * 1000) / pace.tokensPerSecond - performance.now();
  // A timer's resolution is a millisecond: anything due earlier is sent now.
  if (early > 1) await delay(early, undefined, { signal });
}

async function send(response: ServerResponse, signal: AbortSignal, event: unknown): Promise<void> {
  signal.throwIfAborted();
  const written = response.write(`data: ${JSON.stringify(event)}\n\n`);
  if (!written) await once(response, 'drain', { signal });
}
