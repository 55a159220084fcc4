// Builds the index of the messages in a folder, in a process of its own, so that it can be killed while it does:
// node search-child.ts FOLDER prints how many messages are left, whenever some were taken in.
import { createIndexer } from '../../../main/chat/conversations/search/indexer.ts';
import { noAttachments } from '../worlds/chat.ts';
import { startTestStorage } from '../worlds/storage.ts';

const [, , folder = ''] = process.argv;
const database = await startTestStorage(folder);
const indexer = createIndexer(
  {
    ...database,
    async run(...statements) {
      const changes = await database.run(...statements);
      const row = await database.get({ sql: 'SELECT count(*) AS left FROM unindexed_messages' });
      console.log(Number(row?.left));
      return changes;
    },
  },
  noAttachments,
  { info: () => undefined, error: (event, cause) => console.error(event, cause) },
);
await indexer.upToDate();
await indexer.close();
await database.close();
process.exit();
