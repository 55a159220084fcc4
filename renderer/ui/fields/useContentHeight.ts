import { type RefObject, useLayoutEffect } from 'react';

/**
 * Fits a field's height to its text if the browser cannot (WebKit 2.50 has no `field-sizing`).
 * @param text The field's text; null leaves its height to its class
 */
export function useContentHeight(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string | null,
): void {
  useLayoutEffect(() => {
    const area = field.current;
    if (area === null || !('CSS' in globalThis)) return;
    if (CSS.supports('field-sizing', 'content')) return;
    area.style.height = '';
    if (text === null) return;
    // scrollHeight excludes borders
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  }, [field, text]);
}
