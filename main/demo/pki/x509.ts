import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtendedKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_clientAuth,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  Name,
  RelativeDistinguishedName,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

/** A distinguished name as [short attribute name, value] pairs, most general first (C, O, OU, CN). */
export type DistinguishedName = readonly (readonly [keyof typeof attributeTypes, string])[];

export interface CertificateRequest {
  readonly subject: DistinguishedName;
  readonly publicKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly purpose: 'authority' | 'server' | 'client';
  /** The signer; for a self-signed root its own name and key. The key is an EC P-256 key. */
  readonly issuer: DistinguishedName;
  readonly issuerKey: KeyObject;
}

const attributeTypes = {
  C: '2.5.4.6',
  O: '2.5.4.10',
  OU: '2.5.4.11',
  CN: '2.5.4.3',
} as const;

const ecdsaWithSha256 = '1.2.840.10045.4.3.2';

/** Creates an X.509 v3 certificate (RFC 5280), signed with ECDSA and SHA-256; returns its DER. */
export function makeCertificate(request: CertificateRequest): Buffer {
  const algorithm = new AlgorithmIdentifier({ algorithm: ecdsaWithSha256 });
  const tbs = new TBSCertificate({
    version: Version.v3,
    serialNumber: serialNumber(),
    signature: algorithm,
    issuer: toName(request.issuer),
    validity: new Validity({
      notBefore: request.notBefore,
      notAfter: request.notAfter,
    }),
    subject: toName(request.subject),
    subjectPublicKeyInfo: AsnConvert.parse(spki(request.publicKey), SubjectPublicKeyInfo),
    extensions: new Extensions(extensions(request)),
  });
  const signed = AsnConvert.serialize(tbs);
  const signature = sign('sha256', Buffer.from(signed), request.issuerKey);
  return Buffer.from(
    AsnConvert.serialize(
      new Certificate({
        tbsCertificate: tbs,
        tbsCertificateRaw: signed,
        signatureAlgorithm: algorithm,
        signatureValue: toArrayBuffer(signature),
      }),
    ),
  );
}

/** DER to PEM. */
export function toPem(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function extensions(request: CertificateRequest): Extension[] {
  const authority = request.purpose === 'authority';
  const usage = authority
    ? KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign
    : KeyUsageFlags.digitalSignature;
  const list = [
    extension(id_ce_basicConstraints, new BasicConstraints({ cA: authority }), true),
    extension(id_ce_keyUsage, new KeyUsage(usage), true),
    extension(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId(request.publicKey))),
    extension(
      id_ce_authorityKeyIdentifier,
      new AuthorityKeyIdentifier({
        keyIdentifier: new KeyIdentifier(keyId(createPublicKey(request.issuerKey))),
      }),
    ),
  ];
  if (authority) return list;
  const purpose = request.purpose === 'server' ? id_kp_serverAuth : id_kp_clientAuth;
  list.push(extension(id_ce_extKeyUsage, new ExtendedKeyUsage([purpose])));
  if (request.purpose === 'server') {
    const names = [
      new GeneralName({ dNSName: 'localhost' }),
      new GeneralName({ iPAddress: '127.0.0.1' }),
    ];
    list.push(extension(id_ce_subjectAltName, new SubjectAlternativeName(names)));
  }
  return list;
}

function extension(extnID: string, value: object, critical = false): Extension {
  return new Extension({
    extnID,
    critical,
    extnValue: new OctetString(AsnConvert.serialize(value)),
  });
}

function toName(name: DistinguishedName): Name {
  return new Name(
    name.map(([type, value]) => {
      // RFC 5280, section 4.1.2.4: the country is a PrintableString, everything else UTF8String
      const text = type === 'C' ? { printableString: value } : { utf8String: value };
      return new RelativeDistinguishedName([
        new AttributeTypeAndValue({
          type: attributeTypes[type],
          value: new AttributeValue(text),
        }),
      ]);
    }),
  );
}

/** A positive integer of 127 random bits (RFC 5280, section 4.1.2.2). */
function serialNumber(): ArrayBuffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return toArrayBuffer(bytes);
}

function keyId(key: KeyObject): ArrayBuffer {
  const info = AsnConvert.parse(spki(key), SubjectPublicKeyInfo);
  return toArrayBuffer(createHash('sha1').update(Buffer.from(info.subjectPublicKey)).digest());
}

function spki(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' });
}

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
