import { useEffect, useState } from 'react';
import type { TreeNode } from '../../../../preload/contract/conversation.ts';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import { asProblem, useClient } from '../../../kit/index.ts';

interface Tree {
  readonly nodes: readonly TreeNode[] | null;
  readonly problem: AppErrorData | null;
}

/** Every message of a conversation in short, taken again when one is added or ends. */
export function useTree(conversationId: string): Tree {
  const client = useClient();
  const [tree, setTree] = useState<Tree>({ nodes: null, problem: null });
  useEffect(() => {
    let open = true;
    let asking = false;
    let again = false;
    const take = async () => {
      again = true;
      if (asking) return;
      asking = true;
      while (again && open) {
        again = false;
        try {
          const nodes = await client.call('branches.tree', { id: conversationId });
          if (open) setTree({ nodes, problem: null });
        } catch (error) {
          if (open) setTree((before) => ({ ...before, problem: asProblem(error) }));
        }
      }
      asking = false;
    };
    const stops = [
      client.on('chat.messageChanged', ({ message }) => {
        if (message.conversationId === conversationId) void take();
      }),
      client.onAttached(() => void take()),
    ];
    return () => {
      open = false;
      stops.forEach((stop) => void stop());
    };
  }, [client, conversationId]);
  return tree;
}
