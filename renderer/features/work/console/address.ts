/** What an address of the screen names: a description, and perhaps an operation of it; or a saved request. */
export interface ConsolePlace {
  readonly descriptionId: string | null;
  readonly key: string | null;
  readonly savedId: string | null;
}

/** Reads the item of the screen's address: `<description> GET /status`, `saved <request>`. */
export function readPlace(item: string | undefined): ConsolePlace {
  if (item === undefined || item === '') return { descriptionId: null, key: null, savedId: null };
  const blank = item.indexOf(' ');
  if (blank === -1) return { descriptionId: item, key: null, savedId: null };
  const [first, rest] = [item.slice(0, blank), item.slice(blank + 1)];
  return first === 'saved'
    ? { descriptionId: null, key: null, savedId: rest }
    : { descriptionId: first, key: rest, savedId: null };
}

export function placeItem(descriptionId: string, key: string | null): string {
  return key === null ? descriptionId : `${descriptionId} ${key}`;
}

/** Returns the name of a draft in the window. */
export function draftKey(systemId: string, descriptionId: string, key: string): string {
  return JSON.stringify([systemId, descriptionId, key]);
}
