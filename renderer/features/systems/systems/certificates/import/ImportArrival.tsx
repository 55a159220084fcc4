import type { Arrival } from '../../../../kit/useArrival.ts';
import { useUse } from '../useKept.ts';
import { ImportCertificate } from './ImportCertificate.tsx';

/** Imports an opened or dropped certificate over any screen. */
export function ImportArrival(props: { readonly arrival: Arrival; readonly onDone: () => void }) {
  const { arrival, onDone } = props;
  const { kept } = useUse();
  return (
    <ImportCertificate
      files={arrival.files}
      problem={arrival.problem}
      replaces={null}
      onKept={(certificate) => {
        kept(certificate);
        onDone();
      }}
      onClose={onDone}
    />
  );
}
