/** A package used in the app. */
export interface Notice {
  readonly name: string;
  /** Empty if it was bundled in another package. */
  readonly version: string;
  /** SPDX identifier: `MIT`. */
  readonly licence: string;
  readonly text: string;
}

/** Loads the build's list of its content (scripts/notices), a module beside the page. */
export async function loadNotices(): Promise<readonly Notice[]> {
  const address = new URL('notices.js', document.baseURI).href;
  const { notices } = (await import(/* @vite-ignore */ address)) as {
    readonly notices: readonly Notice[];
  };
  return notices;
}

/** Returns the notices with every search word in the name or the licence. */
export function findNotices(notices: readonly Notice[], wanted: string): readonly Notice[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return notices.filter(({ name, licence }) => {
    const own = `${name} ${licence}`.toLowerCase();
    return words.every((word) => own.includes(word));
  });
}
