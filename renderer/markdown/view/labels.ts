/** Labels of a text's controls, in the app's language. */
export interface Labels {
  readonly code: string;
  readonly copy: string;
  readonly copied: string;
  readonly wrap: string;
  readonly save: string;
  readonly table: string;
  readonly copyTable: string;
  readonly formula: string;
  readonly image: string;
  readonly openImage: string;
  readonly footnotes: string;
  readonly footnote: string;
  readonly backToText: string;
  readonly done: string;
  readonly open: string;
  readonly notTypeset: string;
  readonly nestedAsText: string;
  readonly cellsAsText: string;
  readonly restAsText: string;
  readonly allAsText: string;
  readonly noteAlert: string;
  readonly tipAlert: string;
  readonly importantAlert: string;
  readonly warningAlert: string;
  readonly cautionAlert: string;
  readonly diagram: string;
  readonly draw: string;
  readonly drawing: string;
  readonly stopDrawing: string;
  readonly showCode: string;
  readonly showDiagram: string;
  readonly actualSize: string;
  readonly copySvg: string;
  readonly saveSvg: string;
  readonly diagramMisread: string;
  readonly diagramFailed: string;
  readonly diagramTooLong: string;
  readonly diagramTooLarge: string;
  readonly diagramTooSlow: string;
}

export type LabelName = keyof Labels;

/** Sets an element's text so that another language can replace it. */
export function setLabel(element: HTMLElement, words: Labels, word: LabelName): void {
  element.dataset.word = word;
  element.textContent = words[word];
}

/** Names an element for screen readers. */
export function setAccessibleName(
  element: HTMLElement,
  words: Labels,
  word: LabelName,
  detail = '',
): void {
  element.dataset.name = word;
  if (detail !== '') element.dataset.detail = detail;
  element.setAttribute('aria-label', detail === '' ? words[word] : `${words[word]} ${detail}`);
}

/** Translates all labels below an element. */
export function translateLabels(root: HTMLElement, words: Labels): void {
  for (const element of root.querySelectorAll<HTMLElement>('[data-word]')) {
    const word = element.dataset.word as LabelName;
    element.textContent = words[word];
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-name]')) {
    setAccessibleName(element, words, element.dataset.name as LabelName, element.dataset.detail);
  }
}
