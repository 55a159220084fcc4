/**
 * Maximum characters of a word with kerning. With kerning, a browser shapes a word without a break opportunity again
 * for each line that it fills, which is quadratic. 4,000 letters of one took 30 ms (Chromium 156), 40,000 nearly 2 s.
 */
const longestKerned = 500;

/** Detects a word too long for kerning in a growing text, reading each character once. */
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

  /** The following text is another one. */
  reset(): void {
    this.at = 0;
    this.word = 0;
    this.found = false;
  }
}
