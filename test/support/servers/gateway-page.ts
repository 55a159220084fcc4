import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { onTestFinished } from 'vitest';
import type { Gateway } from '../../../main/systems/sign-in/gateway.ts';
import { patience } from '../patience.ts';

/** A request of the page, as it came to the gateway. */
export interface PassedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface GatewayPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Everything that the page asked for, redirects included. */
  readonly passed: readonly PassedRequest[];
}

interface Paused {
  readonly requestId: string;
  readonly request: PassedRequest & { readonly postDataEntries?: { readonly bytes?: string }[] };
}

/**
 * A page of Chromium whose every request is answered by a gateway, as `protocol.handle` does in
 * Electron. Not by Playwright's routes, which let redirected requests pass to the network.
 */
export async function openThroughGateway(browser: Browser, gateway: Gateway): Promise<GatewayPage> {
  const context = await browser.newContext({ locale: 'en-GB' });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(patience(20_000));
  const session = await context.newCDPSession(page);
  const passed: PassedRequest[] = [];
  session.on('Fetch.requestPaused', (paused: Paused) => {
    passed.push(paused.request);
    // A page that was left meanwhile takes no answer.
    answer(session, paused, gateway).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });
  return { page, context, passed };
}

async function answer(
  session: CDPSession,
  { requestId, request }: Paused,
  gateway: Gateway,
): Promise<void> {
  const { url, method, headers, postDataEntries = [] } = request;
  const body = Buffer.concat(postDataEntries.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')));
  const response = await gateway(
    new Request(url, { method, headers, ...(body.length > 0 ? { body } : {}) }),
  );
  await session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
}
