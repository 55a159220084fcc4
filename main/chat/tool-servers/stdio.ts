import type { Transport } from '@modelcontextprotocol/client';
import { parseJson } from '../../../common/texts/json.ts';
import { bounds, createMeter } from './bounds.ts';
import type { GuardedProgram } from './guard.ts';

type Message = Parameters<Transport['send']>[0];

/** Why a connection ended that should not have. */
export type Breach = 'flood' | 'size' | 'input';

/** Speaks to a program by lines of JSON, within bounds. */
export function stdioTransport(
  program: GuardedProgram,
  onBreach: (breach: Breach) => void,
  onOddLine: (line: string) => void,
): Transport {
  const meter = createMeter();
  let pieces: Buffer[] = [];
  let size = 0;
  let isClosed = false;
  const transport: Transport = {
    async start() {
      program.output.on('data', take);
      void program.ended.then(() => close());
    },
    send: (message) =>
      new Promise((resolve, reject) => {
        if (isClosed) {
          reject(new Error('the program has ended'));
          return;
        }
        // A program that does not read is not written to for ever.
        if (program.input.writableLength > bounds.windowBytes) breach('input');
        program.input.write(`${JSON.stringify(message)}\n`, (error) =>
          error ? reject(error) : resolve(),
        );
      }),
    async close() {
      close();
    },
  };
  return transport;

  function breach(which: Breach): void {
    if (isClosed) return;
    onBreach(which);
    program.kill();
    close();
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    program.output.off('data', take);
    // What it still writes goes nowhere; unread, it would wait for ever.
    program.output.resume();
    transport.onclose?.();
  }

  function take(piece: Buffer): void {
    let from = 0;
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, from)) {
      pieces.push(piece.subarray(from, at));
      size += at - from;
      from = at + 1;
      const line = Buffer.concat(pieces);
      pieces = [];
      size = 0;
      if (line.length > bounds.message) breach('size');
      if (!isClosed) receive(line);
      if (isClosed) return;
    }
    const rest = piece.subarray(from);
    pieces.push(rest);
    size += rest.length;
    if (size > bounds.message) breach('size');
    else if (meter.isTooMuch(piece.length, 0)) breach('flood');
  }

  function receive(line: Buffer): void {
    if (meter.isTooMuch(0, 1)) {
      breach('flood');
      return;
    }
    const text = line.toString('utf8').trim();
    if (text === '') return;
    let message: unknown;
    try {
      message = parseJson(text);
    } catch {
      // Some programs print other things there.
      onOddLine(text);
      return;
    }
    if (typeof message !== 'object' || message === null || Array.isArray(message)) onOddLine(text);
    else transport.onmessage?.(message as Message);
  }
}
