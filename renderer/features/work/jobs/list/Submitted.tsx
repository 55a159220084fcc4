import { Time } from '../../../../ui/index.ts';

export function Submitted({ at }: { readonly at: number | null }) {
  return at === null ? '–' : <Time at={at} calm className="text-small text-text-soft" />;
}
