import type { BrowserContext, Page } from 'playwright';

/** What breaks the policy of a page, a frame or a worker in a browser from now on: directive, what, where. */
export async function reportViolations(
  context: Pick<BrowserContext, 'exposeFunction' | 'addInitScript' | 'on'>,
): Promise<readonly string[]> {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => void violations.push(text));
  await context.addInitScript(() => {
    const { reportViolation } = globalThis as unknown as { reportViolation(text: string): void };
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      reportViolation(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`);
    });
  });
  // workers tell the console alone
  context.on('console', (message) => {
    if (message.worker() !== null && /policy|trusted/i.test(message.text())) {
      violations.push(message.text());
    }
  });
  return violations;
}

/** The same of a page that is open already, for as long as it is not loaded again. @returns what broke it so far */
export async function watchViolations(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const violations: string[] = [];
    Object.assign(globalThis, { violations });
    document.addEventListener('securitypolicyviolation', (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
      violations.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
    });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { violations: readonly string[] }).violations);
}
