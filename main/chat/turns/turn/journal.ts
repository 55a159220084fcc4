/** Maximum time that received text stays out of the database, ms; the user may lose at most a second's. */
const interval = 250;

/** Writes a running answer to the database piece by piece. */
export interface Journal {
  add(content: string, reasoning: string): void;
  /** Stops writing and waits for a running write; unwritten text stays unwritten. */
  stop(): Promise<void>;
}

/**
 * @param write appends a piece; after a failure its text is retried with the next piece
 * @param onFailure called for every failed write
 */
export function createJournal(
  write: (content: string, reasoning: string) => Promise<void>,
  onFailure: (error: unknown) => void,
): Journal {
  let content = '';
  let reasoning = '';
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let stopped = false;

  function arm(): void {
    if (timer !== null || writing !== null || stopped) return;
    timer = setTimeout(() => {
      timer = null;
      writing = flush().finally(() => {
        writing = null;
        if (content !== '' || reasoning !== '') arm();
      });
    }, interval);
  }

  async function flush(): Promise<void> {
    // A lone high surrogate cannot be stored as UTF-8: it waits for its other half.
    const [contentNow, contentLater] = splitWhole(content);
    const [reasoningNow, reasoningLater] = splitWhole(reasoning);
    content = contentLater;
    reasoning = reasoningLater;
    if (contentNow === '' && reasoningNow === '') return;
    try {
      await write(contentNow, reasoningNow);
    } catch (error) {
      content = contentNow + content;
      reasoning = reasoningNow + reasoning;
      onFailure(error);
    }
  }

  return {
    add(moreContent, moreReasoning) {
      content += moreContent;
      reasoning += moreReasoning;
      arm();
    },
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await writing;
    },
  };
}

function splitWhole(text: string): [now: string, later: string] {
  const last = text.charCodeAt(text.length - 1);
  const half = last >= 0xd800 && last <= 0xdbff;
  return half ? [text.slice(0, -1), text.slice(-1)] : [text, ''];
}
