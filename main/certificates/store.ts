import * as z from 'zod';
import { type Protection, protection } from '../../preload/contract/shapes.ts';
import { certificateFacts } from '../../preload/contract/systems/certificates.ts';
import type { Database, Statement } from '../storage/database.ts';
import { beginning, type RowReader, readRows } from '../storage/rows.ts';
import { findings } from './findings.ts';
import { factsOf } from './reading.ts';
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
  readonly keyType: string;
  readonly warnings: FileContents['warnings'];
}

/** Name of the private key in the vault; with the leaf's fingerprint, so that replacing loses neither. */
export const keyName = (id: string, fingerprint: string): string =>
  `certificate-key/${id}/${fingerprint}`;

type Facts = Pick<StoredCertificate, 'leaf' | 'chain' | 'keyType' | 'warnings'>;

/** What was read of a certificate when it was imported, as far as windows are told of it. */
const facts = z.custom<Facts>((value) => {
  try {
    const { leaf, chain, warnings, keyType } = value as Facts;
    for (const one of [leaf, ...chain]) certificateFacts.parse(factsOf(one));
    findings({ leaf, chain, warnings }, new Date());
    return (
      typeof keyType === 'string' && [leaf, ...chain].every(({ pem }) => typeof pem === 'string')
    );
  } catch {
    return false;
  }
});

export const certificateRows: RowReader<StoredCertificate> = {
  table: 'certificates',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    name: row.text('name'),
    fileName: row.text('file_name'),
    importedAt: row.or(beginning, () => row.instant('imported_at')),
    protection: row.shaped('protection', protection),
    ...row.json('facts', facts),
  }),
};

export async function loadCertificates(database: Database): Promise<StoredCertificate[]> {
  const rows = await database.all('SELECT * FROM certificates ORDER BY imported_at, id');
  return readRows(database, certificateRows, rows);
}

export function saveCertificate(certificate: StoredCertificate): Statement {
  const { leaf, chain, keyType, warnings } = certificate;
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
      JSON.stringify({ leaf, chain, keyType, warnings }),
    ],
  };
}

export function deleteCertificate(id: string): Statement {
  return { sql: 'DELETE FROM certificates WHERE id = ?', params: [id] };
}
