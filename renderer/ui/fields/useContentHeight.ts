import { type RefObject, useLayoutEffect } from 'react';

/**
 * Makes a field as high as its text where the browser does not do so itself (WebKit 2.50 knows no `field-sizing`).
 * @param text What is in the field; null leaves its height to its class
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
    // its borders are no part of what it scrolls
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  }, [field, text]);
}
