import { diagramFrame } from 'virtual:diagram-frame';
import { cleaned } from './clean.ts';
import { coloursOfPage } from './colours.ts';
import type { Answer, Order } from './protocol.ts';

/** Maximum characters of a diagram's text; lines in it; characters of its drawing; seconds for all of it. */
export const limits = {
  characters: 50_000,
  edges: 1_000,
  drawing: 4_000_000,
  seconds: 15,
} as const;

export type Outcome =
  | { readonly kind: 'drawn'; readonly svg: string; readonly labels: string; readonly type: string }
  | { readonly kind: 'misread' | 'failed'; readonly said: string }
  | { readonly kind: 'too-long' | 'too-large' | 'too-slow' | 'stopped' };

let last: Promise<unknown> = Promise.resolve();

/**
 * Draws with Mermaid in a frame that is created for this one diagram and removed afterwards, also after a timeout. One
 * at a time: each takes a process and some 100 MB.
 */
export function draw(source: string, signal: AbortSignal): Promise<Outcome> {
  if (source.length > limits.characters) return Promise.resolve({ kind: 'too-long' });
  const drawing = last
    .then(() => drawNow(source, signal))
    .catch((cause: unknown): Outcome => {
      reportError(cause);
      return { kind: 'failed', said: '' };
    });
  last = drawing;
  return drawing;
}

async function drawNow(source: string, signal: AbortSignal): Promise<Outcome> {
  if (signal.aborted) return { kind: 'stopped' };
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.className = 'md-diagram-frame';
  frame.src = diagramFrame;
  const end = AbortSignal.any([signal, AbortSignal.timeout(limits.seconds * 1000)]);
  const { port1: port, port2: theirs } = new MessageChannel();
  const { fontFamily, theme, background } = coloursOfPage();
  const { characters, edges } = limits;
  const order: Order = { source, fontFamily, theme, background, most: { characters, edges } };
  try {
    const answer = await new Promise<Answer | null>((resolve) => {
      end.addEventListener('abort', () => resolve(null));
      port.addEventListener('message', ({ data }) => resolve(answerFrom(data)));
      port.start();
      const send = () => {
        // its origin is opaque, so no other target can be named; the frame goes nowhere else (CSP)
        frame.contentWindow?.postMessage(order, '*', [theirs]);
      };
      frame.addEventListener('load', send, { once: true });
      document.body.append(frame);
    });
    if (answer === null) return { kind: signal.aborted ? 'stopped' : 'too-slow' };
    if (answer.kind !== 'drawn') return answer;
    if (answer.svg.length > limits.drawing) return { kind: 'too-large' };
    const drawing = cleaned(answer.svg);
    if (drawing === null) return { kind: 'failed', said: '' };
    return { kind: 'drawn', type: answer.type, ...drawing };
  } finally {
    frame.remove();
    port.close();
  }
}

/** Validates the frame's message, which is not trusted. */
function answerFrom(data: unknown): Answer {
  const { kind, svg, type, said } = (data ?? {}) as Record<string, unknown>;
  if (kind === 'drawn' && typeof svg === 'string') {
    return { kind, svg, type: typeof type === 'string' ? type.slice(0, 40) : '' };
  }
  const text = typeof said === 'string' ? said.slice(0, 2_000) : '';
  return { kind: kind === 'misread' ? kind : 'failed', said: text };
}
