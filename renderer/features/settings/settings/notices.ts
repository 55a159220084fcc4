/** A package of which something is in the app. */
export interface Notice {
  readonly name: string;
  /** Empty where it came inside another package. */
  readonly version: string;
  /** As SPDX names it: `MIT`. */
  readonly licence: string;
  readonly text: string;
}

/** The list that the build has made of what it holds (scripts/notices), a module beside the page. */
export async function loadNotices(): Promise<readonly Notice[]> {
  const address = new URL('notices.js', document.baseURI).href;
  const { notices } = (await import(/* @vite-ignore */ address)) as {
    readonly notices: readonly Notice[];
  };
  return notices;
}

/** Those of which every word that is looked for stands in the name or the licence. */
export function findNotices(notices: readonly Notice[], wanted: string): readonly Notice[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return notices.filter(({ name, licence }) => {
    const own = `${name} ${licence}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
}
