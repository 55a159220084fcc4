/**
 * Characters of one word that are laid out as any others. Letters stand as those beside them want
 * (kerning): a browser shapes a word that has no place to break anew for each line that it fills, which is
 * quadratic. 4,000 letters of one took 30 ms (Chromium 156), 40,000 nearly 2 s.
 */
const longestKerned = 500;

/** Tells whether a text that grows has a word that is too long to be kerned, reading each character once. */
export class LongWords {
  private at = 0;
  private word = 0;
  private found = false;

  in(text: string): boolean {
    if (text.length < this.at) this.reset();
    for (; !this.found && this.at < text.length; this.at += 1) {
      const code = text.charCodeAt(this.at);
      // lines break between Chinese, Japanese and Korean characters
      this.word = code <= 0x20 || code >= 0x2e80 ? 0 : this.word + 1;
      this.found = this.word > longestKerned;
    }
    return this.found;
  }

  /** What is read next is another text. */
  reset(): void {
    this.at = 0;
    this.word = 0;
    this.found = false;
  }
}
