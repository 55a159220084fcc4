const marked = /[*_~`[\]<&\\$|]|^[ \t]*(?:[#>+=-]|\d{1,9}[.)])/m;

/** Whether a text may look otherwise than it is written. */
export const mayDiffer = (text: string): boolean => marked.test(text);
