import { loadPdfFile } from 'virtual:pdf-files';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { AppError } from '../../../../preload/contract/errors.ts';
import { startWorker } from '../../../client/trusted.ts';
import { readingLimits, readPages } from './pages.ts';

/** Text of a PDF. */
export interface ReadPdf {
  readonly pages: number;
  /** Its text with a line `[Page n]` before each page; empty if no page has any, as in a scan. */
  readonly text: string;
  /** The last page read, if reading was incomplete; else null. */
  readonly until: number | null;
}

/** Timeout for opening a PDF, and for drawing one page, ms. */
const longest = 30_000;

/** Loads character maps and fonts from the program's own files: the page's policy forbids fetching. */
class OwnFiles {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const text = await loadPdfFile(filename);
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  }
}

interface Opened {
  readonly document: pdfjs.PDFDocumentProxy;
  close(): Promise<void>;
  /** Stops it at once, whatever it does. */
  stop(): void;
}

/**
 * Opens a PDF in a worker of its own, so that an endless one can be stopped.
 * @param bytes transferred: empty afterwards
 * @throws AppError `pdf-password`, `pdf-damaged`, `pdf-too-slow`
 */
async function open(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<Opened> {
  const port = startWorker(workerAddress);
  const worker = pdfjs.PDFWorker.create({ port });
  const task = pdfjs.getDocument({
    data: bytes,
    worker,
    cMapPacked: true,
    // Not addresses but kinds of files, which OwnFiles finds.
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    // The policy forbids WebAssembly; the same decoders load as scripts from the page's files.
    useWasm: false,
    wasmUrl: new URL('pdfjs/', document.baseURI).href,
    disableWorkerRendering: true,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  let stopped = false;
  const close = async (): Promise<void> => {
    // Needs an answer of the worker, which a stopped or endlessly busy one does not give.
    if (!signal.aborted && !stopped)
      await Promise.race([task.destroy(), ended(AbortSignal.timeout(1_000))]);
    port.terminate();
  };
  const stop = (): void => {
    stopped = true;
    port.terminate();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    const opened = await inTime(task.promise, name, signal);
    return { document: opened, close, stop };
  } catch (cause) {
    port.terminate();
    signal.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    const locked = cause instanceof Error && cause.name === 'PasswordException';
    throw new AppError(locked ? 'pdf-password' : 'pdf-damaged', { details: { name }, cause });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** @throws AppError `pdf-too-slow` */
async function inTime<T>(work: Promise<T>, name: string, signal: AbortSignal): Promise<T> {
  const limit = AbortSignal.timeout(longest);
  const late = ended(limit).then(() => {
    throw new AppError('pdf-too-slow', { details: { name } });
  });
  return Promise.race([work, aborted(signal), late]);
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });

/**
 * Returns the text of a PDF, page by page, within `readingLimits`.
 * @throws AppError `pdf-password`, `pdf-damaged`, `pdf-too-slow` if nothing was read in time
 */
export async function readPdf(
  bytes: Uint8Array,
  name: string,
  signal: AbortSignal,
): Promise<ReadPdf> {
  const { document: pdf, close, stop } = await open(bytes, name, signal);
  try {
    const late = ended(AbortSignal.timeout(readingLimits.time));
    const reading = readPages(pdf.numPages, (number) => partsOfPage(pdf, number), late);
    const { text, until } = await Promise.race([reading, aborted(signal)]);
    // nobody needs the rest
    if (until !== null) stop();
    if (until === 0) throw new AppError('pdf-too-slow', { details: { name } });
    return { pages: pdf.numPages, text, until };
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    throw new AppError('pdf-damaged', { details: { name }, cause });
  } finally {
    await close();
  }
}

async function* partsOfPage(
  pdf: pdfjs.PDFDocumentProxy,
  number: number,
): AsyncGenerator<string, void, undefined> {
  const page = await pdf.getPage(number);
  const reader = (page.streamTextContent() as ReadableStream<TextContent>).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value.items.map(textOfItem).join('');
    }
  } finally {
    // not cancelled, because pdf.js would still enqueue its data
    reader.releaseLock();
    page.cleanup();
  }
}

type TextContent = Awaited<ReturnType<pdfjs.PDFPageProxy['getTextContent']>>;

function textOfItem(item: TextContent['items'][number]): string {
  if (!('str' in item)) return '';
  return item.hasEOL ? `${item.str}\n` : item.str;
}

/** A drawn page. */
export interface DrawnPage {
  readonly page: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Draws pages as images, one after the other.
 * @param side pixels of the longest side
 * @throws AppError as `readPdf`
 */
export async function drawPages(
  bytes: Uint8Array,
  name: string,
  options: {
    readonly pages: readonly number[];
    readonly side: number;
    readonly signal: AbortSignal;
    readonly onPage: (drawn: DrawnPage) => Promise<void>;
  },
): Promise<void> {
  const { pages, side, signal, onPage } = options;
  const { document: pdf, close } = await open(bytes, name, signal);
  try {
    for (const number of pages) {
      signal.throwIfAborted();
      const drawn = await inTime(draw(pdf, number, side), name, signal);
      await onPage({ page: number, bytes: drawn });
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof AppError) throw cause;
    throw new AppError('pdf-damaged', { details: { name }, cause });
  } finally {
    await close();
  }
}

async function draw(
  pdf: pdfjs.PDFDocumentProxy,
  number: number,
  side: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const page = await pdf.getPage(number);
  const whole = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: side / Math.max(whole.width, whole.height) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  await page.render({ canvas, viewport, background: '#ffffff' }).promise;
  page.cleanup();
  const blob = await new Promise<Blob>((resolve, reject) => {
    canvas.toBlob(
      (made) => (made === null ? reject(new Error('no image')) : resolve(made)),
      'image/jpeg',
      0.85,
    );
  });
  // Frees the memory at once: pages are large.
  canvas.width = 0;
  canvas.height = 0;
  return new Uint8Array(await blob.arrayBuffer());
}
