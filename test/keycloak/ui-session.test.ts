import { describe, expect, inject, onTestFinished } from 'vitest';
import { callOf, callsOf } from '../e2e/support/page-calls.ts';
import { inSession } from '../e2e/support/sign-in-desk.ts';
import { duplicate, inWindow } from '../e2e/support/window.ts';
import { patience } from '../support/patience.ts';
import { isFull } from '../support/processes/rounds.ts';
import { chromiumLane } from './chromium-lane.ts';
import { refresh } from './flow.ts';
import { connectKeycloak } from './keycloak.ts';
import { type KeycloakDesk, openKeycloakDesk } from './ui-desk.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const { clients, users } = keycloak;

const { test, chromium } = chromiumLane();
const long = { timeout: patience(240_000) };
const wait = { timeout: patience(30_000) };

/** The id of the session at Keycloak that the last tokens belong to. */
function sessionOf({ front }: KeycloakDesk): string {
  const said = front.seen.findLast(({ answer }) => answer?.session_state !== undefined);
  return String(said?.answer?.session_state);
}

/** Whether Keycloak still has that session of the user. */
async function hasSession(username: string, session: string): Promise<boolean> {
  const query = `/realms/op/users?exact=true&username=${username}`;
  const [user] = (await keycloak.admin.call('GET', query)) as { id: string }[];
  const path = `/realms/op/users/${user?.id}/sessions`;
  const sessions = (await keycloak.admin.call('GET', path)) as { id: string }[];
  return sessions.some(({ id }) => id === session);
}

describe.each([
  { name: 'with rotation', rotates: true },
  { name: 'without rotation', rotates: false },
])('$name', long, ({ rotates }) => {
  test('Continue, a call, a refusal renewed once, an end, one click with a call that waits, out', async () => {
    await keycloak.setRotation(rotates);
    onTestFinished(() => keycloak.setRotation(true));
    const client = clients.rotating;
    const user = users.manager;
    const desk = await openKeycloakDesk(await chromium(), keycloak, { client, user });
    const { page, t, sheet, front, webApi } = desk;

    // The screen that needs it leads to it, and the sheet says what will happen.
    await page.getByText(t('errors.session-signed-out.what')).waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: t('session.signIn') })
      .click();
    await desk.says('signIn.before.browser');
    await sheet.getByRole('button', { name: t('session.nextSignIn') }).click();
    for (const said of [front.facts.authUrl, client.clientId, t('session.browserCertificate')]) {
      await sheet.getByText(said, { exact: true }).waitFor();
    }
    const provider = await desk.toProvider();
    await provider.getByText('You will be logged in as').waitFor();
    await desk.says('signIn.waiting.browser');
    await provider.getByRole('button', { name: 'Continue' }).click();
    await provider.getByText('You can close this tab').waitFor();
    expect(provider.url()).not.toContain('code=');
    await desk.says('signIn.states.active');
    await sheet.getByText(user.username, { exact: true }).first().waitFor();
    await provider.close();

    // All nine fields, of the tokens only that they are there.
    await sheet.getByRole('button', { name: t('signIn.response.show') }).click();
    const session = sessionOf(desk);
    for (const field of [
      ...['access_token', 'expires_in', 'id_token', 'refresh_expires_in', 'refresh_token'],
      ...['token_type', 'not-before-policy', 'session_state', 'scope'],
    ]) {
      await sheet.getByText(field, { exact: true }).first().waitFor();
    }
    await sheet.getByText(session, { exact: true }).first().waitFor();
    await sheet.getByText(user.email, { exact: true }).first().waitFor();
    expect(await sheet.innerText()).not.toContain(front.lastRefreshToken());
    await desk.closeSheet();

    // A call by token.
    await page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    expect(webApi.answers.at(-1)).toBe(200);
    expect(front.refreshes()).toEqual([]);

    // One that is refused: one refresh, the call once more.
    const used = front.lastRefreshToken();
    webApi.refuseTokensSoFar();
    const before = webApi.answers.length;
    await desk.checkMachines();
    await expect.poll(() => webApi.answers.slice(before), wait).toEqual([403, 200]);
    expect(front.refreshes()).toEqual([200]);
    expect(await page.getByRole('alert').count()).toBe(0);
    await desk.openSheet();
    await desk.says('signIn.causes.refreshed');
    await desk.closeSheet();

    // 200 at once, from two windows: one refresh for all of them.
    const other = inSession(inWindow(await duplicate(desk.page), 'keycloak-session'));
    await other.page.getByRole('button', { name: 'cpu-main', exact: true }).waitFor();
    webApi.refuseTokensSoFar();
    const calls = Array.from({ length: 100 }, () => ({ systemId: desk.systemId }));
    const answers = await Promise.all(
      [desk, other].map((window) => callsOf(window.page, 'machines.refresh', calls)),
    );
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(200);
    expect(front.refreshes()).toEqual([200, 200]);
    await other.page.close();

    // What was used counts for nothing where tokens are rotated, and goes on where they are not.
    // Keycloak was seen to take one once more, in one of many runs: it tells the age of a token in whole seconds.
    const again = () => refresh(front.facts, used, { client });
    await expect.poll(async () => (await again()).status, wait).toBe(rotates ? 400 : 200);
    if (await hasSession(user.username, session)) {
      await keycloak.admin.call('DELETE', `/realms/op/sessions/${session}`);
    }

    // Keycloak has ended it: said where the call was made.
    await desk.checkMachines();
    await page.getByText(t('errors.session-expired.what')).waitFor();
    expect(front.refreshes().at(-1)).toBe(400);
    await desk.openSheet();
    await desk.says('signIn.causes.refresh-refused');
    await desk.picture(`expired-${rotates}`);
    await desk.closeSheet();

    // One click starts it all again; a call that is made meanwhile waits for it, and goes on.
    const opened = desk.context.waitForEvent('page');
    await page
      .getByRole('main')
      .getByRole('button', { name: t('session.signInAgain') })
      .click();
    const second = await opened;
    await second.getByRole('button', { name: 'Continue' }).waitFor();
    await desk.says('signIn.waiting.browser');
    const silent = webApi.answers.length;
    const waiting = callsOf(page, 'machines.refresh', [{ systemId: desk.systemId }]);
    const { systemId } = desk;
    await expect
      .poll(async () => (await callOf(page, 'machines.snapshot', { systemId })).checking)
      .toBe(true);
    await desk.closeSheet();
    expect(webApi.answers).toHaveLength(silent);
    await second.getByRole('button', { name: 'Continue' }).click();
    expect(await waiting).toMatchObject([{ ok: true }]);
    await expect.poll(() => webApi.answers.slice(silent), wait).toContain(200);
    await page.getByText(t('errors.session-expired.what')).waitFor({ state: 'hidden' });

    // Out: revoked and ended there, and what there was is of no use.
    const last = front.lastRefreshToken();
    const lastSession = sessionOf(desk);
    expect(await hasSession(user.username, lastSession)).toBe(true);
    await desk.openSheet();
    await desk.signOut();
    const ends = front.seen.filter(({ endpoint }) => endpoint !== 'token');
    expect(ends.map(({ endpoint }) => endpoint).sort()).toEqual(['logout', 'revoke']);
    for (const { status } of ends) expect(status).toBeLessThan(400);
    expect(await hasSession(user.username, lastSession)).toBe(false);
    const refused = await refresh(front.facts, last, { client });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({ error: 'invalid_grant' });
    await desk.closeSheet();
    await page.getByText(t('errors.session-signed-out.what')).waitFor();
  });

  // Waiting for renewals is long, and what is sent is the same: with rotation it is tried in every run.
  if (!rotates && !isFull) return;
  test('access tokens of 3 seconds are renewed ahead of need, each refresh token sent once', async () => {
    await keycloak.setRotation(rotates);
    onTestFinished(() => keycloak.setRotation(true));
    const desk = await openKeycloakDesk(await chromium(), keycloak, {
      client: clients.brief,
      user: users.ordinary,
    });
    const { front, page, t } = desk;
    await desk.openSheet();
    await desk.signIn();
    await expect
      .poll(() => front.refreshes().length, { timeout: patience(60_000) })
      .toBeGreaterThan(1);
    expect(new Set(front.refreshes())).toEqual(new Set([200]));
    await desk.says('signIn.causes.refreshed');
    const sent = front.seen.flatMap(({ form }) => form.get('refresh_token') ?? []);
    expect(new Set(sent).size).toBe(sent.length);

    // While a renewal runs the sheet says so, and a call waits for it.
    const release = front.holdRefreshes();
    onTestFinished(release);
    await desk.says('signIn.states.refreshing');
    await desk.picture(`refreshing-${rotates}`);
    const calls = callsOf(page, 'machines.refresh', [{ systemId: desk.systemId }]);
    release();
    expect(await calls).toMatchObject([{ ok: true }]);
    await desk.says('signIn.states.active');
    expect(await page.getByText(t('errors.session-expired.what')).count()).toBe(0);
    await desk.signOut();
  });
});
