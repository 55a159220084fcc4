/**
 * A main process in small, to be killed: opens chat on the folder of argv[2] against the server of
 * argv[3], sends one message, and prints what it has shown, one JSON line per event.
 */

import { createGenai } from '../../../main/chat/service/index.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import { noAttachments, noFiles, noTools } from '../worlds/chat.ts';
import { throughTheDoor } from '../worlds/door.ts';
import { nobody, testKey } from '../worlds/genai.ts';
import { testLinks } from '../worlds/links.ts';
import { testNetwork } from '../worlds/network.ts';
import { startChat } from '../worlds/started-chat.ts';
import { startMemoryStorage, startTestStorage } from '../worlds/storage.ts';
import { memoryVault, recordLog, testSystem, testSystems } from '../worlds/world.ts';

const [folder = '', url = ''] = process.argv.slice(2);
const database = await startTestStorage(folder);
const system = testSystem(url);
const systems = await testSystems(database, system);
const emit: Emit = (name, payload) => {
  if (name.startsWith('chat.')) process.stdout.write(`${JSON.stringify({ name, payload })}\n`);
};
const log = recordLog();
const network = testNetwork({ env: {}, usualAuthorities: [] });
const vault = memoryVault();
const genai = await createGenai({
  systems,
  links: testLinks(systems),
  network,
  vault,
  database,
  emit,
  files: noFiles,
  log,
});
await throughTheDoor({ genai: genai.calls }, log).genai.addKey(
  { systemId: system.id, name: 'project', key: testKey },
  nobody,
);
const chat = await startChat({
  tools: noTools,
  attachments: noAttachments,
  files: noFiles,
  systems,
  genai,
  database,
  openMemory: startMemoryStorage,
  emit,
  log,
});
const calls = throughTheDoor(chat.calls, log);
const { id } = await calls.conversations.create(
  { systemId: system.id, model: 'alpha3.6-35b' },
  nobody,
);
await calls.chat.send({ conversationId: id, text: 'go' }, nobody);
