import type { CallInput } from '../../../../preload/contract/index.ts';
import type { SignInSettings } from '../../../../preload/contract/systems/session.ts';

export type Draft = ReturnType<typeof draftOf>;

/** Returns the settings as form fields; a secret is never among them. */
export function draftOf(settings: SignInSettings) {
  return {
    clientId: settings.clientId ?? '',
    clientSecret: '',
    extraScopes: settings.extraScopes.join(' '),
    redirectUrl: settings.redirectUrl,
    browserRedirect: settings.browserRedirect,
    loopbackPort: settings.loopbackPort === null ? '' : String(settings.loopbackPort),
    header: settings.presentation.header,
    scheme: settings.presentation.scheme,
    idTokenRequired: settings.idTokenRequired,
    keysUrl: settings.keysUrl ?? '',
    keepTokens: settings.keepTokens,
    realmPath: settings.realmPath,
  };
}

type Changes = Omit<CallInput<'session.updateSettings'>, 'systemId'>;

/**
 * Returns only the user's changes: a Client ID that came with the system stays the system's, and changes by another
 * window are kept.
 */
export function changesOf(draft: Draft, settings: SignInSettings): Changes {
  const before = draftOf(settings);
  const all: Record<keyof Draft, Changes> = {
    clientId: { clientId: draft.clientId.trim() || null },
    clientSecret: { clientSecret: draft.clientSecret },
    extraScopes: { extraScopes: draft.extraScopes.split(/\s+/).filter((scope) => scope !== '') },
    redirectUrl: { redirectUrl: draft.redirectUrl },
    browserRedirect: { browserRedirect: draft.browserRedirect },
    loopbackPort: { loopbackPort: draft.loopbackPort === '' ? null : Number(draft.loopbackPort) },
    header: { presentation: presentationOf(draft) },
    scheme: { presentation: presentationOf(draft) },
    idTokenRequired: { idTokenRequired: draft.idTokenRequired },
    keysUrl: { keysUrl: draft.keysUrl.trim() || null },
    keepTokens: { keepTokens: draft.keepTokens },
    realmPath: { realmPath: draft.realmPath },
  };
  const changed = (Object.keys(all) as (keyof Draft)[]).filter((key) => draft[key] !== before[key]);
  return Object.assign({}, ...changed.map((key) => all[key])) as Changes;
}

function presentationOf({ header, scheme }: Draft) {
  return { header: header.trim(), scheme: scheme.trim() };
}
