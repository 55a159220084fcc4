import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A server's chain under an authority that may not issue everything. */
export interface ConstrainedChain {
  readonly name: string;
  /** What the user trusts. */
  readonly authorityPem: string;
  /** The server's certificate and what stands between it and the authority, as it is sent. */
  readonly chainPem: readonly string[];
  readonly privateKeyPem: string;
  /** What the server is called as: a name below localhost, or an address. */
  readonly host: string;
  /** Whether RFC 5280 lets it be trusted. */
  readonly good: boolean;
  /** BoringSSL knows no constraints of addresses, and trusts nothing under them. */
  readonly beyondBoringssl: boolean;
}

interface Plan {
  readonly name: string;
  readonly root?: readonly string[];
  /** Of each authority below the root, the highest first. */
  readonly between?: readonly (readonly string[])[];
  readonly leaf?: readonly string[];
  readonly subject?: string;
  readonly host?: string;
  readonly good: boolean;
  readonly beyondBoringssl?: boolean;
}

const within = (...names: string[]) =>
  `nameConstraints=critical,${names.map((name) => `permitted;${name}`).join(',')}`;
const without = (name: string) => `nameConstraints=critical,excluded;${name}`;
const local = 'IP:127.0.0.0/255.0.0.0';

const plans: readonly Plan[] = [
  { name: 'no constraint', good: true },
  { name: 'a name within', root: [within('DNS:in.localhost')], host: 'in.localhost', good: true },
  { name: 'a name below one within', root: [within('DNS:localhost')], good: true },
  { name: 'a name outside', root: [within('DNS:out.localhost')], good: false },
  { name: 'a name that only ends alike', root: [within('DNS:n.localhost')], good: false },
  { name: 'an excluded name', root: [without('DNS:in.localhost')], good: false },
  { name: 'below an excluded name', root: [without('DNS:localhost')], good: false },
  { name: 'beside an excluded name', root: [without('DNS:out.localhost')], good: true },
  {
    name: 'another name outside',
    root: [within('DNS:in.localhost')],
    leaf: ['subjectAltName=DNS:in.localhost,DNS:out.localhost'],
    good: false,
  },
  {
    name: 'an address within',
    root: [within(local)],
    host: '127.0.0.1',
    good: true,
    beyondBoringssl: true,
  },
  {
    name: 'an address outside',
    root: [within('IP:10.0.0.0/255.0.0.0')],
    host: '127.0.0.1',
    good: false,
  },
  { name: 'an excluded address', root: [without(local)], host: '127.0.0.1', good: false },
  {
    name: 'names within, addresses free',
    root: [within('DNS:in.localhost')],
    host: '127.0.0.1',
    good: true,
  },
  {
    name: 'the subject within',
    root: [within('dirName:allowed')],
    subject: '/O=Test/CN=Server',
    good: true,
  },
  {
    name: 'the subject outside',
    root: [within('dirName:allowed')],
    subject: '/O=Other/CN=Server',
    good: false,
  },
  {
    name: 'names within for one below',
    between: [[within('DNS:in.localhost')]],
    good: true,
  },
  { name: 'names outside for one below', between: [[within('DNS:out.localhost')]], good: false },
  { name: 'one below', between: [[]], good: true },
  { name: 'one below where none may be', root: ['pathlen:0'], between: [[]], good: false },
  { name: 'one below where one may be', root: ['pathlen:1'], between: [[]], good: true },
  { name: 'two below where one may be', root: ['pathlen:1'], between: [[], []], good: false },
  {
    name: 'one below one that may have none',
    between: [['pathlen:0'], []],
    good: false,
  },
  {
    name: 'one below that may sign no certificates',
    between: [['keyUsage=critical,cRLSign']],
    good: false,
  },
  {
    name: 'one below for users only',
    between: [['extendedKeyUsage=clientAuth']],
    good: false,
  },
  {
    name: 'one below with a demand that nobody knows',
    between: [['1.2.3.4.5=critical,ASN1:NULL']],
    good: false,
  },
  { name: 'a demand that nobody knows', leaf: ['1.2.3.4.5=critical,ASN1:NULL'], good: false },
];

const run = promisify(execFile);
const openssl = (...args: string[]) => run('openssl', args);

/** Makes all of them with the `openssl` command below `folder`, which is created. */
export async function makeConstrainedChains(folder: string): Promise<ConstrainedChain[]> {
  await mkdir(folder, { recursive: true });
  const chains: ConstrainedChain[] = [];
  for (const [at, plan] of plans.entries()) chains.push(await make(join(folder, String(at)), plan));
  return chains;
}

async function make(folder: string, plan: Plan): Promise<ConstrainedChain> {
  await mkdir(folder);
  const { host = 'in.localhost', subject = '/O=Test/CN=Server' } = plan;
  const issuers = [plan.root ?? [], ...(plan.between ?? [])];
  for (const [at, extensions] of issuers.entries()) {
    const name = `/O=Test/CN=Authority ${at} of ${plan.name}`;
    await issue(folder, `ca${at}`, at === 0 ? null : `ca${at - 1}`, name, authority(extensions));
  }
  const names = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`;
  const own = plan.leaf ?? [];
  await issue(folder, 'server', `ca${issuers.length - 1}`, subject, [
    'basicConstraints=critical,CA:FALSE',
    'keyUsage=critical,digitalSignature',
    'extendedKeyUsage=serverAuth',
    ...own,
    ...(own.some((line) => line.startsWith('subjectAltName')) ? [] : [`subjectAltName=${names}`]),
  ]);
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const between = issuers.slice(1).map((_, at) => read(`ca${at + 1}.pem`));
  return {
    name: plan.name,
    authorityPem: await read('ca0.pem'),
    chainPem: await Promise.all([read('server.pem'), ...between.reverse()]),
    privateKeyPem: await read('server.key'),
    host,
    good: plan.good,
    beyondBoringssl: plan.beyondBoringssl ?? false,
  };
}

/** `pathlen:N` belongs to what every authority has. */
function authority(extensions: readonly string[]): string[] {
  const length = extensions.find((line) => line.startsWith('pathlen'));
  const others = extensions.filter((line) => line !== length);
  const basics = `basicConstraints=critical,CA:TRUE${length === undefined ? '' : `,${length}`}`;
  const signs = others.some((line) => line.startsWith('keyUsage'));
  return [basics, ...(signs ? [] : ['keyUsage=critical,keyCertSign,cRLSign']), ...others];
}

async function issue(
  folder: string,
  name: string,
  issuer: string | null,
  subject: string,
  extensions: readonly string[],
): Promise<void> {
  const file = (ending: string) => join(folder, `${name}.${ending}`);
  const config = file('cnf');
  const lines = ['[extensions]', 'subjectKeyIdentifier=hash', ...extensions];
  await writeFile(config, `${lines.join('\n')}\n[allowed]\nO=Test\n`);
  await openssl(
    ...['req', '-new', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...['-keyout', file('key'), '-out', file('csr'), '-subj', subject],
  );
  const signer =
    issuer === null
      ? ['-signkey', file('key')]
      : ['-CA', join(folder, `${issuer}.pem`), '-CAkey', join(folder, `${issuer}.key`)];
  await openssl(
    ...['x509', '-req', '-in', file('csr'), '-out', file('pem'), '-days', '30', '-sha256'],
    ...['-extfile', config, '-extensions', 'extensions', ...signer, '-set_serial', serial()],
  );
}

let last = Date.now();
function serial(): string {
  last += 1;
  return String(last);
}
