import { checkAnswer } from './checkAnswer.ts';
import type { Question } from './protocol.ts';

// Outside the page: a schema's pattern may run for ever, and costs at most this worker.
addEventListener('message', ({ data: { schema, answer } }: MessageEvent<Question>) => {
  postMessage(checkAnswer(schema, answer));
});
