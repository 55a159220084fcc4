import type { ServerResponse } from 'node:http';
import { printedHeaders } from '../content-security-policy.ts';
import { createOneTime, type OneTime } from './one-time.ts';

/** Pages that the user's browser prints, each in a tab of its own with an origin of its own. */
export type PrintedPages = OneTime<string>;

export const createPrintedPages = (): PrintedPages => createOneTime('/print');

/** Runs before the page's own policy is read, which forbids every script. */
const script = "addEventListener('load',()=>print())";

export function sendPrinted(response: ServerResponse, html: string): void {
  response.writeHead(200, printedHeaders(script));
  response.end(`<!doctype html><script>${script}</script>${html}`);
}
