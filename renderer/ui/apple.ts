/** Whether this computer's keyboard has a Command key, which does there what Ctrl does elsewhere. */
export const onApple =
  typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent);
