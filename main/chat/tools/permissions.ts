import type { Approval, askReasons, ToolRequest } from '../../../preload/contract/chat/tools.ts';

/** A tool as permissions see it. */
export interface Subject {
  /** Server and own name: a renamed tool is another one. */
  readonly key: string;
  /** Of the server's identity, the description and the schema. */
  readonly fingerprint: string;
  readonly writes: boolean;
  /** Each call asks: no permission lasts. */
  readonly everyTime: boolean;
  /** Until the user decides. Tools of servers have `ask`. */
  readonly initial: Approval;
}

/** What the user decided about a tool, and which fingerprint it then had. */
export interface Permission {
  readonly approval: Approval;
  readonly fingerprint: string;
}

export interface Permissions {
  readonly lasting: ReadonlyMap<string, Permission>;
  /** `always` for one conversation: conversation, then tool, then fingerprint. */
  readonly conversations: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export const noPermissions: Permissions = { lasting: new Map(), conversations: new Map() };

export type Holds = ToolRequest['offers'][number];
export type Judgement =
  | { readonly kind: 'run' }
  | { readonly kind: 'never' }
  | {
      readonly kind: 'ask';
      readonly reason: (typeof askReasons)[number];
      readonly offers: readonly Holds[];
    };

/** Returns the permission that holds for the tool as it is now. A change takes back all but `never`. */
export function approvalNow(permissions: Permissions, subject: Subject): Approval {
  const kept = permissions.lasting.get(subject.key);
  if (kept === undefined) return subject.initial;
  if (kept.approval === 'never') return 'never';
  if (subject.everyTime) return 'ask';
  return kept.fingerprint === subject.fingerprint ? kept.approval : 'ask';
}

/** @param untrusted whether text that others wrote is in the context */
export function judge(
  permissions: Permissions,
  subject: Subject,
  conversationId: string,
  untrusted: boolean,
): Judgement {
  const { key, fingerprint, writes } = subject;
  const approval = approvalNow(permissions, subject);
  if (approval === 'never') return { kind: 'never' };
  if (subject.everyTime) {
    return { kind: 'ask', reason: untrusted ? 'untrusted' : 'ask', offers: ['once'] };
  }
  const here = permissions.conversations.get(conversationId)?.get(key);
  const kept = permissions.lasting.get(key);
  const isChanged = [here, kept?.fingerprint].some(
    (one) => one !== undefined && one !== fingerprint,
  );
  const isAllowed = approval === 'always' || here === fingerprint;
  if (isAllowed && !(untrusted && writes)) return { kind: 'run' };
  if (isChanged && !isAllowed) return { kind: 'ask', reason: 'changed', offers: ['once'] };
  if (untrusted && writes) return { kind: 'ask', reason: 'untrusted', offers: ['once'] };
  const reason = kept === undefined && subject.initial === 'ask' ? 'new' : 'ask';
  return { kind: 'ask', reason, offers: ['once', 'conversation', 'always'] };
}

/** Sets the permission for all conversations. */
export function decide(
  permissions: Permissions,
  { key, fingerprint }: Subject,
  approval: Approval,
): Permissions {
  const lasting = new Map(permissions.lasting).set(key, { approval, fingerprint });
  if (approval === 'always') return { ...permissions, lasting };
  // "ask" and "never" also end what was allowed in conversations
  const conversations = new Map(
    [...permissions.conversations].map(([id, tools]) => {
      const rest = new Map(tools);
      rest.delete(key);
      return [id, rest] as const;
    }),
  );
  return { lasting, conversations };
}

/** Allows the tool, as it is now, in one conversation. */
export function allowHere(
  permissions: Permissions,
  { key, fingerprint }: Subject,
  conversationId: string,
): Permissions {
  const here = new Map(permissions.conversations.get(conversationId)).set(key, fingerprint);
  const conversations = new Map(permissions.conversations).set(conversationId, here);
  return { ...permissions, conversations };
}

/** Forgets the permissions of tools that are gone, such as those of a removed server. */
export function forget(permissions: Permissions, isGone: (key: string) => boolean): Permissions {
  const rest = <T>(kept: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...kept].filter(([key]) => !isGone(key)));
  return {
    lasting: rest(permissions.lasting),
    conversations: new Map([...permissions.conversations].map(([id, kept]) => [id, rest(kept)])),
  };
}
