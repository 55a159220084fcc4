// Runs in Electron as a Node (ELECTRON_RUN_AS_NODE): reads files in the app's certificates worker, as
// main does, and prints what it answers. Standard input: { worker, files: [{ file, password }] }.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';

const { worker: program, files } = JSON.parse(await text(process.stdin));
const worker = new Worker(program);
const ask = (id, input) =>
  new Promise((resolve, reject) => {
    const done = (answer) => {
      if (answer.id !== id || answer.kind === 'progress') return;
      worker.off('message', done);
      worker.off('error', reject);
      resolve(answer);
    };
    worker.on('message', done);
    worker.once('error', reject);
    worker.postMessage({ kind: 'request', id, method: 'read', input });
  });

const answers = [];
for (const [index, { file, password }] of files.entries()) {
  const bytes = new Uint8Array(await readFile(file));
  const answer = await ask(index + 1, { bytes, passphrase: password });
  if (answer.kind === 'value') {
    const { leaf, chain, strays, keyType } = answer.value;
    const certificates = 1 + chain.length + strays.length;
    answers.push({ outcome: 'ok', leafPem: leaf.pem, keyType, certificates });
  } else {
    answers.push({ outcome: answer.error?.code ?? `crashed: ${answer.message}` });
  }
}
await worker.terminate();
console.log(JSON.stringify({ versions: process.versions, answers }));
