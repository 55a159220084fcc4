import { join } from 'node:path';
import {
  type Attachment,
  filesOf,
  imagesOf,
  type StoredFile,
  textOf,
} from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import { createFolderGuard } from '../../base/storage/folder-guard.ts';
import { uploadCalls } from './calls.ts';
import { describe } from './describe.ts';
import { createStoredFiles, hashOf } from './files.ts';
import { createTextCache } from './text-cache.ts';
import { createUploads } from './uploads.ts';

export interface AttachmentsDeps {
  /** The data folder; files are in `attachments/` there, in subfolders named by two letters of their hash. */
  readonly folder: string;
  readonly now?: () => Date;
}

/** Attached files, stored once by the hash of their content and outside the database. */
export interface Attachments {
  readonly calls: Handlers<'attachments'>;
  /**
   * Returns the attachments with our own facts: a window could claim anything.
   * @throws AppError `attachment-missing`, `attachment-unsupported`
   */
  verified(attachments: readonly Attachment[]): Promise<Attachment[]>;
  /** Returns attachments that lack a file that a request needs. */
  missing(attachments: readonly Attachment[]): Promise<Attachment[]>;
  /** Writes their files to the disk: call it before anything stored refers to them. */
  keep(attachments: readonly Attachment[]): Promise<void>;
  /** Moves these files from the disk back into memory: nothing stored may refer to them. */
  unkeep(hashes: readonly string[]): Promise<void>;
  /** Adds a whole file in memory. @throws AppError as `finish` of the contract */
  take(bytes: Uint8Array, name: string): Promise<StoredFile>;
  /** Returns a whole file. @param name used in the error if it is missing @throws AppError `attachment-missing` */
  read(hash: string, name: string): Promise<Buffer>;
  /** Returns a stored text. @throws AppError `attachment-missing` */
  text(hash: string, name: string): Promise<string>;
  /** Removes files that nothing stored refers to: once, at the start. */
  collect(used: Promise<ReadonlySet<string>>): Promise<void>;
  /** Keeps their files in memory until the app ends, because something unsaved refers to them. */
  hold(attachments: readonly Attachment[]): void;
}

export function createAttachments(deps: AttachmentsDeps): Attachments {
  const { folder, now = () => new Date() } = deps;
  const files = createStoredFiles(join(folder, 'attachments'), createFolderGuard(folder));
  const facts = new Map<string, StoredFile>();
  const texts = createTextCache();
  const held = new Set<string>();

  async function factsOf(hash: string, name: string): Promise<StoredFile> {
    const known = facts.get(hash);
    if (known !== undefined) return known;
    const described = describe(await files.read(hash), hash, name);
    facts.set(hash, described);
    return described;
  }

  async function store(bytes: Buffer, hash: string, name: string): Promise<StoredFile> {
    const described = facts.get(hash) ?? describe(bytes, hash, name);
    await files.put(hash, bytes);
    facts.set(hash, described);
    return described;
  }

  async function isMissing(one: Attachment): Promise<boolean> {
    const text = textOf(one);
    const hashes = imagesOf(one).map(({ hash }) => hash);
    // A cached text is sent from the cache.
    if (text !== null && !texts.has(text.hash)) hashes.push(text.hash);
    for (const hash of hashes) if (!(await files.has(hash))) return true;
    return false;
  }

  async function verify(one: Attachment): Promise<Attachment> {
    const { name, kind, mode } = one;
    // Nothing of it is read or sent.
    if (mode === 'left-out') return one;
    const file = await factsOf(one.file.hash, name);
    const text = one.text === null ? null : await factsOf(one.text.hash, name);
    const images = [];
    for (const { hash, page } of one.images) images.push({ ...(await factsOf(hash, name)), page });
    const fits =
      kindOf(file) === kind &&
      (text === null || (kind === 'pdf' && kindOf(text) === 'text')) &&
      images.every((image) => kindOf(image) === 'image');
    if (!fits) throw new AppError('attachment-unsupported', { details: { name } });
    return { ...one, file, text, images };
  }

  return {
    calls: uploadCalls({ files, uploads: createUploads(now), held, store }),

    async verified(attachments) {
      const all = [];
      for (const one of attachments) all.push(await named(one.name, () => verify(one)));
      return all;
    },

    async missing(attachments) {
      const gone: Attachment[] = [];
      for (const one of attachments) {
        if (one.mode !== 'left-out' && (await isMissing(one))) gone.push(one);
      }
      return gone;
    },

    async keep(attachments) {
      for (const one of attachments) {
        if (one.mode === 'left-out') continue;
        await named(one.name, () => files.keep(filesOf(one).map(({ hash }) => hash)));
      }
    },

    async unkeep(hashes) {
      for (const hash of hashes) {
        await files.unkeep(hash);
        held.add(hash);
      }
    },

    take: (bytes, name) => store(Buffer.from(bytes), hashOf(bytes), name),
    read: (hash, name) => named(name, () => files.read(hash)),

    async text(hash, name) {
      const known = texts.get(hash);
      const text = known ?? new TextDecoder().decode(await named(name, () => files.read(hash)));
      texts.remember(hash, text);
      return text;
    },

    collect: files.collect,
    hold(attachments) {
      for (const { hash } of attachments.flatMap(filesOf)) held.add(hash);
    },
  };
}

function kindOf({ type }: StoredFile): Attachment['kind'] {
  return type === 'application/pdf' ? 'pdf' : type === 'text/plain' ? 'text' : 'image';
}

/** Adds the file's name to any error. */
async function named<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, details, retryable, cause } = error;
    throw new AppError(code, { details: { ...details, name }, retryable, cause });
  }
}
