import { type ClipboardEvent, useLayoutEffect, useState } from 'react';
import type { ProxyInput } from '../../../../../preload/contract/systems/proxy.ts';
import type {
  AddressField,
  Authority,
  FoundProvider,
} from '../../../../../preload/contract/systems/systems.ts';
import { type Translate, useT } from '../../../../i18n/index.ts';
import { errorText, type FieldStatus, TextField } from '../../../../ui/index.ts';
import type { AddressKind } from './kind.ts';
import { type RepairedAddress, repairAddress } from './repair.ts';
import { type AddressState, useAddress } from './useAddress.ts';

const examples: Record<AddressField, string> = {
  webApi: 'https://api.example.org',
  identityProvider: 'https://idp.example.org',
  genai: 'https://ai.example.org',
};

interface AddressInputProps {
  readonly field: AddressField;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly authorities: readonly Authority[];
  /** By which it is asked; by default the computer's. */
  readonly proxy?: ProxyInput;
  /** Of a system that is edited, whose stored proxy is used. */
  readonly systemId?: string | undefined;
  readonly onProvider: (text: string, provider: FoundProvider) => void;
  /** Moves the text to the field where it belongs. */
  readonly onMove: (to: AddressKind) => void;
  /** The fields that there are. */
  readonly fields: readonly AddressKind[];
  /** Leads to the field for authorities. */
  readonly onAuthority: () => void;
  readonly onState?: (field: AddressField, state: AddressState | undefined) => void;
  readonly optional?: boolean;
  /** This address, or that of the other service, is required. */
  readonly needed?: boolean;
  /** Saving was tried: required empty fields are marked. */
  readonly tried: boolean;
}

/** One address of a system, checked while typing; what can only have been meant is repaired. */
export function AddressInput(props: AddressInputProps) {
  const { field, text, onText, authorities, optional, needed, tried, onState } = props;
  const t = useT();
  /** The last repair, for Undo. */
  const [repair, setRepair] = useState<(RepairedAddress & { readonly from: string }) | null>(null);
  /** The text whose repairs the user has undone. */
  const [kept, setKept] = useState<string | null>(null);
  const state = useAddress({
    ...{ field, text, authorities, proxy: props.proxy, systemId: props.systemId },
    repairs: text !== kept,
    onProvider: props.onProvider,
  });
  useLayoutEffect(() => {
    onState?.(field, state);
    return () => onState?.(field, undefined);
  }, [onState, field, state]);

  const repairNow = (typed: string) => {
    if (typed === kept) return;
    const repaired = repairAddress(field, typed);
    if (repaired.repairs.length === 0) return;
    setRepair({ ...repaired, from: typed });
    onText(repaired.text);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain').trim();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    // a part of an address is left to the user
    if (selectionStart !== 0 || selectionEnd !== value.length) return;
    if (repairAddress(field, pasted).repairs.length === 0) return;
    event.preventDefault();
    repairNow(pasted);
  };

  const shown = statusOf(state, { ...props, t });
  const isRepaired = repair !== null && repair.text === text;
  const undo = () => {
    if (repair === null) return;
    setKept(repair.from);
    setRepair(null);
    onText(repair.from);
  };
  const status = isRepaired ? withUndo(shown, repair, undo, t) : shown;
  const missing = tried && needed && text.trim() === '';
  return (
    <TextField
      mono
      type="url"
      inputMode="url"
      data-address={field}
      label={t(`connect.fields.${field}`)}
      hint={state === undefined ? t(`connect.hints.${field}`) : undefined}
      placeholder={examples[field]}
      value={text}
      onValueChange={onText}
      onPaste={paste}
      onBlur={() => repairNow(text)}
      optional={optional}
      status={status}
      problem={missing ? t('connect.address.webApi-or-genai') : undefined}
    />
  );
}

interface Means extends Pick<AddressInputProps, 'field' | 'onText' | 'onMove' | 'fields' | 'text'> {
  readonly onAuthority: () => void;
  readonly t: Translate;
}

function statusOf(state: AddressState | undefined, means: Means): FieldStatus | undefined {
  const { field, text, onText, onAuthority, t } = means;
  switch (state?.kind) {
    case undefined:
      return undefined;
    case 'checking':
      return { kind: 'checking', text: t('connect.address.checking', { host: state.host }) };
    case 'unusable': {
      const { problem, fix } = state;
      const said = t(`connect.address.${problem as 'not-a-url'}`);
      if (fix === null) return { kind: 'bad', text: said };
      const label = t(`connect.fix.${fix.repair}`);
      return {
        kind: 'bad',
        text: said,
        action: { label, onAction: () => onText(fix.text), isNeeded: true },
      };
    }
    case 'scheme': {
      const { speaks } = state;
      const fixed = text.trim().replace(/^https?:/i, `${speaks}:`);
      const action = {
        label: t(`connect.fix.${speaks}`),
        onAction: () => onText(fixed),
        isNeeded: true,
      };
      return { kind: 'bad', text: t(`connect.address.speaks-${speaks}`), action };
    }
    case 'good': {
      const { host, usedAs } = state;
      const first = t('connect.address.reached', { host });
      if (usedAs === null) return { kind: 'good', text: first };
      const second = t('connect.address.usedAs', { address: usedAs });
      return { kind: 'good', text: t('common.sentences', { first, second }) };
    }
    case 'odd': {
      const move = moveOf(state.belongs, means);
      const said = t(`connect.address.odd.${field}`, { host: state.host });
      return move ?? { kind: 'warning', text: said };
    }
    case 'silent': {
      const { host, problem, belongs } = state;
      const move = moveOf(belongs, means);
      if (move !== null) return move;
      if (problem === null) return { kind: 'bad', text: t('connect.address.silent', { host }) };
      const { what } = errorText(problem, t);
      if (problem.code !== 'tls-server-not-trusted') return { kind: 'bad', text: what };
      const action = { label: t('connect.fix.authority'), onAction: onAuthority };
      return {
        kind: 'bad',
        text: t('common.sentences', { first: what, second: t('connect.address.addAuthority') }),
        action,
      };
    }
  }
}

/** Says whose address it is, with the way to that field; null if that is unknown or there is no such field. */
function moveOf(belongs: AddressKind | null, means: Means): FieldStatus | null {
  const { fields, onMove, t } = means;
  if (belongs === null || !fields.includes(belongs)) return null;
  const action = { label: t(`connect.move.${belongs}`), onAction: () => onMove(belongs) };
  return { kind: 'warning', text: t(`connect.address.belongs.${belongs}`), action };
}

/** Adds to a status what was repaired, and the way back. */
function withUndo(
  status: FieldStatus | undefined,
  { repairs }: RepairedAddress,
  onAction: () => void,
  t: Translate,
): FieldStatus {
  const together = (first: string, second: string) => t('common.sentences', { first, second });
  const said = repairs.map((repair) => t(`connect.repaired.${repair}`)).reduce(together);
  if (status?.action !== undefined) return status;
  return {
    kind: status?.kind ?? 'checking',
    text: status === undefined || status.kind === 'checking' ? said : together(status.text, said),
    action: { label: t('common.undo'), onAction },
  };
}
