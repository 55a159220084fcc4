/**
 * Programs of a few lines, as their users write them. Each streams one answer and prints its pieces, a line each; what
 * fails is printed as `failed: STATUS MESSAGE` after `took: MILLISECONDS`, which is the call's time without the program's start.
 */
export const openaiNode = `
import OpenAI from 'openai';
const client = new OpenAI({ baseURL: process.env.ADDRESS, apiKey: process.env.KEY });
const started = performance.now();
try {
  const stream = await client.chat.completions.create({
    model: process.env.MODEL, messages: [{ role: 'user', content: 'Hello' }], stream: true,
  });
  for await (const chunk of stream) {
    const piece = chunk.choices[0]?.delta.content;
    if (piece) console.log(piece);
  }
} catch (error) {
  console.log('took: ' + Math.round(performance.now() - started));
  console.log('failed: ' + error.status + ' ' + error.message);
}
`;

export const openaiPython = `
import os, time, openai
client = openai.OpenAI(base_url=os.environ['ADDRESS'], api_key=os.environ['KEY'])
started = time.monotonic()
try:
    stream = client.chat.completions.create(
        model=os.environ['MODEL'], messages=[{'role': 'user', 'content': 'Hello'}], stream=True)
    for chunk in stream:
        if chunk.choices and chunk.choices[0].delta.content:
            print(chunk.choices[0].delta.content, flush=True)
except openai.APIStatusError as error:
    print('took:', round((time.monotonic() - started) * 1000))
    print('failed:', error.status_code, error.message)
`;

export const liteLlm = `
import os, time, litellm
litellm.suppress_debug_info = True
started = time.monotonic()
try:
    stream = litellm.completion(
        model='openai/' + os.environ['MODEL'], api_base=os.environ['ADDRESS'], api_key=os.environ['KEY'],
        messages=[{'role': 'user', 'content': 'Hello'}], stream=True, num_retries=0)
    for chunk in stream:
        if chunk.choices and chunk.choices[0].delta.content:
            print(chunk.choices[0].delta.content, flush=True)
except Exception as error:
    print('took:', round((time.monotonic() - started) * 1000))
    print('failed:', getattr(error, 'status_code', None), error)
`;

/** Curl says the status alone, and a body as it is. */
export const curl = `
curl --silent --no-buffer --write-out '\\ntook: %{time_total}\\nfailed: %{http_code}\\n' \\
  --header "Authorization: Bearer $KEY" --header 'Content-Type: application/json' \\
  --data '{"model":"'"$MODEL"'","messages":[{"role":"user","content":"Hello"}],"stream":true}' \\
  "$ADDRESS/chat/completions"
`;
