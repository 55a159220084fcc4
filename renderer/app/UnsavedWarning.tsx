import { useState } from 'react';
import { useResource } from '../kit/useResource.ts';
import { useUnloadWarning } from '../kit/useUnloadWarning.ts';
import { onDemand } from '../ui/index.ts';

const UnsavedDialog = onDemand(() => import('./UnsavedDialog.tsx'));

/** Warns before the window closes while main has unwritten data; if the user stays, it explains what to do. */
export function UnsavedWarning() {
  const { value } = useResource('unsaved', undefined);
  const [asked, setAsked] = useState(false);
  const waiting = value !== null && value.messages > 0;
  useUnloadWarning(waiting, () => setAsked(true));
  return asked && waiting && <UnsavedDialog unsaved={value} onClose={() => setAsked(false)} />;
}
