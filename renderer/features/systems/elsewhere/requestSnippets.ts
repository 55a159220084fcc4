import { asking, type Shell, stringLiteral } from '../../../kit/shells.ts';
import { authoritiesFile } from './authorities.ts';
import { requestCurl } from './requestCurl.ts';
import { requestPowerShell } from './requestPowerShell.ts';
import { hasFile, type Piece, piecesOf, type RequestUse, secretsOf } from './requestUse.ts';

export const requestCallers = ['curl', 'requests', 'httpx', 'node', 'powershell'] as const;
export type RequestCaller = (typeof requestCallers)[number];

const passphrase = 'PEM_PASSPHRASE';

/** It is given the passphrase of the PEM file; the others ask for it. */
const readsPem = (caller: RequestCaller): boolean => caller !== 'curl' && caller !== 'powershell';

/** Asks for the secrets that the program reads from the environment; '' if it reads none. */
export function requestEnvironment(shell: Shell, caller: RequestCaller, use: RequestUse): string {
  const sealed = use.certificate !== null && use.encrypted && readsPem(caller);
  const names = [...secretsOf(piecesOf(use)), ...(sealed ? [passphrase] : [])];
  return names.flatMap((name) => asking(shell, name, name)).join('\n');
}

/** Sends the request once. Null: the shell cannot express it. */
export function requestSnippet(
  caller: RequestCaller,
  shell: Shell,
  use: RequestUse,
): string | null {
  switch (caller) {
    case 'curl':
      return requestCurl(shell, use);
    case 'requests':
      return requests(use);
    case 'httpx':
      return httpx(use);
    case 'node':
      return node(use);
    case 'powershell':
      return requestPowerShell(use);
  }
}

function inPython(piece: Piece): string {
  if (typeof piece === 'string') return stringLiteral(piece);
  if ('file' in piece) return `Path(${stringLiteral(piece.file)}).read_bytes()`;
  const value = `os.environ["${piece.secret}"]`;
  return piece.encoded ? `quote(${value}, safe="")` : value;
}

const joined = (pieces: readonly Piece[], write: (piece: Piece) => string): string =>
  pieces.length === 0 ? '""' : pieces.map(write).join(' + ');

function pythonImports(use: RequestUse, more: readonly string[]): string {
  const pieces = piecesOf(use);
  const usesOs = secretsOf(pieces).length > 0 || (use.certificate !== null && use.encrypted);
  const encodes = pieces.some((one) => typeof one !== 'string' && 'encoded' in one && one.encoded);
  return [
    ...(usesOs ? ['import os'] : []),
    ...more,
    ...(hasFile(pieces) ? ['from pathlib import Path'] : []),
    ...(encodes ? ['from urllib.parse import quote'] : []),
  ].join('\n');
}

/** Method, address, headers and body as arguments. */
function pythonArguments({ method, url, headers, body }: RequestUse, bodyName: string): string {
  const bytes = (piece: Piece): string =>
    typeof piece !== 'string' && 'file' in piece ? inPython(piece) : `${inPython(piece)}.encode()`;
  const named = headers.map(
    ({ name, value }) => `        ${stringLiteral(name)}: ${joined(value, inPython)},\n`,
  );
  return `    ${stringLiteral(method)},
    ${joined(url, inPython)},
    headers={
${named.join('')}    },
${body === null ? '' : `    ${bodyName}=${joined(body, bytes)},\n`}`;
}

/** With a passphrase it needs a context of urllib3's kind: with Python's, urllib3 1 refuses an IP address. */
function requests(use: RequestUse): string {
  const { certificate, encrypted, ownAuthorities } = use;
  const sealed = certificate !== null && encrypted;
  const file = stringLiteral(certificate ?? '');
  const head = pythonImports(use, sealed ? ['import ssl'] : []);
  const adapter = `from requests.adapters import HTTPAdapter
from urllib3.util.ssl_ import create_urllib3_context


class WithCertificate(HTTPAdapter):
    def init_poolmanager(self, *args, **kwargs):
        context = create_urllib3_context(cert_reqs=ssl.CERT_REQUIRED)
        context.load_cert_chain(${file}, password=os.environ["${passphrase}"])
        super().init_poolmanager(*args, ssl_context=context, **kwargs)


session = requests.Session()
session.mount("https://", WithCertificate())
`;
  return `${head === '' ? '' : `${head}\n\n`}import requests
${sealed ? adapter : '\nsession = requests.Session()\n'}answer = session.request(
${pythonArguments(use, 'data')}    allow_redirects=False,
${certificate === null || sealed ? '' : `    cert=(${file}, ${file}),\n`}${
  ownAuthorities ? `    verify=${stringLiteral(authoritiesFile)},\n` : ''
})
answer.raise_for_status()
print(answer.text)
`;
}

function httpx(use: RequestUse): string {
  const { certificate, encrypted, ownAuthorities } = use;
  const opened = encrypted ? `, password=os.environ["${passphrase}"]` : '';
  const trusted = ownAuthorities ? `cafile=${stringLiteral(authoritiesFile)}` : '';
  return `${pythonImports(use, ['import ssl'])}

import httpx

context = ssl.create_default_context(${trusted})
${certificate === null ? '' : `context.load_cert_chain(${stringLiteral(certificate)}${opened})\n`}answer = httpx.request(
${pythonArguments(use, 'content')}    verify=context,
)
answer.raise_for_status()
print(answer.text)
`;
}

function inNode(piece: Piece): string {
  if (typeof piece === 'string') return stringLiteral(piece);
  if ('file' in piece) return `readFileSync(${stringLiteral(piece.file)})`;
  const value = `process.env.${piece.secret}`;
  return piece.encoded ? `encodeURIComponent(${value})` : value;
}

function node(use: RequestUse): string {
  const { method, url, headers, body, certificate, encrypted, ownAuthorities } = use;
  const bytes = (piece: Piece): string =>
    typeof piece !== 'string' && 'file' in piece ? inNode(piece) : `Buffer.from(${inNode(piece)})`;
  const readsFiles = certificate !== null || ownAuthorities || hasFile(body ?? []);
  const isPlain = typeof url[0] === 'string' && url[0].startsWith('http:');
  const named = headers.map(
    ({ name, value }) => `    ${stringLiteral(name)}: ${joined(value, inNode)},\n`,
  );
  return `${readsFiles ? "import { readFileSync } from 'node:fs';\n" : ''}import { request } from 'node:${
    isPlain ? 'http' : 'https'
  }';

${certificate === null ? '' : `const pem = readFileSync(${stringLiteral(certificate)});\n`}${
  body === null ? '' : `const body = Buffer.concat([${body.map(bytes).join(', ')}]);\n`
}const options = {
  method: ${stringLiteral(method)},
  headers: {
${named.join('')}${body === null ? '' : "    'content-length': body.length,\n"}  },
${certificate === null ? '' : `  cert: pem,\n  key: pem,\n${encrypted ? `  passphrase: process.env.${passphrase},\n` : ''}`}${
  ownAuthorities ? `  ca: readFileSync(${stringLiteral(authoritiesFile)}),\n` : ''
}};
request(${joined(url, inNode)}, options, (answer) => {
  if (answer.statusCode >= 400) process.exitCode = 1;
  answer.pipe(process.stdout);
})
  .on('error', (error) => {
    console.error(error.message);
    process.exitCode = 1;
  })
  .end(${body === null ? '' : 'body'});
`;
}
