import { randomUUID } from 'node:crypto';
import { AppError, type ErrorCode } from '../../../preload/contract/errors.ts';
import type { Attempt, OfferedCertificate } from '../../../preload/contract/systems/session.ts';
import { withResolvers } from '../../base/async/with-resolvers.ts';
import type { Log } from '../../base/host.ts';
import { requestsRetry } from './callback.ts';
import type { Provider } from './provider/index.ts';
import { attemptDeadline } from './session/machine.ts';
import type { TokenSet } from './tokens.ts';
import { waysOf } from './ways/open.ts';
import type { OpenedWay, WayOptions } from './ways/way.ts';

export interface AttemptOptions
  extends Omit<
    WayOptions,
    'chooseCertificate' | 'mayRetry' | 'triesFirst' | 'fail' | 'addressChanged'
  > {
  readonly provider: () => Promise<Provider>;
  readonly now: () => Date;
  readonly changed: () => void;
  /** Receives the tokens of the exchange; those of an attempt that ended meanwhile are dropped. */
  readonly signedIn: (attempt: string, tokens: TokenSet) => Promise<unknown>;
  /** Called once if it failed. */
  readonly failed: (attempt: string, problem: AppError) => void;
}

/** One attempt to sign in, from the first request to the tokens or an error. */
export interface RunningAttempt {
  readonly id: string;
  state(): Attempt;
  /** Resolves when the provider's pages can be shown. @throws AppError why they cannot */
  readonly shown: Promise<void>;
  /** Resolves when it has ended, successfully or not. */
  readonly over: Promise<void>;
  /** Resolves when all its resources are freed too. */
  readonly done: Promise<void>;
  end(why: ErrorCode): void;
  chooseCertificate(requestId: string, fingerprint: string | null): void;
  /**
   * Returns a path of the web host that leads a browser to the pages. @throws AppError `not-found` if there is none now
   */
  page(): string;
  /** Takes an address received by the app's protocol; false if it is not this attempt's, which continues. */
  receiveUrl(url: string): boolean;
}

export function startAttempt(options: AttemptOptions): RunningAttempt {
  const { way, log, changed } = options;
  const id = randomUUID();
  const ended = withResolvers<never>();
  const shown = withResolvers<void>();
  const over = withResolvers<void>();
  const unlessEnded = <T>(work: Promise<T>): Promise<T> => Promise.race([work, ended.promise]);

  let answerCertificate: (fingerprint: string | null) => void = () => undefined;
  const chooseCertificate = (
    host: string,
    certificates: readonly OfferedCertificate[],
  ): Promise<string | null> =>
    new Promise((resolve) => {
      answerCertificate = (fingerprint) => {
        update({ certificateRequest: null });
        resolve(fingerprint);
      };
      update({ certificateRequest: { id: randomUUID(), host, certificates: [...certificates] } });
    });
  let retries = 1;
  const mayRetry = (): boolean => retries-- > 0;
  const ways = waysOf({
    ...options,
    chooseCertificate,
    mayRetry,
    triesFirst: true,
    fail: (problem) => ended.reject(problem),
    addressChanged(url) {
      if (state.phase === 'waiting') update({ authorizeUrl: url });
    },
  });

  let page: (() => string) | undefined;
  let state = preparing(id, way, ways.redirectUrl, options.now());
  const update = (change: Partial<Attempt>): void => {
    state = { ...state, ...change };
    changed();
  };

  function show({ authorization, way: open }: OpenedWay): void {
    page = open.page;
    update({
      phase: 'waiting',
      redirectUrl: authorization.redirectUrl,
      authorizeUrl: open.address?.() ?? null,
      opened: open.opened,
    });
    shown.resolve();
  }

  async function run(): Promise<void> {
    let opening: Promise<OpenedWay> | null = null;
    let opened: OpenedWay | null = null;
    let closing: Promise<void> | null = null;
    try {
      const provider = await unlessEnded(options.provider());
      await unlessEnded(provider.checkClient(ways.redirectUrl));
      let callback: URL;
      for (;;) {
        opening = ways.open(provider);
        opened = await unlessEnded(opening);
        show(opened);
        callback = await unlessEnded(opened.way.callback);
        if (!requestsRetry(callback, opened.authorization.state) || !mayRetry()) break;
        // Its port is needed again.
        const spent = opened;
        [opening, opened] = [null, null];
        await unlessEnded(closeOf(spent));
      }
      const { authorization, way: open } = opened;
      update({ phase: 'exchanging', authorizeUrl: null });
      // Closes the window at once; the listener stays for the page that shows the browser the outcome.
      closing = open.close();
      closing.catch((cause: unknown) => log.error('sign-in-close', cause));
      await unlessEnded(
        provider.exchange(authorization, callback).then((tokens) => options.signedIn(id, tokens)),
      );
      open.concluded?.('signed-in');
    } catch (cause) {
      const problem = problemOf(cause, log);
      options.failed(id, problem);
      opened?.way.concluded?.('not-signed-in');
      shown.reject(problem);
    }
    answerCertificate(null);
    closing ??= closeOf(opened);
    over.resolve();
    if (opened === null) {
      // It may still be opening; a failed one has nothing to close.
      await closeOf((await opening?.catch(() => null)) ?? null);
    }
    await closing;
  }

  // Starts after this function returns: its callees must know the attempt by then.
  const done = Promise.resolve().then(run);

  return {
    id,
    state: () => state,
    shown: shown.promise,
    over: over.promise,
    done,
    end: (why) => ended.reject(new AppError(why, { retryable: true })),
    chooseCertificate(requestId, fingerprint) {
      if (state.certificateRequest?.id !== requestId) throw new AppError('not-found');
      answerCertificate(fingerprint);
    },
    page() {
      if (page === undefined || state.phase !== 'waiting') throw new AppError('not-found');
      return page();
    },
    receiveUrl: (url) => state.phase === 'waiting' && ways.receiveUrl(url),
  };
}

function preparing(id: string, way: Attempt['way'], redirectUrl: string, startedAt: Date): Attempt {
  return {
    id,
    way,
    phase: 'preparing',
    startedAt: startedAt.toISOString(),
    deadline: new Date(startedAt.getTime() + attemptDeadline).toISOString(),
    authorizeUrl: null,
    opened: false,
    redirectUrl,
    certificateRequest: null,
  };
}

async function closeOf(opened: OpenedWay | null): Promise<void> {
  opened?.way.concluded?.('not-signed-in');
  await opened?.way.close();
}

function problemOf(cause: unknown, log: Log): AppError {
  if (!(cause instanceof AppError)) {
    log.error('sign-in-failed', cause);
    return new AppError('internal', { cause });
  }
  if (cause.code !== 'tls-client-certificate-missing') return cause;
  return new AppError('sign-in-no-certificate', { details: cause.details, cause });
}
