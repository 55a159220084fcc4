import * as z from 'zod';
import { parseJson } from '../../../common/texts/json.ts';
import {
  type HistorySpan,
  historySpans,
} from '../../../preload/contract/machines/history-spans.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import { defineTool, type ToolDefinition } from './define.ts';

/** Maximum machines proposed to a model that named an unknown one. */
const mostNames = 50;

/** Machine history for models. */
interface HistoryReader {
  /** Returns null for a machine that was never seen. */
  summary(systemId: string, machine: string, span: HistorySpan): Promise<unknown>;
  names(systemId: string, most: number): Promise<readonly string[]>;
}

/** Complements `machine_states`: the history of one machine over a span. */
export function machineHistoryTool(history: HistoryReader): ToolDefinition {
  return defineTool({
    name: 'machine_history',
    description:
      'What this app saw of one machine of the compute system over a span up to now: availability over the observed time, hours by state, every change of its state, and when and why it was not observed. What was not observed says nothing about the machine.',
    input: z.object({
      machine: z.string().describe('The name of the machine, as machine_states tells it.'),
      span: z.enum(historySpans).default('7d'),
    }),
    approval: 'ask',
    async run({ machine, span }, { systemId }) {
      const summary = await history.summary(systemId, machine, span);
      if (summary !== null) return parseJson(JSON.stringify(summary)) as Json;
      const names = await history.names(systemId, mostNames);
      throw new Error(
        names.length === 0
          ? 'no machine was seen yet'
          : `no machine named ${machine} was ever seen; some that were: ${names.join(', ')}`,
      );
    },
  });
}
