import type { ApiKeys, ChatRequest, Pace } from './genai/index.ts';
import type { Identity, Lifetimes, TokenRequest, TokenResponseStyle } from './identity/index.ts';
import type { Authority, IssueOptions, KeyAndCertificate } from './pki/index.ts';
import type { DemoOptions } from './types.ts';
import type { Machines } from './web-api/index.ts';

/** Number of events since the start. */
export interface DemoCounts {
  readonly statusByCertificate: number;
  readonly statusByToken: number;
  readonly completionsStarted: number;
  readonly completionsFinished: number;
  /** Ended by the client or by the time limit. */
  readonly completionsAborted: number;
}

/** The demo's internals for tests: past events, and ways to cause some. Never over the network. */
export interface DemoInspect {
  counts(): DemoCounts;
  /** Returns the requests at the token endpoint, oldest first (the last 1,000). */
  tokenRequests(): readonly TokenRequest[];
  /** Changes lifetimes (seconds) of everything issued from now on. */
  setLifetimes(lifetimes: Partial<Lifetimes>): void;
  setTokenResponse(style: Partial<TokenResponseStyle>): void;
  setPace(pace: Partial<Pace>): void;
  expireAccessTokens(): Promise<void>;
  expireRefreshTokens(): Promise<void>;
  endSessions(): Promise<void>;
  registeredClients(): string[];
  setMachine(machine: string, status: string, message?: string): void;
  advanceMachines(steps: number): void;
  /** Revokes the demo project's API key. */
  revokeApiKey(): Promise<void>;
  /** Calls the listener for every completion request from now on, as parsed; returns a function that stops it. */
  onCompletionRequest(listener: (request: ChatRequest) => void): () => void;
  /** Creates a key for the demo project; throws if it has one. */
  createApiKey(): Promise<string>;
  /** Issues a certificate of the demo's authority, expired ones included. */
  issueCertificate(options: IssueOptions): Promise<KeyAndCertificate>;
}

/** Values that may change while the demo runs, and counters. */
export interface LiveState {
  readonly lifetimes: Lifetimes;
  readonly tokenResponse: TokenResponseStyle;
  readonly pace: Pace;
  readonly counts: DemoCounts;
  readonly tokenRequests: TokenRequest[];
  readonly onTokenRequest: (request: TokenRequest) => void;
  readonly onStatus: (route: 'certificate' | 'token') => void;
  readonly completionListeners: Set<(request: ChatRequest) => void>;
  readonly onCompletion: (event: 'started' | 'finished' | 'aborted') => void;
}

export function createLiveState(options: DemoOptions): LiveState {
  const counts = {
    statusByCertificate: 0,
    statusByToken: 0,
    completionsStarted: 0,
    completionsFinished: 0,
    completionsAborted: 0,
  };
  const tokenRequests: TokenRequest[] = [];
  return {
    lifetimes: {
      accessToken: 300,
      refreshToken: 8 * 60 * 60,
      authorizationCode: 60,
      ...options.lifetimes,
    },
    tokenResponse: {
      tokenType: 'bearer',
      omitIdToken: false,
      refreshExpiresIn: undefined,
      notBefore: 0,
      ...options.tokenResponse,
    },
    pace: {
      tokensPerSecond: options.tokensPerSecond ?? 60,
      keepAliveMs: options.keepAliveMs ?? 10_000,
    },
    counts,
    tokenRequests,
    onTokenRequest: (request) => {
      tokenRequests.push(request);
      if (tokenRequests.length > 1000) tokenRequests.shift();
    },
    onStatus: (route) => {
      counts[route === 'certificate' ? 'statusByCertificate' : 'statusByToken'] += 1;
    },
    completionListeners: new Set(),
    onCompletion: (event) => {
      const names = {
        started: 'completionsStarted',
        finished: 'completionsFinished',
        aborted: 'completionsAborted',
      } as const;
      counts[names[event]] += 1;
    },
  };
}

export function createInspect(
  live: LiveState,
  parts: {
    readonly identity: Identity;
    readonly machines: Machines;
    readonly keys: ApiKeys;
    readonly authority: Authority;
    readonly apiKeyProject: string;
  },
): DemoInspect {
  const { identity, machines, keys, authority, apiKeyProject } = parts;
  return {
    counts: () => ({ ...live.counts }),
    tokenRequests: () => [...live.tokenRequests],
    setLifetimes: (lifetimes) => void Object.assign(live.lifetimes, lifetimes),
    setTokenResponse: (style) => void Object.assign(live.tokenResponse, style),
    setPace: (pace) => void Object.assign(live.pace, pace),
    expireAccessTokens: () => identity.expire('AccessToken'),
    expireRefreshTokens: () => identity.expire('RefreshToken'),
    endSessions: () => identity.expire('Session'),
    registeredClients: () => identity.registeredClients(),
    setMachine: (machine, status, message) => machines.set(machine, status, message),
    advanceMachines: (steps) => machines.advance(steps),
    revokeApiKey: () => keys.revoke(apiKeyProject),
    onCompletionRequest(listener) {
      live.completionListeners.add(listener);
      return () => void live.completionListeners.delete(listener);
    },
    createApiKey: () => keys.create(apiKeyProject),
    issueCertificate: (options) => authority.issue(options),
  };
}
