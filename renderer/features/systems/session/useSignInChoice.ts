import { useState } from 'react';
import type { Session, SignInWay } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useSignIn } from './useSignIn.ts';

export type SignInChoice = ReturnType<typeof useSignInChoice>;

/** How the next sign-in is done: where the provider's pages open and which certificate they get. */
export function useSignInChoice(system: System, session: Session) {
  const { busy, problem, start } = useSignIn(session);
  const [chosenWay, setWay] = useState<SignInWay | null>(null);
  const [chosenId, setCertificateId] = useState<string | null>(null);
  const certificateId = chosenId ?? system.certificateId ?? '';
  const way = chosenWay ?? session.ways[0] ?? 'browser';
  /** Main presents the certificate, not the user's browser. */
  const byMain = way !== 'browser';
  return {
    way,
    setWay,
    byMain,
    /** '' for none. */
    certificateId,
    setCertificateId,
    busy,
    problem,
    start: () => void start(way, byMain ? certificateId || null : undefined),
  };
}
