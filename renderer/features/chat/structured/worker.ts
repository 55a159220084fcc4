import { checkAnswer } from './checkAnswer.ts';
import type { Question } from './protocol.ts';

// Away from the page: a pattern of a schema may take for ever, and costs this worker at most.
addEventListener('message', ({ data: { schema, answer } }: MessageEvent<Question>) => {
  postMessage(checkAnswer(schema, answer));
});
