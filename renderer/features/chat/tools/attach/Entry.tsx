import type { ReactNode } from 'react';
import { oneLine } from '../../../../ui/index.ts';
import { drawn } from '../../permission/index.ts';

/** A name of a server, or the address without one: what would not be seen is written. */
export const nameOf = (name: string, address: string): string =>
  oneLine(drawn(name).text, 120) || addressOf(address);
const addressOf = (address: string): string => oneLine(drawn(address).text, 400);

interface EntryProps {
  readonly name: string;
  readonly address: string;
  /** What the server says besides; those that are empty are left out. */
  readonly facts: readonly string[];
  readonly description: string;
  readonly action: ReactNode;
}

/** One of what a server offers, in its words. */
export function Entry({ name, address, facts, description, action }: EntryProps) {
  const shown = facts.map((fact) => oneLine(drawn(fact).text, 80)).filter((fact) => fact !== '');
  return (
    <div className="flex items-start gap-3 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-2">
          <bdi className="font-medium wrap-anywhere">{nameOf(name, address)}</bdi>
          <bdi className="text-small text-text-soft wrap-anywhere">{shown.join(' · ')}</bdi>
        </p>
        <p dir="ltr" className="font-mono text-mono text-text-soft wrap-anywhere">
          {addressOf(address)}
        </p>
        {description !== '' && (
          <p dir="auto" className="line-clamp-2 text-small text-text-soft wrap-anywhere">
            {oneLine(drawn(description).text, 400)}
          </p>
        )}
      </div>
      {action}
    </div>
  );
}
