/** Where a conversation was being read: which message stood how far below the upper edge. */
export interface ReadingPlace {
  /** Its place on the branch. */
  readonly index: number;
  readonly messageId: string;
  /** Pixels; negative when it begins above. */
  readonly offset: number;
}

/** Reading places by conversation; a conversation that was left at its end has none. */
export type Places = Map<string, ReadingPlace>;

export function createPlaces(): Places {
  return new Map();
}
