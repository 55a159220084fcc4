import { createContext, use, useCallback, useEffect, useState } from 'react';

/**
 * Writes a text to the clipboard, with formatting if given. A host that forbids the page its clipboard provides its own
 * function here.
 */
export const CopyContext = createContext<(text: string, html?: string) => Promise<void>>(
  (text, html) =>
    html === undefined
      ? navigator.clipboard.writeText(text)
      : navigator.clipboard.write([
          new ClipboardItem({
            'text/plain': new Blob([text], { type: 'text/plain' }),
            'text/html': new Blob([html], { type: 'text/html' }),
          }),
        ]),
);

/** Copies, and shows a confirmation for two seconds. */
export function useCopy() {
  const write = use(CopyContext);
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = useCallback(
    async (text: string, html?: string) => {
      await write(text, html);
      setCopied((times) => times + 1);
    },
    [write],
  );
  /** For values copied in another way. */
  const mark = useCallback(() => setCopied((times) => times + 1), []);
  return { copied: copied > 0, copy, mark };
}
