/** Limits of a whole text for items that cost the page much more than their characters. */
const most = {
  /** Typeset formulas. */
  formulas: 2_000,
  /** Characters of embedded pictures: any number may refer to one. */
  pictures: 8_000_000,
  /** Pixels of unpacked pictures, at four bytes each. */
  pixels: 40_000_000,
} as const;

/** The remaining budget. Items shown again count again. */
export class Budget {
  private readonly left: Record<keyof typeof most, number> = { ...most };

  /** Uses up an amount; false if not enough is left. */
  take(what: keyof typeof most, amount: number): boolean {
    if (this.left[what] < amount) return false;
    this.left[what] -= amount;
    return true;
  }
}
