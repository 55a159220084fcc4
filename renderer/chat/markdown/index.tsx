interface MarkdownProps {
  readonly text: string;
  /** More is coming: the last block may be incomplete. */
  readonly streaming: boolean;
}

/** An answer's text. */
export default function Markdown({ text }: MarkdownProps) {
  return <div className="whitespace-pre-wrap wrap-anywhere">{text}</div>;
}
