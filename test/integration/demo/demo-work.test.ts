import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Identity, send, startTestDemo } from './demo-support.ts';

let demo: Awaited<ReturnType<typeof startTestDemo>>;
let identity: Identity;

beforeAll(async () => {
  demo = await startTestDemo();
  identity = await demo.inspect.issueCertificate({ commonName: 'A User', purpose: 'client' });
});
afterAll(() => demo[Symbol.asyncDispose]());

const call = (path: string, method = 'GET', body?: unknown): Promise<Answer> =>
  send(demo, `${demo.webApiUrl}${path}`, {
    identity,
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const run = async (command: string): Promise<unknown> =>
  JSON.parse((await call('/command/login-1', 'POST', { command })).body);

/** A form as browsers send it. */
async function postForm(path: string, form: FormData, method = 'POST'): Promise<Answer> {
  const encoded = new Response(form);
  return send(demo, `${demo.webApiUrl}${path}`, {
    identity,
    method,
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
}

function form(fields: Readonly<Record<string, string | Blob>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

describe('jobs', () => {
  test('a script is submitted, seen in the queue, shown, and cancelled', async () => {
    const submitted = await postForm(
      '/queue/cpu-main',
      form({ jobscript: new Blob(['#PJM -N waits\nsleep 600\n']), qopt: '-g climate-2026' }),
    );
    const { output } = JSON.parse(submitted.body) as { output: string };
    const id = /pjsub Job (\d+) submitted/.exec(output)?.[1] ?? '';
    const listed = JSON.parse((await call(`/queue/cpu-main?jobid=${id}`)).body);
    expect(listed.output).toMatchObject([{ jobid: id, name: 'waits', group: 'climate-2026' }]);
    const shown = JSON.parse((await call(`/queue/cpu-main/${id}`)).body);
    expect(shown.output).toMatchObject([{ jobid: id, user: 'demo' }]);
    expect((await call(`/queue/cpu-main/${id}`, 'DELETE')).body).toContain('Accepted job');
    expect((await call(`/queue/cpu-main/${id}`, 'DELETE')).status).toBe(500);
    const ended = JSON.parse((await call(`/queue/cpu-main/sacct?jobid=${id}`)).body);
    expect(ended.output).toMatchObject([{ jobid: id, status: 'CCL' }]);
  });

  test('a file of the home folder is submitted by its path; what is missing is 422 or 400', async () => {
    const done = await postForm('/queue/cpu-main', form({ jobfile: 'jobs/array.sh' }));
    expect(done.status).toBe(200);
    expect((await postForm('/queue/cpu-main', form({}))).status).toBe(422);
    expect((await postForm('/queue/cpu-main', form({ jobfile: 'no' }))).status).toBe(400);
    expect((await call('/queue/nowhere')).status).toBe(422);
    expect((await call('/queue/login-1')).status).toBe(422);
    expect(JSON.parse((await call('/queue/cpu-main?status=HLD')).body)).toMatchObject({
      status: 'NG',
      output: 'No Jobs.',
    });
  });

  test('without a certificate and a token nothing is answered', async () => {
    for (const path of ['/queue/cpu-main', '/file/login-1/home/demo/README.txt']) {
      expect((await send(demo, `${demo.webApiUrl}${path}`)).status).toBe(403);
    }
  });

  test('a machine that is down answers nothing', async () => {
    demo.inspect.setMachine('large-memory', 'NG');
    expect((await call('/queue/large-memory')).status).toBe(500);
    expect((await call('/status/large-memory')).body).toContain('"NG"');
  });
});

describe('files', () => {
  const at = '/file/login-1/home/demo';

  test('a file is created, read, listed and overwritten; creating it twice is 409', async () => {
    const name = encodeURIComponent('名前 with "quotes".txt');
    const first = form({ file: new Blob(['one\n']) });
    expect((await postForm(`${at}/${name}`, first)).status).toBe(200);
    expect((await postForm(`${at}/${name}`, first)).status).toBe(409);
    expect((await call(`${at}/${name}`)).body).toBe('one\n');
    await postForm(`${at}/${name}`, form({ file: new Blob(['three\n']) }), 'PUT');
    expect((await call(`${at}/${name}`)).body).toBe('three\n');
    const listed = JSON.parse((await call(`${at}?view=read`)).body);
    expect(listed.output).toMatch(/-rw-r--r-- 1 demo demo +6 .* 名前 with "quotes"\.txt\n/);
    expect((await call(`${at}/no`)).status).toBe(400);
    expect((await postForm('/file/login-1/etc/passwd', first)).status).toBe(400);
    expect((await postForm(`${at}/../../etc/x`, first)).status).toBe(400);
  });

  test('a small list of commands works in it; any other is not found', async () => {
    expect(await run('mkdir -- "a folder"')).toMatchObject({ status: 'OK' });
    expect(await run("mv -- input-0.txt 'a folder/-x'")).toMatchObject({ status: 'OK' });
    expect(await run("cat -- 'a folder/-x'")).toMatchObject({ output: 'zero\n' });
    expect(await run("rm -- 'a folder'")).toMatchObject({ status: 'NG' });
    expect(await run("rm -r -- 'a folder'")).toMatchObject({ status: 'OK' });
    expect(await run('curl http://localhost')).toMatchObject({
      status: 'NG',
      error: 'bash: curl: command not found',
    });
    expect(await run('constructor')).toMatchObject({ status: 'NG' });
  });
});
