const tab = 9;
const space = 32;

/** A position in a line, in characters and in columns: a tab extends to the next multiple of four. */
export class LineCursor {
  line = '';
  offset = 0;
  column = 0;
  nextNonspace = 0;
  indent = 0;
  blank = false;
  private nextNonspaceColumn = 0;
  private inTab = false;

  start(line: string): void {
    this.line = line;
    this.offset = 0;
    this.column = 0;
    this.inTab = false;
    this.find();
  }

  /** Finds the next character that is not white space. */
  find(): void {
    const { line } = this;
    let at = this.offset;
    let column = this.column;
    let code = line.charCodeAt(at);
    while (code === space || code === tab) {
      column += code === tab ? 4 - (column % 4) : 1;
      at += 1;
      code = line.charCodeAt(at);
    }
    this.blank = at >= line.length;
    this.nextNonspace = at;
    this.nextNonspaceColumn = column;
    this.indent = column - this.column;
  }

  get indented(): boolean {
    return this.indent >= 4;
  }

  /** The character code at the cursor, NaN at the end. */
  get code(): number {
    return this.line.charCodeAt(this.offset);
  }

  get atSpace(): boolean {
    return this.code === space || this.code === tab;
  }

  skipSpace(): void {
    this.offset = this.nextNonspace;
    this.column = this.nextNonspaceColumn;
    this.inTab = false;
    this.find();
  }

  advance(count: number): void {
    for (let left = count; left > 0 && this.offset < this.line.length; left -= 1) {
      this.column += this.code === tab ? 4 - (this.column % 4) : 1;
      this.offset += 1;
      this.inTab = false;
    }
    this.find();
  }

  advanceColumns(count: number): void {
    let left = count;
    while (left > 0 && this.offset < this.line.length) {
      if (this.code !== tab) {
        this.offset += 1;
        this.column += 1;
        left -= 1;
        this.inTab = false;
        continue;
      }
      const width = 4 - (this.column % 4);
      this.inTab = width > left;
      const step = Math.min(width, left);
      this.column += step;
      if (!this.inTab) this.offset += 1;
      left -= step;
    }
    this.find();
  }

  /** Returns the position, for restoring it. */
  save(): readonly [number, number, boolean] {
    return [this.offset, this.column, this.inTab];
  }

  load([offset, column, inTab]: readonly [number, number, boolean]): void {
    this.offset = offset;
    this.column = column;
    this.inTab = inTab;
    this.find();
  }

  /** Returns the rest of the line; a partly consumed tab becomes its remaining columns as spaces. */
  rest(): string {
    if (!this.inTab) return this.line.slice(this.offset);
    return ' '.repeat(4 - (this.column % 4)) + this.line.slice(this.offset + 1);
  }
}
