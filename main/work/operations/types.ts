import type { Readable, Writable } from 'node:stream';
import type { Ask } from '../../../common/scripts/directives.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Into } from '../../base/network/index.ts';

/** Families of compute APIs that an adapter exists for. */
export type Family = 'field' | 'slurm' | 'firecrest' | 'iri';

/** What a job is doing, in words of all families. `unknown`: the API's own word is in `stateText`. */
export type JobState =
  | 'waiting'
  | 'held'
  | 'starting'
  | 'running'
  | 'ending'
  | 'done'
  | 'failed'
  | 'limit'
  | 'cancelled'
  | 'unknown';

/** What a job took, beside time. Null: not reported. */
export interface Used {
  /** Of all its processors together. */
  readonly cpuSeconds: number | null;
  /** Bytes at most of one of its tasks. */
  readonly memory: number | null;
  /** Bytes that it was given, on all its nodes. */
  readonly memoryGiven: number | null;
}

/** A job, an array of jobs, or a task of an array. Null: the API does not report it. Times are ms since 1970. */
export interface Job {
  /** As the API names it: `1394531`, `1394531[0]`, `12_3`. */
  readonly id: string;
  readonly machine: string;
  readonly name: string | null;
  readonly user: string | null;
  readonly state: JobState;
  /** The state as it came. */
  readonly stateText: string;
  /** Why it waits or ended, as it came. */
  readonly reason: string | null;
  /** Partition, queue or resource group. */
  readonly queue: string | null;
  /** Account, project or group. */
  readonly project: string | null;
  readonly nodes: number | null;
  readonly cpus: number | null;
  readonly limitSeconds: number | null;
  readonly elapsedSeconds: number | null;
  readonly submittedAt: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly exitCode: number | null;
  readonly signal: number | null;
  /** Of a task of an array. */
  readonly task: { readonly array: string; readonly number: number } | null;
  /** Of an array as a whole. */
  readonly tasks: { readonly total: number; readonly ended: number } | null;
  readonly folder: string | null;
  readonly outputPath: string | null;
  readonly errorPath: string | null;
  readonly comment: string | null;
  /** What accounting says that it used; absent where nothing tells it. */
  readonly used?: Used | null | undefined;
  /** What it runs, where asking for one job tells it. */
  readonly script?: string | null;
  readonly record: Json;
}

export interface JobQuery {
  readonly machine: string;
  /** Those that ended, as far back as the API knows, instead of those that have not. */
  readonly ended: boolean;
  /** Ended at or after this, ms since 1970: how far back to ask where the API lets one choose. */
  readonly since?: number;
  readonly signal?: AbortSignal;
}

export interface JobAsked {
  readonly machine: string;
  readonly id: string;
  readonly signal?: AbortSignal;
}

/** What is handed to the scheduler. Fields repeat what the script's directives say; null: nothing is sent. */
export interface Submission {
  readonly machine: string;
  readonly script: string;
  readonly name: string | null;
  readonly queue: string | null;
  readonly project: string | null;
  readonly nodes: number | null;
  readonly limitSeconds: number | null;
  /** Task numbers of an array in the scheduler's own words, `0-3`. */
  readonly array: string | null;
  /** Absolute path there. */
  readonly folder: string | null;
  /** What else the script asks for, where its lines are sent as fields. */
  readonly asks?: readonly Ask[];
  /** Text by which the job is found again if the answer is lost; ignored where `findsMarker` is false. */
  readonly marker: string | null;
}

/** What became of cancelling one job; `words` are the server's. */
export interface Cancelled {
  readonly id: string;
  readonly accepted: boolean;
  readonly words: string;
}

export interface JobOperations {
  /** How far back ended jobs are listed, ms; null: unknown. */
  readonly historyMs: number | null;
  /** A submitted job shows its marker, so a lost answer can be told from a lost request. */
  readonly findsMarker: boolean;
  /** The `#SBATCH` lines of a script go as fields of the submission too; absent: the system reads none of them. */
  readonly sendsDirectives?: true;
  /** Returns those of `asks` that no field carries; absent: the script goes with its lines, and they count. */
  unsent?(submission: Submission): readonly Ask[];
  /** A submission has to name a folder: one without is refused with `job-folder-required`. */
  readonly needsFolder?: true;
  /** Lists have the user's own jobs only, whatever name they are told by. */
  readonly listsOnlyOwn: boolean;
  list(query: JobQuery): Promise<readonly Job[]>;
  /** Returns the job, followed by the tasks of an array; empty if the API does not know it (any more). */
  show(asked: JobAsked): Promise<readonly Job[]>;
  /** Returns the request as it would be sent, or the command. */
  preview(submission: Submission): ApiRequest | ShownCommand;
  /** Sends a submission once, never again. Returns the new job's id. */
  submit(submission: Submission, signal?: AbortSignal): Promise<string>;
  cancel(machine: string, ids: readonly string[]): Promise<readonly Cancelled[]>;
}

export interface FileEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  /** Bytes. */
  readonly size: number | null;
  readonly changedAt: number | null;
  /** Permissions as `ls -l` prints them. */
  readonly mode: string | null;
}

/** Operations on the files of a machine. Paths are absolute, with slashes. */
export interface FileOperations {
  /** Returns the machines whose files it knows, where they are others than those that take jobs. */
  machines?(signal?: AbortSignal): Promise<readonly string[]>;
  /** Returns the user's home, or the folder of the user's that is nearest to one; absent where nothing but a command tells it. */
  readonly home?: (machine: string) => Promise<string>;
  /** Returns the user's own folder, where files may be written; null where it is not told. */
  readonly ownFolder?: (machine: string) => Promise<string | null>;
  list(machine: string, path: string, signal?: AbortSignal): Promise<readonly FileEntry[]>;
  /** Returns a file's bytes. @throws AppError `answer-too-large` above `maxBytes` */
  read(machine: string, path: string, maxBytes: number, signal?: AbortSignal): Promise<Uint8Array>;
  /** `create` is refused with a conflict where something is. */
  write(
    machine: string,
    path: string,
    content: Uint8Array,
    how: 'create' | 'overwrite',
    signal?: AbortSignal,
  ): Promise<void>;
  makeFolder(machine: string, path: string, signal?: AbortSignal): Promise<void>;
  /** What takes long is a task or job of its own, which the server gives up when the signal aborts. */
  readonly cancels?: true;
  move(machine: string, from: string, to: string, signal?: AbortSignal): Promise<void>;
  /** Removes a file, or a folder with everything in it. */
  remove(
    machine: string,
    path: string,
    kind: 'file' | 'folder',
    signal?: AbortSignal,
  ): Promise<void>;
  /** A piece of a text as it is now, at once; absent: it is cut out of what is read. */
  readonly view?: (
    machine: string,
    path: string,
    wanted: WantedPiece,
    signal?: AbortSignal,
  ) => Promise<FilePiece>;
  /** Files of any size, piece by piece; absent: they go through memory as a whole. */
  readonly streams?: FileStreams;
}

export type WantedPiece =
  /** From a byte on, or from the start if the file has become shorter. */
  { readonly from: number; readonly most: number } | { readonly last: number };

/** A piece of a file as it is now. */
export interface FilePiece {
  /** Where it begins, bytes. */
  readonly from: number;
  readonly bytes: Uint8Array;
  /** Bytes of the whole file. */
  readonly size: number;
}

/** A part of a file that an earlier answer began with, or the file's end. */
export type Part =
  /** From a byte on, if the file is still that of `mark`; null: whatever it is by now. */
  { readonly from: number; readonly mark: string | null } | { readonly last: number };

/** What is known of a file once its first bytes are there. */
export interface ContentHead {
  /** Where the pieces begin, bytes: 0 if the API gives no parts, or the file is another by now. */
  readonly from: number;
  /** Bytes of the whole file; null: not told. */
  readonly size: number | null;
  /** By it a later request goes on with the same content; null: it would start over. */
  readonly mark: string | null;
}

/** Content that is made piece by piece, anew for each request. */
export interface FileContent {
  readonly size: number;
  pieces(): AsyncIterable<Uint8Array>;
}

/** Tells the system's own job that is waited for; null: no longer. */
export type OnJob = (id: string | null) => void;

export interface FileStreams {
  /** Each piece waits for the one before. */
  read(
    machine: string,
    path: string,
    begin: (head: ContentHead) => Promise<(piece: Uint8Array) => Promise<void>>,
    part: Part | null,
    signal?: AbortSignal,
    onJob?: OnJob,
  ): Promise<void>;
  /** `create` is refused with a conflict where something is. */
  write(
    machine: string,
    path: string,
    content: FileContent,
    how: 'create' | 'overwrite',
    signal?: AbortSignal,
    onJob?: OnJob,
  ): Promise<void>;
}

export interface CommandResult {
  readonly succeeded: boolean;
  readonly output: string;
  readonly errors: string;
}

/** What jobs are charged to. */
export interface Project {
  /** As a submission names it. */
  readonly name: string;
  readonly title: string | null;
  /** What was granted, of which some is used; the unit as the API calls it. */
  readonly allocations: readonly {
    readonly granted: number;
    readonly used: number;
    readonly unit: string;
  }[];
}

/** A partition, queue or resource group. Null: no limit, or none that is told. */
export interface Queue {
  /** As a submission names it. */
  readonly name: string;
  readonly limitSeconds: number | null;
  /** Nodes of one job at most. */
  readonly nodes: number | null;
}

/** What a compute API can do; an absent part is one that it does not have. */
export interface ComputeApi {
  readonly family: Family;
  /** Returns the machines or clusters that take jobs. */
  machines(signal?: AbortSignal): Promise<readonly string[]>;
  /** Returns the user's name there; absent where the API cannot be asked; null: it does not say. */
  readonly user?: (signal?: AbortSignal) => Promise<string | null>;
  readonly jobs: JobOperations | null;
  readonly files: FileOperations | null;
  /** Returns the user's projects; absent where the API tells none. */
  readonly projects?: (machine: string) => Promise<readonly Project[]>;
  /** Returns a machine's queues; absent where the API tells none. */
  readonly queues?: (machine: string) => Promise<readonly Queue[]>;
  /** Runs a command as the user. */
  readonly run:
    | ((machine: string, command: string, signal?: AbortSignal) => Promise<CommandResult>)
    | null;
}

export interface RemoteOptions {
  /** What the command reads. */
  readonly input?: string;
  /** Default: 64 MB. */
  readonly maxBytes?: number;
  /** Default: a minute. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface RemoteResult {
  /** The command's exit code. */
  readonly code: number;
  readonly output: Uint8Array;
  /** What it wrote beside its output. */
  readonly words: string;
}

/** What a program over there reads and writes. */
export interface Channel {
  readonly readable: Readable;
  readonly writable: Writable;
}

/** A system's host that runs commands as the user, by ssh. */
export interface Remote {
  readonly host: string;
  /**
   * Runs a command of fixed words and checked values, once. @throws AppError `ssh-word-refused` before anything is sent;
   * `ssh-cut` if it is not known what became of it
   */
  run(words: readonly string[], options?: RemoteOptions): Promise<RemoteResult>;
  /** Opens the host's files by SFTP for as long as `use` needs; it says why where the channel ends before. */
  sftp<T>(use: (channel: Channel) => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A command as it is shown before it runs. */
export interface ShownCommand {
  readonly host: string;
  readonly command: string;
  readonly input: string;
}

/** A request below the API's address. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | FormData | (FileContent & { readonly type: string });
  /** It changes nothing, so it may be repeated whatever the answer was. */
  readonly reads: boolean;
  /** Default: 16 MB. */
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  /** Takes the body of a 2xx answer, of any size, and leaves none in the answer. */
  readonly into?: Into;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly url: string;
}

/** Sends a request by the system's route, renewing the session where needed. Any status is an answer. */
export type Send = (request: ApiRequest, signal?: AbortSignal) => Promise<ApiAnswer>;

/**
 * Sends a request to where an API hands large files over, without any credentials.
 * @throws AppError `storage-not-allowed` for an origin that is neither the system's own nor allowed by the user
 */
export type SendElsewhere = (
  request: {
    readonly method: 'GET' | 'PUT' | 'POST';
    readonly url: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: FileContent;
    readonly maxBytes?: number;
    /** Takes the body of a 2xx answer, of any size, and leaves none in the answer. */
    readonly into?: Into;
  },
  signal?: AbortSignal,
) => Promise<ApiAnswer>;
