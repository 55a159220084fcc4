import '../../../renderer/styles/app.css';
import 'streamdown/styles.css';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import { createClient } from '../../../renderer/client/index.ts';
import { createTexts, TextsProvider } from '../../../renderer/i18n/index.ts';
import { createStores, StoresProvider } from '../../../renderer/kit/index.ts';
import Markdown from '../../../renderer/markdown/Markdown.tsx';
import { UiProvider } from '../../../renderer/ui/UiProvider.tsx';
import { createWorld } from '../../renderer/world.ts';
import { fixtures } from './fixtures.ts';

interface RendererProps {
  readonly text: string;
  readonly streaming: boolean;
}

const renderers: Readonly<Record<string, ComponentType<RendererProps>>> = {
  ours: Markdown,
  'react-markdown': ({ text }) => <ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>,
  streamdown: ({ text, streaming }) => <Streamdown isAnimating={streaming}>{text}</Streamdown>,
};

export interface Plan {
  readonly renderer: string;
  readonly fixture: string;
  /** How much is there before the measured time begins. */
  readonly before: number;
  readonly charactersPerSecond: number;
}

export interface Measured {
  /** What tasks took beyond 50 ms each, summed up. */
  readonly blocked: number;
  readonly longest: number;
  readonly duration: number;
  /** From each key press to the paint that shows it. */
  readonly keys: readonly number[];
}

const stores = createStores(createClient(createWorld().bridge), window);
const texts = await createTexts('en');

/** A thread with one growing answer that is followed to its end, and a composer. */
function Chat({ renderer, text, streaming }: RendererProps & { readonly renderer: string }) {
  const view = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const Renderer = renderers[renderer];
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      if (view.current) view.current.scrollTop = view.current.scrollHeight;
    });
    if (body.current) observer.observe(body.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div style={{ height: '100vh', display: 'flex', flexDirection: 'column' }}>
      <div ref={view} style={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
        <div ref={body} className="mx-auto max-w-[46rem] text-chat">
          {Renderer && <Renderer text={text} streaming={streaming} />}
        </div>
      </div>
      <Composer />
    </div>
  );
}

let keys: number[] = [];

function Composer() {
  const [text, setText] = useState('');
  return (
    <textarea
      id="composer"
      rows={3}
      value={text}
      onChange={(event) => {
        const pressed = event.nativeEvent.timeStamp;
        setText(event.target.value.slice(-200));
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => keys.push(performance.now() - pressed);
          channel.port2.postMessage(null);
        });
      }}
    />
  );
}

const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
const rest = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until the page has had nothing to do for a while. */
async function idle(): Promise<void> {
  for (let calm = 0; calm < 10; ) {
    const start = performance.now();
    await frame();
    calm = performance.now() - start < 25 ? calm + 1 : 0;
  }
}

let root: Root | null = null;

async function run({ renderer, fixture, before, charactersPerSecond }: Plan): Promise<Measured> {
  const text = fixtures[fixture]?.() ?? '';
  const host = document.getElementById('root');
  if (!host) throw new Error('The page has no #root');
  root?.unmount();
  root = createRoot(host);
  const show = (length: number, streaming: boolean) =>
    root?.render(
      <TextsProvider i18n={texts}>
        <UiProvider>
          <StoresProvider value={stores}>
            <Chat renderer={renderer} text={text.slice(0, length)} streaming={streaming} />
          </StoresProvider>
        </UiProvider>
      </TextsProvider>,
    );
  show(before, true);
  await idle();
  await rest(500);
  document.getElementById('composer')?.focus();

  let blocked = 0;
  let longest = 0;
  const note = (entries: PerformanceEntryList) => {
    for (const { duration } of entries) {
      blocked += duration - 50;
      longest = Math.max(longest, duration);
    }
  };
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ entryTypes: ['longtask'] });
  keys = [];
  const start = performance.now();
  for (let shown = before; shown < text.length; ) {
    await frame();
    const due = before + ((performance.now() - start) / 1000) * charactersPerSecond;
    shown = Math.min(text.length, Math.floor(due));
    show(shown, true);
  }
  await frame();
  await rest(50);
  show(text.length, false);
  await idle();
  await rest(200);
  note(observer.takeRecords());
  observer.disconnect();
  return { blocked, longest, duration: performance.now() - start, keys };
}

declare global {
  interface Window {
    run: typeof run;
    /** The length of what is shown, to see that all of it is. */
    shown: () => number;
  }
}
window.run = run;
window.shown = () => document.querySelector('#root .text-chat')?.textContent?.length ?? 0;
