/** What answers of the running app named, by kind: an id that fits a field makes a call come past its first check. */
export interface Pool {
  know(kind: string, id: string): void;
  /** Looks through an answer to a call of that domain. */
  learn(domain: string, value: unknown): void;
  /** One that fits a field of that name in a call of that domain, if any is known. */
  pick(domain: string, field: string, random: number): string | undefined;
}

/** Kinds of what a field names; all others are of the call's own domain. */
const ofField: Readonly<Record<string, string>> = {
  systemId: 'systems',
  conversationId: 'conversations',
  certificateId: 'certificates',
  replaces: 'certificates',
  folderId: 'folders',
  messageId: 'messages',
  answerId: 'messages',
  leafId: 'messages',
  hash: 'hashes',
  hashes: 'hashes',
  uploadId: 'uploads',
  readId: 'reads',
  queuedId: 'queued',
  queuedIds: 'queued',
  callId: 'toolCalls',
  requestId: 'certificateRequests',
  confirmation: 'confirmations',
  passphrase: 'passphrases',
  current: 'passphrases',
};
/** Domains that work on another's things. */
const ofDomain: Readonly<Record<string, string>> = {
  requests: 'conversations',
  drafts: 'conversations',
  chat: 'conversations',
  systemFiles: 'systems',
  consoleOperations: 'apiConsole',
  consoleExchange: 'apiConsole',
};
/** Lists in answers whose items are of a kind of their own. */
const ofList: Readonly<Record<string, string>> = {
  messages: 'messages',
  running: 'messages',
  queued: 'queued',
  toolCalls: 'toolCalls',
  certificateRequest: 'certificateRequests',
};
const most = 40;

export function createPool(): Pool {
  const known = new Map<string, string[]>();
  const know = (kind: string, id: string): void => {
    const others = (known.get(kind) ?? []).filter((one) => one !== id);
    known.set(kind, [id, ...others].slice(0, most));
  };
  const learn = (kind: string, value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth === 0) return;
    for (const [field, part] of Object.entries(value).slice(0, 60)) {
      if (typeof part !== 'string') learn(ofList[field] ?? kind, part, depth - 1);
      else if (field === 'id') know(kind, part);
      else if (ofField[field] !== undefined) know(ofField[field], part);
    }
  };
  return {
    know,
    learn: (domain, value) => learn(domain, value, 6),
    pick(domain, field, random) {
      const ids = known.get(ofField[field] ?? ofDomain[domain] ?? domain) ?? [];
      // The newest more often than not: what is older may be gone.
      return random % 3 > 0 ? ids[0] : ids[random % Math.max(1, ids.length)];
    },
  };
}
