import { Fragment } from 'react';
import { cx } from '../cx.ts';
import { CopyButton } from './CopyButton.tsx';

interface CopyableProps {
  /** Name of the value: `SHA-256 fingerprint`. */
  readonly name: string;
  readonly value: string;
  /** One line with an ellipsis, instead of wrapping. */
  readonly short?: boolean;
}

/** Text in monospace, for ids, fingerprints, addresses and tokens. A fingerprint breaks between its pairs. */
export function Mono({
  children,
  className,
}: {
  readonly children: string;
  readonly className?: string;
}) {
  return <span className={cx('font-mono text-mono', className)}>{breakPairs(children)}</span>;
}

/** Lets `AB:CD:…` break after each colon, as halves of a pair are hard to compare. */
export function breakPairs(text: string) {
  const pairs = text.split(':');
  if (pairs.length < 8 || pairs.some((pair) => pair.length !== 2)) return text;
  return pairs.map((pair, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a pair is known by its place
    <Fragment key={at}>
      {at > 0 && (
        <>
          :<wbr />
        </>
      )}
      {pair}
    </Fragment>
  ));
}

/** A value people copy. */
export function Copyable({ name, value, short = false }: CopyableProps) {
  return (
    <span className="inline-flex max-w-full items-start gap-1">
      <Mono className={cx('min-w-0 py-0.5', short ? 'truncate' : 'wrap-anywhere')}>{value}</Mono>
      <CopyButton name={name} text={value} />
    </span>
  );
}
