import { request } from 'node:http';

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** One plain request, its path as it is: nothing is resolved or escaped, and no cookie kept. */
export function ask(
  origin: string,
  path: string,
  options: {
    readonly headers?: Record<string, string>;
    readonly method?: string;
    readonly body?: string | undefined;
  } = {},
): Promise<PlainAnswer> {
  const { hostname, port } = new URL(origin);
  const { body, ...rest } = options;
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, agent: false, ...rest }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(parts).toString(),
        }),
      );
    })
      .on('error', reject)
      .end(body);
  });
}
