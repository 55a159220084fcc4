/** Reading position in a conversation: a message and its distance from the upper edge. */
export interface ReadingPlace {
  /** Its index on the branch. */
  readonly index: number;
  readonly messageId: string;
  /** Pixels; negative if it begins above. */
  readonly offset: number;
}

/** Reading positions by conversation; a conversation left at its end has none. */
export type Places = Map<string, ReadingPlace>;

export function createPlaces(): Places {
  return new Map();
}
