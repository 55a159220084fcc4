import { type RefObject, useCallback, useRef, useState } from 'react';
import type { SystemProposal } from '../../../../../preload/contract/systems/system-files.ts';
import type { AddressField, Authority } from '../../../../../preload/contract/systems/systems.ts';
import { type AddressKind, systemNameOf } from '../addresses/kind.ts';
import { type AddressState, isMistake } from '../addresses/useAddress.ts';
import { type ProxyDraft, proxyOf, usualProxy } from '../ProxyFields.tsx';

function textsOf(proposal: SystemProposal | null) {
  return {
    webApi: proposal?.webApiUrl ?? '',
    identityProvider: proposal?.authUrl ?? '',
    genai: proposal?.genaiUrl ?? '',
    portal: proposal?.portal.keysUrl ?? '',
  };
}

export type AddressTexts = Readonly<Record<AddressKind, string>>;

/** Fields under More. */
const under: readonly AddressKind[] = ['identityProvider', 'portal'];

/** What was typed or filled in of a new system, and what is known of its addresses. */
export function useAddresses(proposal: SystemProposal | null) {
  const [texts, setTexts] = useState<AddressTexts>(textsOf(proposal));
  /** Null until the user has typed one: it then comes from the host. */
  const [typedName, setTypedName] = useState(proposal?.name ?? null);
  const [authorities, setAuthorities] = useState<readonly Authority[]>(proposal?.authorities ?? []);
  const [isMoreOpen, setMoreOpen] = useState(proposal !== null && usesMore(proposal));
  const proxy = useProxy();
  const [states, setStates] = useState<Partial<Record<AddressField, AddressState>>>({});
  const form = useRef<HTMLFormElement>(null);

  const report = useCallback((field: AddressField, state: AddressState | undefined) => {
    setStates((before) => ({ ...before, [field]: state }));
  }, []);
  const focusSoon = (...selectors: string[]) => focusFirst(form, selectors);
  const known = Object.values(states).filter((state) => state !== undefined);

  return {
    form,
    texts,
    setText: (kind: AddressKind, text: string) =>
      setTexts((before) => ({ ...before, [kind]: text })),
    name: typedName ?? (systemNameOf(texts.webApi) || systemNameOf(texts.genai)),
    setName: setTypedName,
    authorities,
    setAuthorities,
    isMoreOpen,
    setMoreOpen,
    proxy,
    report,
    /** Addresses that were asked, those that answered, and those to be changed first. */
    counts: {
      all: known.length,
      good: known.filter(({ kind }) => kind === 'good').length,
      mistakes: known.filter(isMistake).length,
    },
    move(from: AddressField, to: AddressKind) {
      setTexts((before) => ({ ...before, [from]: '', [to]: before[from] }));
      if (under.includes(to)) setMoreOpen(true);
      focusSoon(`[data-address=${to}]`);
    },
    leadToProxy() {
      setMoreOpen(true);
      focusSoon('[data-proxy] input, [data-proxy] button');
    },
    leadToAuthority() {
      setMoreOpen(true);
      chooseAuthority(form);
    },
    fill(next: SystemProposal) {
      setTexts(textsOf(next));
      setTypedName(next.name);
      setAuthorities(next.authorities);
      setMoreOpen(usesMore(next));
    },
    /** Leads to the first thing that must be changed before the system can be saved. */
    leadToMistake() {
      const isUnder = isMistake(states.identityProvider) || isPortalWrong(texts.portal);
      if (isUnder || proxy.isMissing) setMoreOpen(true);
      focusSoon('[data-repair]', '[aria-invalid]');
    },
  };
}

/** The proxy while it is entered. */
function useProxy() {
  const [draft, setDraft] = useState(usualProxy);
  /** The last complete one: addresses are checked by it while others are typed, never by half of one. */
  const [settled, setSettled] = useState(proxyOf(usualProxy));
  const isMissing = draft.kind === 'manual' && draft.address.trim() === '';
  return {
    draft,
    settled,
    isMissing,
    change(part: Partial<ProxyDraft>) {
      setDraft((before) => ({ ...before, ...part }));
      if (part.kind === 'system' || part.kind === 'none') setSettled({ kind: part.kind });
    },
    /** The fields were left. */
    settle() {
      const next = proxyOf(draft);
      if (!isMissing && JSON.stringify(next) !== JSON.stringify(settled)) setSettled(next);
    },
  };
}

/** Moves the focus to the first of these that there is, once the form is drawn. */
export function focusFirst(
  form: RefObject<HTMLFormElement | null>,
  selectors: readonly string[],
): void {
  requestAnimationFrame(() => {
    const found = selectors.map((one) => form.current?.querySelector<HTMLElement>(one) ?? null);
    found.find((one) => one !== null)?.focus();
  });
}

/** Opens the choice of an authority's file, once the form is drawn. */
export function chooseAuthority(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    const button = '[data-authorities] [role=group] > button';
    const choose = form.current?.querySelector<HTMLElement>(button);
    choose?.focus();
    choose?.click();
  });
}

/** Whether fields under More are filled in. */
function usesMore({ authUrl, authorities, portal }: SystemProposal): boolean {
  return authUrl !== null || authorities.length > 0 || portal.keysUrl !== null;
}

/** A link to the portal that no browser could open. */
export function isPortalWrong(text: string): boolean {
  return text.trim() !== '' && !/^https?:\/\/[^\s/]/i.test(text.trim());
}
