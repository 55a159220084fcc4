import { useState } from 'react';
import { useOffer } from '../../../../kit/useCommand.ts';
import { useResource } from '../../../../kit/useResource.ts';

/** The commands of a system, and whether their dialog is open for the machine. */
export function useCommands(systemId: string, machine: string | null) {
  const { value: state } = useResource('remoteCommands', { systemId });
  const [isOpen, setOpen] = useState(false);
  const canRun = state?.offered === true && !state.locked && machine !== null;
  const open = canRun ? () => setOpen(true) : null;
  useOffer('run-command', open);
  return {
    state,
    open,
    shown: isOpen && canRun ? { state, machine } : null,
    close: () => setOpen(false),
  };
}
