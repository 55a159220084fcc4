/** What an address of the screen names: a description, and perhaps an operation of it. */
export interface ConsolePlace {
  readonly descriptionId: string | null;
  readonly key: string | null;
}

/** Reads the item of the screen's address: `<description> GET /status`. */
export function readPlace(item: string | undefined): ConsolePlace {
  if (item === undefined || item === '') return { descriptionId: null, key: null };
  const blank = item.indexOf(' ');
  if (blank === -1) return { descriptionId: item, key: null };
  return { descriptionId: item.slice(0, blank), key: item.slice(blank + 1) };
}

export function placeItem(descriptionId: string, key: string | null): string {
  return key === null ? descriptionId : `${descriptionId} ${key}`;
}

/** Returns the name of a draft in the window. */
export function draftKey(systemId: string, descriptionId: string, key: string): string {
  return JSON.stringify([systemId, descriptionId, key]);
}
