import { randomUUID } from 'node:crypto';
import { AppError, type ErrorCode } from '../../preload/contract/errors.ts';
import { chooseLanguage, type Language } from '../../preload/contract/language.ts';
import type { Attempt, OfferedCertificate, SignInWay } from '../../preload/contract/session.ts';
import type { Host, Log } from '../host.ts';
import type { Network, TlsIdentity } from '../network/index.ts';
import { carriesState, matchesRedirect } from './callback.ts';
import { notRegistered, saysRedirectUrl } from './gateway.ts';
import type { Authorization, Provider } from './provider/index.ts';
import { attemptDeadline } from './session/machine.ts';
import { loopbackRedirectUrl, type StoredSettings } from './settings.ts';
import type { TokenSet } from './tokens.ts';
import { awaitReturn } from './ways/browser.ts';
import type { Way } from './ways/way.ts';
import { openWindowWay } from './ways/window.ts';

export interface AttemptOptions {
  readonly systemName: string;
  readonly way: SignInWay;
  readonly settings: StoredSettings;
  readonly provider: () => Promise<Provider>;
  readonly network: Network;
  readonly identity: TlsIdentity | null;
  readonly authorities: readonly string[];
  readonly host: Pick<Host, 'openSignInWindow' | 'openExternal' | 'preferredLanguages'>;
  readonly language: 'system' | Language;
  readonly now: () => Date;
  readonly log: Log;
  readonly changed: () => void;
  /** Takes the tokens of the exchange; those of an attempt that ended meanwhile are not kept. */
  readonly signedIn: (attempt: string, tokens: TokenSet) => Promise<unknown>;
  /** Called once, when it failed. */
  readonly failed: (attempt: string, problem: AppError) => void;
}

/** One attempt to sign in, from the first request to the tokens or the reason why not. */
export interface RunningAttempt {
  readonly id: string;
  state(): Attempt;
  /** Resolves when the provider's pages can be shown. @throws AppError why they cannot */
  readonly shown: Promise<void>;
  /** Resolves when it has its end, good or bad. */
  readonly over: Promise<void>;
  /** Resolves when everything that it held is freed too. */
  readonly done: Promise<void>;
  end(why: ErrorCode): void;
  chooseCertificate(requestId: string, fingerprint: string | null): void;
  /** An address that came by the app's protocol; false where it is not this attempt's, which goes on. */
  receiveUrl(url: string): boolean;
}

const preflightTime = 5_000;

export function startAttempt(options: AttemptOptions): RunningAttempt {
  const { way, settings, network, identity, authorities, host, log, changed } = options;
  const id = randomUUID();
  const startedAt = options.now();
  const protocol = way === 'browser' && settings.browserRedirect === 'protocol';
  let state: Attempt = {
    id,
    way,
    phase: 'preparing',
    startedAt: startedAt.toISOString(),
    deadline: new Date(startedAt.getTime() + attemptDeadline).toISOString(),
    authorizeUrl: null,
    opened: false,
    redirectUrl: way === 'window' || protocol ? settings.redirectUrl : loopbackRedirectUrl,
    certificateRequest: null,
  };
  const update = (change: Partial<Attempt>): void => {
    state = { ...state, ...change };
    changed();
  };

  let end: (cause: AppError) => void = () => undefined;
  const ended = new Promise<never>((_, reject) => {
    end = reject;
  });
  ended.catch(() => undefined);
  const unlessEnded = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended]);

  let answerCertificate: (fingerprint: string | null) => void = () => undefined;
  const chooseCertificate = (
    asking: string,
    certificates: readonly OfferedCertificate[],
  ): Promise<string | null> =>
    new Promise((resolve) => {
      answerCertificate = (fingerprint) => {
        update({ certificateRequest: null });
        resolve(fingerprint);
      };
      const request = { id: randomUUID(), host: asking, certificates: [...certificates] };
      update({ certificateRequest: request });
    });

  let receive: (url: URL) => void = () => undefined;
  /** What an answer that comes from outside must carry; null until it has been sent to the provider. */
  let expected: string | null = null;
  const belongs = (url: URL): boolean => carriesState(url, expected);

  async function openWay(provider: Provider): Promise<{ way: Way; authorization: Authorization }> {
    if (way === 'window') {
      const { openSignInWindow: openWindow } = host;
      if (openWindow === undefined) throw new AppError('sign-in-way-unavailable');
      const authorization = await provider.authorize(settings.redirectUrl, settings.extraScopes);
      const language = chooseLanguage(host.preferredLanguages?.() ?? [], options.language);
      const opened = await openWindowWay({
        openWindow,
        network,
        identity,
        authorities,
        startUrl: authorization.url,
        redirectUrl: settings.redirectUrl,
        title: options.systemName,
        language,
        chooseCertificate,
        log,
      });
      return { way: opened, authorization };
    }
    return protocol ? openProtocol(provider) : openLoopback(provider);
  }

  async function openProtocol(provider: Provider) {
    const authorization = await provider.authorize(settings.redirectUrl, settings.extraScopes);
    await preflight(authorization.url, settings.redirectUrl);
    expected = authorization.state;
    const callback = new Promise<URL>((resolve) => {
      receive = resolve;
    });
    const opened = await openBrowser(authorization.url);
    return { way: { callback, opened, close: async () => undefined }, authorization };
  }

  async function openLoopback(provider: Provider) {
    const { redirectUrl, callback, close } = await awaitReturn({
      port: settings.loopbackPort,
      language: options.language,
      belongs,
      log,
    });
    try {
      const authorization = await provider.authorize(redirectUrl, settings.extraScopes);
      expected = authorization.state;
      const toRegister = settings.loopbackPort === null ? loopbackRedirectUrl : redirectUrl;
      await preflight(authorization.url, toRegister);
      const opened = await openBrowser(authorization.url);
      return { way: { callback, opened, close }, authorization };
    } catch (cause) {
      await close();
      throw cause;
    }
  }

  /** The browser would show the provider's page for this and the app would never know. */
  async function preflight(url: string, redirectUrl: string): Promise<void> {
    const answer = await network
      .request({
        url,
        headers: { accept: 'text/html' },
        authorities,
        headersTimeout: preflightTime,
        bodyTimeout: preflightTime,
        maxBytes: 1024 * 1024,
        redirects: 'return',
      })
      // Whatever else is wrong, the browser will say: it may have a way and a certificate of its own.
      .catch(() => null);
    if (answer !== null && saysRedirectUrl(answer)) {
      throw notRegistered(redirectUrl, new URL(url).host);
    }
  }

  async function openBrowser(url: string): Promise<boolean> {
    try {
      return await host.openExternal(url);
    } catch (cause) {
      // The window shows the address as a link then.
      log.error('sign-in-browser', cause);
      return false;
    }
  }

  let show: () => void = () => undefined;
  let refuse: (cause: AppError) => void = () => undefined;
  const shown = new Promise<void>((resolve, reject) => {
    show = resolve;
    refuse = reject;
  });
  shown.catch(() => undefined);

  let finish: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    finish = resolve;
  });

  async function run(): Promise<void> {
    let opening: Promise<{ way: Way; authorization: Authorization }> | null = null;
    let current: Way | null = null;
    let closing: Promise<void> | null = null;
    try {
      const provider = await unlessEnded(options.provider());
      opening = openWay(provider);
      const { way: open, authorization } = await unlessEnded(opening);
      current = open;
      update({
        phase: 'waiting',
        redirectUrl: authorization.redirectUrl,
        authorizeUrl: way === 'browser' ? authorization.url : null,
        opened: open.opened,
      });
      show();
      const callback = await unlessEnded(open.callback);
      update({ phase: 'exchanging', authorizeUrl: null });
      // The window goes at once; the listener stays for the page that the browser still fetches.
      closing = open.close();
      closing.catch((cause: unknown) => log.error('sign-in-close', cause));
      await unlessEnded(
        provider.exchange(authorization, callback).then((tokens) => options.signedIn(id, tokens)),
      );
    } catch (cause) {
      const problem = problemOf(cause, log);
      options.failed(id, problem);
      refuse(problem);
    }
    answerCertificate(null);
    closing ??= closeOf(current);
    finish();
    if (current === null) {
      // It may still be opening; one that fails to has nothing to close.
      const late = await opening?.catch(() => null);
      await late?.way.close();
    }
    await closing;
  }

  async function closeOf(open: Way | null): Promise<void> {
    await open?.close();
  }

  // Not before this function's end: what it calls must know the attempt by then.
  const done = Promise.resolve().then(run);

  return {
    id,
    state: () => state,
    shown,
    over,
    done,
    end: (why) => end(new AppError(why, { retryable: true })),
    chooseCertificate(requestId, fingerprint) {
      if (state.certificateRequest?.id !== requestId) throw new AppError('not-found');
      answerCertificate(fingerprint);
    },
    receiveUrl(url) {
      if (!protocol || state.phase !== 'waiting') return false;
      if (!matchesRedirect(url, settings.redirectUrl) || !belongs(new URL(url))) return false;
      receive(new URL(url));
      return true;
    },
  };
}

function problemOf(cause: unknown, log: Log): AppError {
  if (!(cause instanceof AppError)) {
    log.error('sign-in-failed', cause);
    return new AppError('internal', { cause });
  }
  if (cause.code !== 'tls-client-certificate-missing') return cause;
  return new AppError('sign-in-no-certificate', { details: cause.details, cause });
}
