import { Fields, is, rawBytes, readRoot, type Tlv, universal } from '../reader/asn1/ber.ts';
import { oidOf } from '../reader/asn1/values.ts';
import { malformed, ReaderError } from '../reader/failures.ts';
import { bytesOf, decodeBase64, hasPem, parsePem, textOfFile } from '../reader/pem/blocks.ts';
import { isText } from '../reader/recognise.ts';

const signedData = '1.2.840.113549.1.7.2';
const ofCertificate = new Set(['CERTIFICATE', 'X509 CERTIFICATE', 'TRUSTED CERTIFICATE']);
const ofBundle = new Set(['PKCS7', 'CMS', 'PKCS #7 SIGNED DATA']);

/**
 * Returns the certificates (DER) of a file with nothing else of interest: PEM, also OpenSSL's own `TRUSTED CERTIFICATE`
 * and with escaped line ends; DER; a `.p7b` (PKCS#7) as either; bare base64.
 * @returns `none` for a file of another kind, `malformed` for a damaged one
 */
export function certificatesOfFile(bytes: Uint8Array): Uint8Array[] | 'none' | 'malformed' {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof ReaderError) return 'malformed';
    throw error;
  }
}

function read(bytes: Uint8Array): Uint8Array[] | 'none' {
  if (!isText(bytes)) return bytes[0] === 0x30 ? ofDer(bytes) : 'none';
  const text = textOfFile(bytes);
  if (!hasPem(text)) {
    const der = decodeBase64(text);
    return der?.[0] === 0x30 && der.length > 16 ? ofDer(der) : 'none';
  }
  const found = parsePem(text).flatMap((block) =>
    ofCertificate.has(block.label) || ofBundle.has(block.label) ? ofDer(bytesOf(block)) : [],
  );
  return found.length === 0 ? 'none' : found;
}

/** Returns one certificate, without OpenSSL's data behind it, or those of a bundle. */
function ofDer(der: Uint8Array): Uint8Array[] {
  const root = readRoot(der, 'file', 'allow');
  const fields = Fields.of(root, 'file');
  const first = fields.any('first');
  if (!is(first, universal.oid)) return [rawBytes(root)];
  if (oidOf(first, 'file') !== signedData) throw malformed('file', 'unknown-structure');
  const content = new Fields(fields.take('content', 0, 'context'), 'pkcs7').sequence('signedData');
  content.any('version');
  content.any('digestAlgorithms');
  content.any('contentInfo');
  const certificates = content.optional('certificates', 0, 'context');
  return certificates === undefined ? [] : sequencesOf(certificates);
}

function sequencesOf(list: Tlv): Uint8Array[] {
  return [...new Fields(list, 'pkcs7.certificates').rest('certificate')]
    .filter((one) => is(one, universal.sequence))
    .map(rawBytes);
}
