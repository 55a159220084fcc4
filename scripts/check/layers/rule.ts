/** A forbidden kind of import. Design, section 2: the contract, ports, composition in one place. */
export interface Rule {
  /** Printed after "main/chat/turns/engine.ts imports x: …". */
  readonly because: string;
  /** Whether `import type` is refused too; it opens nothing and loads nothing. */
  readonly typesToo: boolean;
  forbids(from: string, target: string, names: readonly string[]): boolean;
}
