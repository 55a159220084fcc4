import { parseJson } from '../../../common/texts/json.ts';
import { type Protection, protection } from '../../../preload/contract/shapes.ts';
import { certificateFacts } from '../../../preload/contract/systems/certificates.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { defaultTime, type RowReader, readRows } from '../../base/storage/rows/index.ts';
import { findings } from './findings.ts';
import { reorderChain } from './reorder-chain.ts';
import { factsOf } from './running-reads.ts';
import type { DescribedCertificate, FileContents } from './worker-methods.ts';

/** An imported certificate in the table `certificates`; its key is in the vault. */
export interface StoredCertificate {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly importedAt: string;
  readonly protection: Protection;
  readonly leaf: DescribedCertificate;
  readonly chain: readonly DescribedCertificate[];
  /** The rest of the file: not sent to servers, exported on request. */
  readonly others: readonly DescribedCertificate[];
  readonly keyType: string;
  readonly warnings: FileContents['warnings'];
}

/** Name of the private key in the vault; includes the leaf's fingerprint, so that replacing loses neither. */
export const keyName = (id: string, fingerprint: string): string =>
  `certificate-key/${id}/${fingerprint}`;

type Facts = Pick<StoredCertificate, 'leaf' | 'chain' | 'others' | 'keyType' | 'warnings'>;

/** Parses the facts stored at import. @throws if windows could not show them */
function factsIn(text: string, now: number): Facts {
  const kept = parseJson(text) as Omit<Facts, 'others'> & Partial<Facts>;
  const { leaf, keyType, warnings, others } = kept;
  // Earlier versions did not check signatures of issuers, and stored nothing beside the chain.
  const read: Facts = {
    ...kept,
    ...(others === undefined ? reorderChain(leaf, kept.chain, now) : { others }),
  };
  const all = [leaf, ...read.chain, ...read.others];
  for (const one of all) certificateFacts.parse(factsOf(one));
  findings({ leaf, chain: read.chain, warnings }, new Date(now));
  if (![keyType, ...all.map(({ pem }) => pem)].every((one) => typeof one === 'string')) {
    throw new Error('no text');
  }
  return read;
}

/** @param now milliseconds since 1970 */
export const certificateRows = (now: number): RowReader<StoredCertificate> => ({
  table: 'certificates',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    name: row.text('name'),
    fileName: row.text('file_name'),
    importedAt: row.or(defaultTime, () => row.instant('imported_at')),
    protection: row.shaped('protection', protection),
    ...row.made('facts', (text) => factsIn(text, now)),
  }),
});

/** @param now milliseconds since 1970 */
export async function loadCertificates(
  database: Database,
  now: number,
): Promise<StoredCertificate[]> {
  const rows = await database.all({ sql: 'SELECT * FROM certificates ORDER BY imported_at, id' });
  return readRows(database, certificateRows(now), rows);
}

export function saveCertificate(certificate: StoredCertificate): Statement {
  const { leaf, chain, others, keyType, warnings } = certificate;
  return {
    sql: `INSERT INTO certificates (id, name, file_name, imported_at, protection, fingerprint, facts)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, file_name = excluded.file_name,
            imported_at = excluded.imported_at, protection = excluded.protection,
            fingerprint = excluded.fingerprint, facts = excluded.facts`,
    params: [
      certificate.id,
      certificate.name,
      certificate.fileName,
      certificate.importedAt,
      certificate.protection,
      leaf.description.sha256,
      JSON.stringify({ leaf, chain, others, keyType, warnings }),
    ],
  };
}

export function deleteCertificate(id: string): Statement {
  return { sql: 'DELETE FROM certificates WHERE id = ?', params: [id] };
}
