import { loadPdfFile } from 'virtual:pdf-files';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { AppError } from '../../../../preload/contract/errors.ts';
import { startWorker } from '../../../client/trusted.ts';

/** What a PDF says. */
export interface ReadPdf {
  readonly pages: number;
  /** Its text with a line `[Page n]` before each page; empty where no page has any, as in a scan. */
  readonly text: string;
}

/** Character maps and fonts come out of the program's own files: the page's policy allows no fetching. */
class OwnFiles {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const text = await loadPdfFile(filename);
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  }
}

interface Opened {
  readonly document: pdfjs.PDFDocumentProxy;
  close(): Promise<void>;
}

/**
 * Opens a PDF in a worker of its own, so that one that never ends can be ended.
 * @param bytes handed over: empty afterwards
 * @throws AppError `pdf-password`, `pdf-damaged`
 */
async function open(bytes: Uint8Array, name: string, signal: AbortSignal): Promise<Opened> {
  const port = startWorker(workerAddress);
  const worker = pdfjs.PDFWorker.create({ port });
  const task = pdfjs.getDocument({
    data: bytes,
    worker,
    cMapPacked: true,
    // Not addresses: names of kinds of files, which OwnFiles finds.
    cMapUrl: 'cmaps/',
    standardFontDataUrl: 'fonts/',
    BinaryDataFactory: OwnFiles,
    useWorkerFetch: false,
    // The policy allows no WebAssembly; the same decoders come as scripts from beside the page.
    useWasm: false,
    wasmUrl: new URL('pdfjs/', document.baseURI).href,
    disableWorkerRendering: true,
    isImageDecoderSupported: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  const close = async (): Promise<void> => {
    // Needs an answer of the worker, which one that was ended does not give.
    if (!signal.aborted) await task.destroy();
    port.terminate();
  };
  const stop = (): void => port.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const opened = await Promise.race([task.promise, aborted(signal)]);
    return { document: opened, close };
  } catch (cause) {
    port.terminate();
    signal.throwIfAborted();
    const locked = cause instanceof Error && cause.name === 'PasswordException';
    throw new AppError(locked ? 'pdf-password' : 'pdf-damaged', { details: { name }, cause });
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The text of a PDF, page by page. @throws AppError `pdf-password`, `pdf-damaged` */
export async function readPdf(
  bytes: Uint8Array,
  name: string,
  signal: AbortSignal,
): Promise<ReadPdf> {
  const { document: pdf, close } = await open(bytes, name, signal);
  try {
    const texts: string[] = [];
    for (let number = 1; number <= pdf.numPages; number += 1) {
      texts.push(await Promise.race([textOfPage(pdf, number), aborted(signal)]));
    }
    const some = texts.some((text) => text !== '');
    const marked = texts.map((text, at) => `[Page ${at + 1}]\n${text}`).join('\n\n');
    return { pages: pdf.numPages, text: some ? marked : '' };
  } catch (cause) {
    signal.throwIfAborted();
    throw new AppError('pdf-damaged', { details: { name }, cause });
  } finally {
    await close();
  }
}

async function textOfPage(pdf: pdfjs.PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  let text = '';
  for (const item of items) {
    if (!('str' in item)) continue;
    text += item.str;
    if (item.hasEOL) text += '\n';
  }
  page.cleanup();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: fonts without a map give such characters
  return text.replaceAll(/[\x00-\x08\x0b\x0e-\x1f]/g, '').trim();
}

/** A page as drawn. */
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
      await onPage({ page: number, bytes: await draw(pdf, number, side) });
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
  // Gives the memory back at once: pages are large.
  canvas.width = 0;
  canvas.height = 0;
  return new Uint8Array(await blob.arrayBuffer());
}
