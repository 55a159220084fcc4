/** Whether this computer's keyboard has a Command key, which replaces Ctrl there. */
export const onApple =
  typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent);
