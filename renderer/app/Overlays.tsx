import { useEffect } from 'react';
import { useStore } from 'zustand';
import { followNotifications } from '../features/machines/notifications/index.ts';
import { SupportDialog } from '../features/settings/support/index.ts';
import { VaultDialog } from '../features/settings/vault/index.ts';
import { DoctorDialog } from '../features/systems/doctor/index.ts';
import { SessionSheet } from '../features/systems/session/index.ts';
import { RemoveSystemDialog } from '../features/systems/systems/index.ts';
import { useFollowed, useStores } from '../kit/index.ts';
import { onDemand } from '../ui/index.ts';
import { OpenedCertificates } from './OpenedCertificates.tsx';
import { PaletteDialog, usePaletteSoon } from './palette/PaletteDialog.tsx';
import { UnsavedWarning } from './UnsavedWarning.tsx';

const SshQuestions = onDemand(() => import('../features/work/ssh/index.ts'));
const ShortcutsDialog = onDemand(() => import('./ShortcutsDialog.tsx'));

/** Dialogs that may cover any screen; each is loaded at first use. */
export function Overlays() {
  const stores = useStores();
  const { overlay, vault } = stores;
  useEffect(() => followNotifications(stores), [stores]);
  usePaletteSoon();
  const open = useStore(overlay, (state) => state.open);
  const asked = useStore(vault.question, (state) => state.asked);
  const hasSsh = useFollowed((all) => all.systems).value?.systems.some(
    ({ computeApi }) => computeApi?.family === 'slurm-ssh',
  );
  const close = () => overlay.setState({ open: null });
  return (
    <>
      {open?.kind === 'palette' && <PaletteDialog onClose={close} />}
      {open?.kind === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {open?.kind === 'session' && <SessionSheet onClose={close} />}
      {open?.kind === 'support' && <SupportDialog onClose={close} />}
      {open?.kind === 'doctor' && (
        <DoctorDialog
          key={`${open.systemId} ${open.service}`}
          systemId={open.systemId}
          service={open.service}
          onClose={close}
        />
      )}
      {open?.kind === 'remove-system' && (
        <RemoveSystemDialog systemId={open.systemId} onClose={close} />
      )}
      <UnsavedWarning />
      <OpenedCertificates />
      {hasSsh && <SshQuestions />}
      {asked && <VaultDialog need={asked.need} onAnswer={asked.answer} />}
    </>
  );
}
