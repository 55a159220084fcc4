import { useStore } from 'zustand';
import { ImportArrival } from '../features/systems/certificates/index.ts';
import { useFollowed, useStores } from '../kit/index.ts';
import { useCertificateArrival, useSystemArrival } from '../kit/useArrival.ts';
import { useCovered } from '../ui/overlays/covers.tsx';

/** Imports opened and dropped certificates over any screen, unless a form there takes them. */
export function OpenedCertificates() {
  const { openedFiles } = useStores();
  const hasForm = useStore(openedFiles, ({ forms }) => forms > 0);
  const hasSystem = useFollowed(({ systems }) => systems).value?.systems.length !== 0;
  const isKnown = useFollowed(({ systems }) => systems).value !== null;
  // the form of a waiting system takes the certificate that came with it
  const system = useSystemArrival();
  const covered = useCovered();
  const { arrival, done } = useCertificateArrival(
    isKnown && hasSystem && !hasForm && system === null && !covered,
  );
  return arrival && <ImportArrival key={arrival.id} arrival={arrival} onDone={done} />;
}
