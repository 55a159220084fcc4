const letter = /[\p{L}\u200e\u200f]/u;
const rightToLeft =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Gives an element the direction of its text's first letter. `dir="auto"` would have the browser look for
 * that letter again at every change, through everything that the element holds.
 */
export function direct(element: HTMLElement, text: string): void {
  const first = letter.exec(text)?.[0] ?? '';
  const direction = rightToLeft.test(first) ? 'rtl' : 'ltr';
  if (element.dir !== direction) element.dir = direction;
}
