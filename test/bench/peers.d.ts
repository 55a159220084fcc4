/**
 * The packages that the benches measure against. They are installed from test/bench/package.json only when
 * a bench runs, so the types that a check needs without them stand here.
 */
declare module 'react-markdown' {
  import type { ComponentType } from 'react';

  const Markdown: ComponentType<{ children: string; remarkPlugins?: unknown[] }>;
  export default Markdown;
}
declare module 'remark-gfm' {
  const plugin: unknown;
  export default plugin;
}
declare module 'streamdown' {
  import type { ComponentType } from 'react';
  export const Streamdown: ComponentType<{ children: string; [option: string]: unknown }>;
}
declare module 'streamdown/styles.css';
declare module 'openai' {
  interface Chunk {
    readonly choices: readonly {
      readonly delta: { readonly content?: string | null };
      readonly finish_reason?: string | null;
    }[];
  }
  export default class OpenAI {
    constructor(options: { baseURL: string; apiKey: string; maxRetries?: number });
    readonly chat: {
      readonly completions: {
        create(request: {
          model: string;
          messages: { role: 'user'; content: string }[];
          stream: true;
          stream_options?: { include_usage: boolean };
          max_tokens?: number;
        }): Promise<AsyncIterable<Chunk>>;
        create(request: {
          model: string;
          messages: { role: 'user'; content: string }[];
        }): Promise<unknown>;
      };
    };
  }
}
