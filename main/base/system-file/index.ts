import type { FaultDetails } from '../../../common/texts/file-fault.ts';
import { fieldPosition } from '../../../common/texts/json-text.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { maxSystemFileBytes } from '../../../preload/contract/systems/system-choices.ts';
import { systemFile } from '../../../preload/contract/systems/system-file.ts';
import type { SystemProposal } from '../../../preload/contract/systems/system-files.ts';
import { defaultRealmPath } from '../../../preload/contract/systems/systems.ts';
import { checkAddress, requireUsable } from '../addresses/index.ts';
import { FileProblem } from '../files/file-problem.ts';
import { faultDetails, fieldFaults, parseJsonFile } from '../files/json-file.ts';
import { loggableField } from '../files/loggable-field.ts';
import { armouredPem, readListedAuthorities } from '../x509/armoured-pem.ts';
import { findSecret } from './secrets.ts';
import { visibleText } from './visible-text.ts';

/**
 * Returns a file's proposal; stores nothing.
 * @throws AppError `system-file-invalid`, `system-file-newer`, `system-file-secret`; `address-invalid`, `certificate-*`
 */
export function readSystemFile(bytes: Uint8Array): SystemProposal {
  const text = textOf(bytes);
  const value = parsed(text);
  refuseSecrets(withPem(value), text);
  const result = systemFile.safeParse(value);
  if (!result.success) {
    const [first] = fieldFaults(result.error.issues, value);
    throw unreadable(
      faultDetails(first ?? { path: [], fault: 'field-value' }, text, loggableField),
    );
  }
  const wrong = (field: string, fault: FaultDetails['fault']): AppError =>
    unreadable({ fault, line: fieldPosition(text, field.split('.')).line, field });
  const { webApi, identityProvider, genai, authorities, ...rest } = result.data;
  const name = visibleText(rest.name).replaceAll('\n', ' ');
  if (name === '') throw wrong('name', 'field-empty');
  const texts = { en: visibleText(rest.texts?.en ?? ''), ja: visibleText(rest.texts?.ja ?? '') };
  // in the form that will be shown: nothing is hidden between letters any more
  refuseSecrets({ name, texts }, text);
  if (webApi === undefined && genai === undefined) throw wrong('webApi', 'no-service');
  const page = (field: string, address: string | undefined): string | null => {
    if (address === undefined) return null;
    if (isPage(address)) return new URL(address).href;
    throw wrong(field, 'field-page');
  };
  return {
    name,
    webApiUrl: webApi === undefined ? '' : requireUsable('webApi', webApi),
    authUrl: identityProvider === undefined ? null : provider(identityProvider),
    genaiUrl: genai === undefined ? null : requireUsable('genai', genai),
    authorities: readListedAuthorities(authorities ?? []),
    route: rest.route ?? null,
    reasoningBack: rest.reasoningBack ?? null,
    ...(rest.longestRequest !== undefined && { longestRequest: rest.longestRequest }),
    ...(rest.thinkTags !== undefined && { thinkTags: rest.thinkTags }),
    ...(rest.reasoningControl !== undefined && { reasoningControl: rest.reasoningControl }),
    ...(rest.computeApi !== undefined && { computeApi: rest.computeApi }),
    portal: {
      keysUrl: page('portal.keys', rest.portal?.keys),
      usageUrl: page('portal.usage', rest.portal?.usage),
    },
    texts: { en: texts.en || null, ja: texts.ja || null },
  };
}

/** Certificates are public; bare Base64 looks like a secret. */
function withPem(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('authorities' in value)) return value;
  const { authorities } = value;
  if (!Array.isArray(authorities)) return value;
  const pem = authorities.map((one: unknown) => (typeof one === 'string' ? armouredPem(one) : one));
  return { ...value, authorities: pem };
}

/** @param text of the file; null if there is none yet @throws AppError `system-file-secret` */
export function refuseSecrets(value: unknown, text: string | null): void {
  const secret = findSecret(value);
  if (secret === null) return;
  const { where, fault, path } = secret;
  const details = { where, fault };
  if (text === null) throw new AppError('system-file-secret', { details });
  const { line } = fieldPosition(text, path);
  throw new AppError('system-file-secret', { details: { ...details, line } });
}

/** Returns the provider with its realm, unless that is the usual one. */
function provider(text: string): string {
  const address = requireUsable('identityProvider', text);
  const { realmPath } = checkAddress('identityProvider', text);
  return realmPath === null || realmPath === defaultRealmPath ? address : `${address}${realmPath}`;
}

function textOf(bytes: Uint8Array): string {
  if (bytes.length > maxSystemFileBytes) throw unreadable({ fault: 'too-large' });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable({ fault: 'encoding' });
  }
  // UTF-16 of plain letters is UTF-8 with a zero beside each
  if (text.includes('\0')) throw unreadable({ fault: 'encoding' });
  return text;
}

/** Maximum nesting of lists and records. */
const deepest = 10;

function parsed(text: string): unknown {
  try {
    const value = parseJsonFile(text, deepest);
    const version =
      typeof value === 'object' && value !== null && 'version' in value ? value.version : null;
    if (typeof version === 'number' && version > 1) {
      throw new AppError('system-file-newer', { details: { version } });
    }
    return value;
  } catch (cause) {
    throw cause instanceof FileProblem ? unreadable(cause.details) : cause;
  }
}

function unreadable(details: FaultDetails): AppError {
  return new AppError('system-file-invalid', { details: { ...details } });
}

/** Returns whether a browser may be sent there. */
const isPage = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
