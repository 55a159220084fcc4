import { spawnSync } from 'node:child_process';
import { createPrivateKey } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ClientPlaces,
  snippetOf,
} from '../../../../renderer/features/systems/clients/snippets.ts';
import { authoritiesFile } from '../../../../renderer/features/systems/elsewhere/authorities.ts';
import {
  type Caller,
  callers,
  statusEnvironment,
  statusSnippet,
} from '../../../../renderer/features/systems/elsewhere/statusSnippets.ts';
import { shells } from '../../../../renderer/kit/shells.ts';
import { findPython } from '../../../../scripts/lanes/needs.ts';
import { hasBash } from '../../../support/bash.ts';
import { cmdArguments, powershellArguments } from '../../../support/processes/command-lines.ts';
import { type Ran, runProgram } from '../../../support/processes/other-programs.ts';
import { callback, type Identity, signIn, startTestDemo } from '../../demo/demo-support.ts';

const works = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const pythons = { requests: findPython('requests'), httpx: findPython('httpx') };
const there: Record<Caller, boolean> = {
  curl: hasBash && works('curl', '--version'),
  wget: hasBash && works('wget', '--version'),
  requests: hasBash && pythons.requests !== undefined,
  httpx: hasBash && pythons.httpx !== undefined,
  node: hasBash,
};
for (const caller of callers) {
  if (!there[caller]) console.log(`skipped: the lines for ${caller} (it is not installed here)`);
}

/** What a file can be called on Linux; Windows has no double quote in names. */
const oddName = `it's "mine" 100% $HOME: 鍵.pem`;
const windowsName = `it's mine %PATH% 100% $HOME 鍵.pem`;
const passphrase = `p "a" 's' $s é `;

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let folder: string;
let identity: Identity;
const inFolder = (name: string) => join(folder, name);
const use = (file: string, encrypted = false) => ({
  ...{ url: `${demo.webApiUrl}/status/`, file, encrypted, ownAuthorities: true },
});

beforeAll(async () => {
  demo = await startTestDemo();
  folder = await mkdtemp(join(tmpdir(), 'elsewhere-'));
  await writeFile(inFolder(authoritiesFile), demo.authorityPem);
  identity = await demo.inspect.issueCertificate({ commonName: 'program', purpose: 'client' });
  const { keyPem, certificatePem } = identity;
  const plain = `${certificatePem}${keyPem}`;
  for (const name of [oddName, windowsName, 'plain.pem']) await writeFile(inFolder(name), plain);
  const sealed = createPrivateKey(keyPem).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase,
  });
  await writeFile(inFolder('sealed.pem'), `${certificatePem}${sealed.toString()}`);
});
afterAll(async () => {
  await demo[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const run = (program: string, args: readonly string[], input = '') =>
  runProgram(folder, program, args, { input });

/** As the hint above the lines says: a command in bash, a program from a file. */
async function runLines(caller: Caller, lines: string, before = '', input = '') {
  if (caller === 'curl' || caller === 'wget') return run('bash', ['-c', lines], input);
  const file = caller === 'node' ? 'status.mjs' : `status-${caller}.py`;
  await writeFile(inFolder(file), lines);
  const program = caller === 'node' ? process.execPath : pythons[caller];
  return run('bash', ['-c', `${before}\n'${program}' ${file}`], input);
}

function expectStates({ code, output, errors }: Ran): void {
  expect(code, errors).toBe(0);
  const machines = JSON.parse(output.slice(output.indexOf('['))) as { machine: string }[];
  expect(machines.length).toBeGreaterThan(1);
  expect(machines[0]?.machine).toMatch(/\S/);
}

describe('the lines for a certificate ask the demo for its machines', () => {
  for (const caller of callers) {
    test.skipIf(!there[caller])(`${caller}, from a file with an odd name`, async () => {
      expectStates(await runLines(caller, statusSnippet(caller, 'bash', use(oddName))));
    });
    if (caller === 'curl' || caller === 'wget') continue;
    test.skipIf(!there[caller])(`${caller}, with a key under a passphrase`, async () => {
      const sealed = use('sealed.pem', true);
      const asks = statusEnvironment('bash', caller, sealed);
      const lines = statusSnippet(caller, 'bash', sealed);
      expect(lines).not.toContain(passphrase);
      expectStates(await runLines(caller, lines, asks, `${passphrase}\n`));
    });
  }

  test.skipIf(!there.curl)('curl asks for the passphrase itself', async () => {
    const lines = statusSnippet('curl', 'bash', use('sealed.pem', true));
    expect(statusEnvironment('bash', 'curl', use('sealed.pem', true))).toBe('');
    // no terminal to ask at: the option by which it is told
    expectStates(await run('bash', ['-c', `${lines.trimEnd()} --pass "$(cat)"`], passphrase));
  });

  test.skipIf(!there.curl)('curl as PowerShell and cmd start it', async () => {
    const variables = { PATH: 'C:\\Windows', HOME: 'C:\\Users' };
    const cmd = cmdArguments(statusSnippet('curl', 'cmd', use(windowsName)).trimEnd(), variables);
    expectStates(await run('curl', cmd.slice(1)));
    for (const version of ['5.1', '7.3'] as const) {
      const text = statusSnippet('curl', 'powershell', use(windowsName)).trimEnd();
      const [program, ...words] = powershellArguments(text, version);
      expect(program).toBe('curl.exe');
      expectStates(await run('curl', words));
    }
  });

  test.skipIf(!there.wget)('Wget as PowerShell and cmd start it', async () => {
    const cmd = cmdArguments(statusSnippet('wget', 'cmd', use(windowsName)).trimEnd(), {});
    expectStates(await run('wget', cmd.slice(1)));
    const text = statusSnippet('wget', 'powershell', use(windowsName)).trimEnd();
    expectStates(await run('wget', powershellArguments(text, '5.1').slice(1)));
  });

  test.skipIf(!there.curl)('and fail where the Web API refuses', async () => {
    const stranger = await demo.inspect.issueCertificate({
      ...{ commonName: 'late', purpose: 'client', notAfter: new Date(Date.now() - 60_000) },
    });
    await writeFile(inFolder('late.pem'), `${stranger.certificatePem}${stranger.keyPem}`);
    for (const caller of ['curl', 'node'] as const) {
      const { code } = await runLines(caller, statusSnippet(caller, 'bash', use('late.pem')));
      expect([caller, code]).not.toEqual([caller, 0]);
    }
  });

  test('name the drive, and escape what curl takes for the end of a name', () => {
    const [, , cert, , key] = cmdArguments(
      statusSnippet('curl', 'cmd', use('C:\\Users\\me\\a b.pem')).trimEnd(),
      {},
    ).slice(1);
    expect([cert, key]).toEqual(['C:\\\\Users\\\\me\\\\a b.pem', 'C:\\Users\\me\\a b.pem']);
  });

  test('name the authorities where the system has its own, and only there', () => {
    for (const ownAuthorities of [true, false]) {
      for (const caller of callers) {
        for (const shell of shells) {
          const text = statusSnippet(caller, shell, { ...use('a.pem', true), ownAuthorities });
          expect(text.includes(authoritiesFile)).toBe(ownAuthorities);
        }
      }
    }
  });
});

describe('the lines for a client', () => {
  const places = (): ClientPlaces => ({
    ...{ authUrl: demo.authUrl, realmPath: '/auth/realms/op', webApiUrl: demo.webApiUrl },
    ...{ header: 'Authorization', scheme: 'Bearer', ownAuthorities: true },
  });
  const client = () => ({
    ...{ clientId: demo.oauthClient.clientId, hasSecret: true, redirectUrl: callback },
  });

  test.skipIf(!there.curl)('of curl get tokens, call and renew them at the demo', async () => {
    const [asks = '', first = '', exchange = '', call = '', refresh = ''] = snippetOf(
      ...(['curl', 'bash', client(), places()] as const),
    ).split('\n\n');
    const address = new URL(first.replace(/^# 1\. '|'$/g, ''));
    const { clientSecret } = demo.oauthClient;
    const code = (
      await signIn(demo, identity, Object.fromEntries(address.searchParams))
    ).searchParams.get('code');
    const tokensBy = async (lines: string) => {
      const answer = await run('bash', ['-c', `${asks}\n${lines}`], `${clientSecret}\n`);
      return JSON.parse(answer.output.slice(answer.output.indexOf('{'))) as Record<string, string>;
    };
    const tokens = await tokensBy(exchange.replace('<AUTHORIZATION_CODE>', code ?? ''));
    const token = tokens.access_token ?? '';
    expectStates(await run('bash', ['-c', call.replace('<ACCESS_TOKEN>', token)]));
    const renewed = await tokensBy(refresh.replace('<REFRESH_TOKEN>', tokens.refresh_token ?? ''));
    expect(renewed.access_token).toMatch(/\S/);
    expect(renewed.access_token).not.toBe(token);
  });

  test('say the same in PowerShell and in cmd, and hold no secret', () => {
    const step = (text: string, at: number) => text.split('\n\n')[at]?.split(/\n(.*)/s)[1] ?? '';
    const words = [
      ...[`${demo.authUrl}/auth/realms/op/protocol/openid-connect/token`],
      ...['--cacert', authoritiesFile, '--ssl-revoke-best-effort'],
      ...['--data-urlencode', 'grant_type=authorization_code'],
      ...['--data-urlencode', 'code=<AUTHORIZATION_CODE>'],
      ...['--data-urlencode', `client_id=${demo.oauthClient.clientId}`],
      ...['--variable', '%CLIENT_SECRET'],
      ...['--expand-data-urlencode', 'client_secret={{CLIENT_SECRET}}'],
      ...['--data-urlencode', `redirect_uri=${callback}`],
    ];
    const cmd = snippetOf('curl', 'cmd', client(), places());
    expect(cmdArguments(step(cmd, 2), {})).toEqual(['curl', ...words]);
    const powershell = snippetOf('curl', 'powershell', client(), places());
    expect(powershellArguments(step(powershell, 2), '5.1')).toEqual(['curl.exe', ...words]);
    for (const text of [cmd, powershell]) {
      expect(text).not.toContain(demo.oauthClient.clientSecret);
    }
  });

  test.skipIf(!hasBash)('of the environment set what they name', async () => {
    const lines = snippetOf('env', 'bash', client(), places());
    const { output } = await run('bash', ['-c', `${lines}\nenv`], 'the secret\n');
    for (const line of [
      `OIDC_CLIENT_ID=${demo.oauthClient.clientId}`,
      `OIDC_REDIRECT_URI=${callback}`,
      `SSL_CERT_FILE=${folder}/${authoritiesFile}`,
      'OIDC_CLIENT_SECRET=the secret',
    ]) {
      expect(output.split('\n')).toContain(line);
    }
  });
});
