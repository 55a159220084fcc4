import { parseJson } from '../../preload/contract/json.ts';
import type { Protection } from '../../preload/contract/shapes.ts';
import type { Database, Row, Statement } from '../storage/database.ts';
import { rechained } from './rechained.ts';
import type { DescribedCertificate, FileContents } from './worker-methods.ts';

/** An imported certificate as the table `certificates` keeps it; its key lies in the vault. */
export interface StoredCertificate {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly importedAt: string;
  readonly protection: Protection;
  readonly leaf: DescribedCertificate;
  readonly chain: readonly DescribedCertificate[];
  /** The rest of the file: written to no server, and to a file on request. */
  readonly others: readonly DescribedCertificate[];
  readonly keyType: string;
  readonly warnings: FileContents['warnings'];
}

/** Name of the private key in the vault; with the leaf's fingerprint, so that replacing loses neither. */
export const keyName = (id: string, fingerprint: string): string =>
  `certificate-key/${id}/${fingerprint}`;

/** @param now milliseconds since 1970 */
export async function loadCertificates(
  database: Database,
  now: number,
): Promise<StoredCertificate[]> {
  const rows = await database.all('SELECT * FROM certificates ORDER BY imported_at, id');
  return rows.map((row) => fromRow(row, now));
}

function fromRow(row: Row, now: number): StoredCertificate {
  const facts = parseJson(String(row.facts)) as Pick<
    StoredCertificate,
    'leaf' | 'chain' | 'keyType' | 'warnings'
  > &
    Partial<Pick<StoredCertificate, 'others'>>;
  const { leaf, chain, others } = facts;
  return {
    id: String(row.id),
    name: String(row.name),
    fileName: String(row.file_name),
    importedAt: String(row.imported_at),
    protection: String(row.protection) as Protection,
    ...facts,
    // Versions before this one did not check which issuer signed, and kept nothing beside the chain.
    ...(others === undefined ? rechained(leaf, chain, now) : { others }),
  };
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
