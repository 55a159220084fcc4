import { cx, LongText } from '../../../../ui/index.ts';

/** A line of a text, with its number before it. */
export function NumberedLine(props: {
  readonly number: number;
  readonly text: string;
  readonly lined?: boolean;
}) {
  const { number, text, lined = false } = props;
  return (
    <div className={cx('flex gap-3', lined && 'border-line border-b py-0.5')}>
      <span className="tabular w-12 shrink-0 text-right text-text-faint select-none">{number}</span>
      <LongText text={text} className="min-w-0 flex-1" />
    </div>
  );
}
