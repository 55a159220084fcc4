import { powershellLiteral } from '../../../kit/shells.ts';
import type { Piece, RequestUse } from './requestUse.ts';

/** Characters of what is pasted at a prompt. */
const longest = 30_000;

/** The file that the export of a certificate writes for Windows. */
export const pfxOf = (certificate: string): string => certificate.replace(/\.pem$/, '.p12');

/**
 * Sends a request with `Invoke-WebRequest` of PowerShell 7 at its prompt. Secrets are read from the environment, and the
 * certificate's passphrase is asked for. Null: it adds a type of its own to a body without one.
 */
export function requestPowerShell(use: RequestUse): string | null {
  const { method, url, body, certificate } = use;
  const type = use.headers.find(({ name }) => name === 'content-type');
  if (body !== null && type === undefined) return null;
  const headers = use.headers
    .filter((one) => one !== type)
    .map(({ name, value }) => `    ${powershellLiteral(name)} = ${joined(value)}\n`);
  const text = `${
    certificate === null
      ? ''
      : `$certificate = Get-PfxCertificate -FilePath ${powershellLiteral(pfxOf(certificate))}\n`
  }$request = @{
  Uri = ${joined(url)}
  CustomMethod = ${powershellLiteral(method)}
  Headers = @{
${headers.join('')}  }
${type === undefined ? '' : `  ContentType = ${joined(type.value)}\n`}${
  body === null ? '' : `  Body = [byte[]](${body.map(bytesOf).join(' + ') || '@()'})\n`
}${certificate === null ? '' : '  Certificate = $certificate\n'}  SkipHeaderValidation = $true
  MaximumRedirection = 0
}
(Invoke-WebRequest @request).Content
`;
  return text.length > longest ? null : text;
}

const joined = (pieces: readonly Piece[]): string =>
  pieces.length === 0 ? "''" : pieces.map(inPowerShell).join(' + ');

function inPowerShell(piece: Piece): string {
  if (typeof piece === 'string') return powershellLiteral(piece);
  if ('file' in piece)
    return `[IO.File]::ReadAllBytes((Resolve-Path -LiteralPath ${powershellLiteral(piece.file)}).Path)`;
  return piece.encoded ? `[uri]::EscapeDataString($env:${piece.secret})` : `$env:${piece.secret}`;
}

const bytesOf = (piece: Piece): string =>
  typeof piece !== 'string' && 'file' in piece
    ? inPowerShell(piece)
    : `[Text.Encoding]::UTF8.GetBytes(${inPowerShell(piece)})`;
