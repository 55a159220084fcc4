import { begin, delta, type Script } from './fake-genai.ts';

/** Streams words without an end; where tools are offered, calls some first. */
export function steady(random: () => number): Script {
  return (response, { body }) => {
    begin(response);
    const history = body.messages as { role: string }[];
    if (body.tools !== undefined && (history.at(-1)?.role !== 'tool' || random() < 0.5)) {
      const call = { name: 'calculator', arguments: '{"expression":"6 * 7"}' };
      const calls = [0, 1].map((index) => ({ index, id: `call-${index}`, function: call }));
      delta(response, { content: 'I compute. ', tool_calls: calls }, 'tool_calls');
      response.end('data: [DONE]\n\n');
      return;
    }
    let count = 0;
    const last = random() < 0.3 ? 40 + random() * 300 : Number.POSITIVE_INFINITY;
    const timer = setInterval(() => {
      count += 1;
      if (count > last) {
        delta(response, {}, 'stop');
        response.end('data: [DONE]\n\n');
      } else {
        const kind = count < 60 ? 'reasoning_content' : 'content';
        delta(response, { [kind]: `${kind === 'content' ? '語' : 'r'}${count} ` });
      }
    }, 4);
    response.once('close', () => clearInterval(timer));
  };
}
