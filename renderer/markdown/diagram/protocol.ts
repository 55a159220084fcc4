/** The page's order to the frame: one diagram, once. */
export interface Order {
  readonly source: string;
  readonly fontFamily: string;
  /** Mermaid's theme variables; colours that its arithmetic understands. */
  readonly theme: Readonly<Record<string, string | boolean>>;
  readonly background: string;
  /** Maximum characters, and edges: Mermaid refuses more. */
  readonly most: { readonly characters: number; readonly edges: number };
}

export type Answer =
  | { readonly kind: 'drawn'; readonly svg: string; readonly type: string }
  /** `said`: Mermaid's own message. */
  | { readonly kind: 'misread' | 'failed'; readonly said: string };
