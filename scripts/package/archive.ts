import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';
import { findProgram } from '../lanes/needs.ts';
import { sourceDate } from './source-date.ts';

/**
 * Returns GNU's tar, the only one that packs the same bytes each time; macOS and Windows have another under that name.
 */
export function findGnuTar(): string | undefined {
  return ['tar', 'gtar']
    .flatMap((name) => findProgram(name) ?? [])
    .find((tar) => spawnSync(tar, ['--version'], { encoding: 'utf8' }).stdout?.includes('GNU tar'));
}

/** Compression of an archive: `.tar.gz` opens everywhere, `.tar.zst` is smaller and much faster. */
export type Compression = 'gz' | 'zst';

const compressors = {
  gz: () => createGzip({ level: 9 }),
  zst: () =>
    createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_checksumFlag]: 1 },
    }),
} as const satisfies Record<Compression, () => NodeJS.ReadWriteStream>;

/**
 * Packs a folder under its own name, with the same bytes at any time and for any user: sorted names, one time
 * (`sourceDate`), no owner, modes without the packer's mask. @throws Error without GNU tar
 */
export async function pack(folder: string, file: string, compression: Compression): Promise<void> {
  const program = findGnuTar();
  if (program === undefined) throw new Error('GNU tar is not installed');
  const tar = spawnSync(
    program,
    [
      '--create',
      '--format=gnu',
      '--sort=name',
      `--mtime=@${sourceDate()}`,
      '--owner=0',
      '--group=0',
      '--numeric-owner',
      '--mode=u=rwX,go=rX',
      '--directory',
      dirname(folder),
      `--file=${file}.part`,
      basename(folder),
    ],
    { encoding: 'utf8' },
  );
  if (tar.error !== undefined) throw tar.error;
  if (tar.status !== 0) throw new Error(`tar ended with ${tar.status}: ${tar.stderr}`);
  await pipeline(
    createReadStream(`${file}.part`),
    compressors[compression](),
    createWriteStream(file),
  );
  rmSync(`${file}.part`);
}
