import {
  asking,
  command,
  programOf,
  quoted,
  type Shell,
  stringLiteral,
} from '../../../kit/shells.ts';
import { authoritiesFile, trustedBy } from './authorities.ts';

/** A Web API call with a certificate by another program. */
export interface CertificateUse {
  /** Including `/status/`. */
  readonly url: string;
  /** Path or name of the PEM file with certificate, chain and key. */
  readonly file: string;
  /** The key in it has a passphrase. */
  readonly encrypted: boolean;
  /** The system has authorities of its own, in `authoritiesFile`. */
  readonly ownAuthorities: boolean;
}

export const callers = ['curl', 'wget', 'requests', 'httpx', 'node'] as const;
export type Caller = (typeof callers)[number];

const passphrase = 'PEM_PASSPHRASE';

/** Asks for the key's passphrase if the program reads it from the environment; else ''. */
export function statusEnvironment(shell: Shell, caller: Caller, { encrypted }: CertificateUse) {
  if (!encrypted || caller === 'curl' || caller === 'wget') return '';
  return asking(shell, passphrase, 'Passphrase').join('\n');
}

/** Requests the machine states. */
export function statusSnippet(caller: Caller, shell: Shell, use: CertificateUse): string {
  switch (caller) {
    case 'curl':
      return `${command(shell, [
        `${programOf(shell, 'curl')} --fail-with-body`,
        `--cert ${quoted(shell, asCurlReads(use.file))}`,
        `--key ${quoted(shell, use.file)}`,
        ...trustedBy(shell, use.ownAuthorities),
        quoted(shell, use.url),
      ])}\n`;
    case 'wget':
      return `${command(shell, [
        `${programOf(shell, 'wget')} --quiet --content-on-error --output-document=-`,
        `--certificate ${quoted(shell, use.file)}`,
        `--private-key ${quoted(shell, use.file)}`,
        ...(use.ownAuthorities ? [`--ca-certificate ${quoted(shell, authoritiesFile)}`] : []),
        quoted(shell, use.url),
      ])}\n`;
    case 'requests':
      return use.encrypted ? requestsWithPassphrase(use) : requests(use);
    case 'httpx':
      return httpx(use);
    case 'node':
      return node(use);
  }
}

/** Escapes characters that `--cert` reads as the end of the name or as an escape; curl handles the colon of a drive. */
export function asCurlReads(file: string): string {
  const [drive] = /^[a-z]:(?=[\\/])/i.exec(file) ?? [''];
  return drive + file.slice(drive.length).replace(/[\\:]/g, '\\$&');
}

function requests({ url, file, ownAuthorities }: CertificateUse): string {
  return `import requests

answer = requests.get(
    ${stringLiteral(url)},
    cert=(${stringLiteral(file)}, ${stringLiteral(file)}),
${ownAuthorities ? `    verify=${stringLiteral(authoritiesFile)},\n` : ''})
answer.raise_for_status()
print(answer.text)
`;
}

/**
 * The library itself accepts no passphrase. It needs its own kind of context: with Python's, urllib3 1 refuses an IP
 * address.
 */
function requestsWithPassphrase({ url, file, ownAuthorities }: CertificateUse): string {
  return `import os
import ssl

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.ssl_ import create_urllib3_context


class WithCertificate(HTTPAdapter):
    def init_poolmanager(self, *args, **kwargs):
        context = create_urllib3_context(cert_reqs=ssl.CERT_REQUIRED)
        context.load_cert_chain(${stringLiteral(file)}, password=os.environ["${passphrase}"])
        super().init_poolmanager(*args, ssl_context=context, **kwargs)


session = requests.Session()
session.mount(${stringLiteral(`${new URL(url).origin}/`)}, WithCertificate())
${ownAuthorities ? `session.verify = ${stringLiteral(authoritiesFile)}\n` : ''}answer = session.get(${stringLiteral(url)})
answer.raise_for_status()
print(answer.text)
`;
}

function httpx({ url, file, encrypted, ownAuthorities }: CertificateUse): string {
  const trusted = ownAuthorities ? `cafile=${stringLiteral(authoritiesFile)}` : '';
  return `${encrypted ? 'import os\n' : ''}import ssl

import httpx

context = ssl.create_default_context(${trusted})
context.load_cert_chain(${stringLiteral(file)}${encrypted ? `, password=os.environ["${passphrase}"]` : ''})
answer = httpx.get(${stringLiteral(url)}, verify=context)
answer.raise_for_status()
print(answer.text)
`;
}

function node({ url, file, encrypted, ownAuthorities }: CertificateUse): string {
  const trusted = ownAuthorities ? `\n  ca: readFileSync(${stringLiteral(authoritiesFile)}),` : '';
  const opened = encrypted ? `\n  passphrase: process.env.${passphrase},` : '';
  return `import { readFileSync } from 'node:fs';
import { get } from 'node:https';

const pem = readFileSync(${stringLiteral(file)});
const options = {
  cert: pem,
  key: pem,${opened}${trusted}
};
get(${stringLiteral(url)}, options, (answer) => {
  if (answer.statusCode !== 200) process.exitCode = 1;
  answer.pipe(process.stdout);
}).on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
`;
}
