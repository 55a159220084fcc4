const letter = /[\p{L}\u200e\u200f]/u;
const rightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Sets an element's direction by its text's first letter. With `dir="auto"` the browser would search for that letter
 * again at every change, through the whole content.
 */
export function direct(element: HTMLElement, text: string): void {
  const first = letter.exec(text)?.[0] ?? '';
  const direction = rightToLeft.test(first) ? 'rtl' : 'ltr';
  if (element.dir !== direction) element.dir = direction;
}
