/** What a whole text may have of things that cost the page much more than their characters. */
const most = {
  /** Formulas that are typeset. */
  formulas: 2_000,
  /** Characters of pictures that come with the text: any number may refer to one. */
  pictures: 8_000_000,
  /** What pictures are unpacked to, at four bytes each. */
  pixels: 40_000_000,
} as const;

/** What is left of it. Things that are shown again count again. */
export class Budget {
  private readonly left: Record<keyof typeof most, number> = { ...most };

  /** Whether there is enough; then it is used up. */
  take(what: keyof typeof most, amount: number): boolean {
    if (this.left[what] < amount) return false;
    this.left[what] -= amount;
    return true;
  }
}
