const marked = /[*_~`[\]<&\\$|]|^[ \t]*(?:[#>+=-]|\d{1,9}[.)])/m;

/** Returns whether the rendered text may differ from the source. */
export const mayDiffer = (text: string): boolean => marked.test(text);
