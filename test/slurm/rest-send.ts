import { request } from 'node:http';
import type { Send } from '../../main/work/operations/types.ts';

/** Sends to a slurmrestd that listens at a Unix socket. */
export const restSend =
  (socketPath: string): Send =>
  ({ method, path, query = {}, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const search = new URLSearchParams(query).toString();
      const sent = request(
        { socketPath, method, headers, path: search === '' ? path : `${path}?${search}` },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers as Record<string, string>,
              body: Buffer.concat(chunks),
              url: `http://localhost${path}`,
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
