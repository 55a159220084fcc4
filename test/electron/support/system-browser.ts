import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect, onTestFinished } from 'vitest';
import { launchChromium } from '../../support/chromium.ts';
import { patience } from '../../support/patience.ts';

/** What a browser shows to the provider, PEM. */
export interface BrowserCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
}

/** Stands where the operating system has its user's browser: takes the addresses that Electron opens. */
export interface AddressTaker {
  /** What Electron has to be started with. */
  readonly env: Readonly<Record<string, string>>;
  /** The next address that Electron opens. */
  next(): Promise<string>;
}

/** Electron on Linux opens an address with the `xdg-open` of PATH: this one writes it down. */
export async function takeAddresses(folder: string): Promise<AddressTaker> {
  const programs = join(folder, 'programs');
  const opened = join(folder, 'opened');
  await mkdir(programs, { recursive: true });
  await writeFile(opened, '');
  const program = join(programs, 'xdg-open');
  await writeFile(program, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`);
  await chmod(program, 0o755);
  let taken = 0;
  return {
    env: { PATH: `${programs}:${process.env.PATH ?? ''}` },
    async next() {
      const lines = async () => (await readFile(opened, 'utf8')).split('\n').slice(0, -1);
      await expect.poll(async () => (await lines()).length).toBeGreaterThan(taken);
      const address = (await lines())[taken];
      taken++;
      return address ?? '';
    },
  };
}

/** A page of the user's own browser, which has the certificate; gone with the test. */
export async function openOwnBrowser(
  provider: string,
  certificate: BrowserCertificate,
): Promise<Page> {
  const browser = await launchChromium();
  onTestFinished(() => browser.close());
  const context = await browser.newContext({
    locale: 'en-GB',
    // The user's own browser has its own ways to trust a provider.
    ignoreHTTPSErrors: true,
    clientCertificates: [
      {
        origin: new URL(provider).origin,
        cert: Buffer.from(certificate.certificatePem),
        key: Buffer.from(certificate.keyPem),
      },
    ],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(patience(20_000));
  return page;
}

/** Where a page is sent by a redirect to this protocol, which no browser follows without its program. */
export async function redirectTo(page: Page, protocol: string): Promise<string> {
  const response = await page.waitForEvent('response', (one) =>
    (one.headers().location ?? '').startsWith(protocol),
  );
  return response.headers().location ?? '';
}
