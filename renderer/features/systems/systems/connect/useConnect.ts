import { useEffect, useRef, useState } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import { useClient } from '../../../../kit/index.ts';
import {
  useCertificateArrival,
  useCertificateForm,
  useSystemArrival,
} from '../../../../kit/useArrival.ts';
import { useCovered } from '../../../../ui/overlays/covers.tsx';
import { repairAddress } from '../addresses/repair.ts';
import { useProvider } from '../addresses/useProvider.ts';
import { proxyOf } from '../ProxyFields.tsx';
import { saveSystem } from '../saveSystem.ts';
import { type OpenedSystemFile, useSystemFile } from '../useSystemFile.ts';
import type { ConnectStep } from './Steps.tsx';
import { useAddresses } from './useAddresses.ts';

/** What the user has to begin with. */
export interface Beginning {
  readonly given?: OpenedSystemFile;
  readonly byKey?: boolean;
  /** The addresses are at hand, and no file. */
  readonly byHand?: boolean;
}

/** A new system while it is set up: the step, what was given for it, and how it is saved. */
export function useConnect(beginning: Beginning, onSaved: (system: System) => void) {
  const { byKey = false, byHand = false } = beginning;
  const client = useClient();
  const addresses = useAddresses(beginning.given?.proposal ?? null);
  const provider = useProvider(null);
  const [given, setGiven] = useState(beginning.given ?? null);
  const [certificateId, setCertificateId] = useState<string | null>(null);
  const [step, setStep] = useState<ConnectStep>(
    byKey || byHand || given !== null ? 'addresses' : 'certificate',
  );
  const [began] = useState(step);
  const stored = useRef<System | null>(null); // once added, later failures are retried with it

  const isFree = given === null;
  const file = useSystemFile(isFree, (next) => {
    setGiven(next);
    addresses.fill(next.proposal);
    setStep('addresses');
  });
  const waits = useSystemArrival() !== null;
  const covered = useCovered();
  useCertificateForm();
  // the form is filled before an import begins
  const isFilling = file.busy || (isFree && file.problem === null && waits);
  const { arrival, done } = useCertificateArrival(!isFilling && !covered);
  useEffect(() => {
    if (arrival !== null) setStep('certificate');
  }, [arrival]);

  const { texts, authorities } = addresses;
  const proposal = given?.proposal ?? null;
  const proxy = proxyOf(addresses.proxy.draft);
  const pems = authorities.map(({ pem }) => pem);
  const usable = (field: 'webApi' | 'genai') => repairAddress(field, texts[field]).text.trim();
  return {
    ...{ addresses, provider, given, certificateId, step, setStep, began, file, arrival, done },
    choose(id: string | null) {
      done();
      setCertificateId(id);
      setStep('addresses');
    },
    /** For the check before it is saved. */
    wanted: {
      webApiUrl: usable('webApi'),
      genaiUrl: usable('genai') === '' ? null : usable('genai'),
      authorities: pems,
      certificateId: proposal?.route === 'token' ? null : certificateId,
      signsIn: texts.identityProvider.trim() !== '',
      proxy,
    },
    async save() {
      const saved = await saveSystem(client, {
        texts,
        provider,
        facts: {
          name: addresses.name.trim(),
          authorities: pems,
          certificateId,
          ...(proposal && answersOfProposal(proposal)),
        },
        proposal,
        portal: texts.portal,
        proxy,
        isNew: true,
        stored,
      });
      if (saved === null) setStep('addresses');
      else onSaved(saved);
    },
  };
}

/** How the operator wants the models to be asked. */
function answersOfProposal({
  reasoningBack,
  longestRequest,
  thinkTags,
  reasoningControl,
  computeApi,
}: OpenedSystemFile['proposal']) {
  return {
    ...(reasoningBack === null ? {} : { reasoningBack }),
    ...(longestRequest === undefined ? {} : { longestRequest }),
    ...(thinkTags === undefined ? {} : { thinkTags }),
    ...(reasoningControl === undefined ? {} : { reasoningControl }),
    ...(computeApi === undefined ? {} : { computeApi }),
  };
}
