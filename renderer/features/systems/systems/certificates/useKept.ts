import type { Certificate } from '../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useToasts } from '../../../ui/index.ts';

/** Gives a certificate to a system; one that was imported goes to the selected system that has none. */
export function useUse() {
  const t = useT();
  const { client, systems } = useStores();
  const toasts = useToasts();
  const { problem, attempt, forget } = useAction();
  const use = async (certificate: Certificate, systemId: string, name: string) => {
    const done = await attempt(() =>
      client.call('systems.update', { id: systemId, certificateId: certificate.id }),
    );
    if (done)
      toasts.show({ text: t('certificates.nowUsed', { name: certificate.name, system: name }) });
  };
  const selected = () => {
    const state = systems.getState().value;
    return state?.systems.find(({ id }) => id === state.selectedId) ?? null;
  };
  const kept = (certificate: Certificate) => {
    toasts.show({ text: t('certificates.kept', { name: certificate.name }) });
    const system = selected();
    if (system && system.certificateId === null) void use(certificate, system.id, system.name);
  };
  return { selected, use, kept, problem, forget };
}
