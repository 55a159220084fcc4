import { useMemo } from 'react';
import { describe } from './describe.ts';
import { OpenAddress } from './OpenAddress.tsx';

interface LinkQuestionProps {
  /** Accepted by `externalAddress`. */
  readonly address: string;
  /** Called once it was opened, before `onClose`. */
  readonly onOpened?: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before an address is opened outside the app, as for a link in an answer. */
export default function LinkQuestion({ address, ...rest }: LinkQuestionProps) {
  const described = useMemo(() => describe(address), [address]);
  return <OpenAddress described={described} {...rest} />;
}
