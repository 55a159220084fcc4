import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

/** A server with a longer handshake never ends it. */
export const longestHandshake = 256 * 1024;

export class HandshakeTooLong extends Error {
  constructor() {
    super('the handshake does not end');
    this.name = 'HandshakeTooLong';
  }
}

/** Records a connection's bytes in both directions, up to a limit. */
export class Tap extends Duplex {
  private readonly socket: Socket;
  private readonly came: Buffer[] = [];
  private readonly went: Buffer[] = [];
  private count = 0;

  constructor(socket: Socket) {
    super();
    this.socket = socket;
    socket.on('data', (piece: Buffer) => {
      this.count += piece.length;
      if (this.count > longestHandshake) {
        this.destroy(new HandshakeTooLong());
        return;
      }
      this.came.push(piece);
      if (!this.push(piece)) socket.pause();
    });
    socket.on('end', () => this.push(null));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  get received(): Buffer {
    return Buffer.concat(this.came);
  }

  get sent(): Buffer {
    return Buffer.concat(this.went);
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(piece: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.went.push(piece);
    this.socket.write(piece, done);
  }

  override _final(done: () => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }
}
