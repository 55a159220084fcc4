import {
  asking,
  command,
  programOf,
  quoted,
  type Shell,
  setting,
  settingOfFile,
  stringLiteral,
} from '../../../kit/shells.ts';
import { authoritiesFile, trustedBy } from './authorities.ts';

/** Settings that other programs need for the service. They never contain the key: it comes from the environment. */
export interface ServiceSettings {
  /** Including `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** The system has authorities of its own, in `authoritiesFile`. */
  readonly ownAuthorities: boolean;
}

export const programs = ['python', 'node', 'curl', 'tool'] as const;
export type Program = (typeof programs)[number];

/**
 * Sets the variables that SDKs read: it asks for OPENAI_API_KEY without echo, so that the key is in no file and no
 * history; OPENAI_BASE_URL is the address.
 */
export function environment(shell: Shell, { baseUrl, ownAuthorities }: ServiceSettings): string {
  const files = ownAuthorities ? ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] : [];
  return [
    setting(shell, 'OPENAI_BASE_URL', baseUrl),
    ...files.map((name) => settingOfFile(shell, name, authoritiesFile)),
    ...asking(shell, 'OPENAI_API_KEY', 'API key'),
  ].join('\n');
}

/** Returns a first request with a streamed answer. */
export function snippet(
  program: Exclude<Program, 'tool'>,
  shell: Shell,
  settings: ServiceSettings,
): string {
  const { baseUrl, model, ownAuthorities } = settings;
  switch (program) {
    case 'python':
      return `${ownAuthorities ? `# SSL_CERT_FILE names ${authoritiesFile}\n` : ''}from openai import OpenAI

client = OpenAI(base_url=${stringLiteral(baseUrl)})
stream = client.chat.completions.create(
    model=${stringLiteral(model)},
    messages=[{"role": "user", "content": "Hello"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices and chunk.choices[0].delta.content:
        print(chunk.choices[0].delta.content, end="", flush=True)
print()
`;
    case 'node':
      return `${ownAuthorities ? `// NODE_EXTRA_CA_CERTS names ${authoritiesFile}\n` : ''}import OpenAI from 'openai';

const client = new OpenAI({ baseURL: ${stringLiteral(baseUrl)} });
const stream = await client.chat.completions.create({
  model: ${stringLiteral(model)},
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? '');
}
console.log();
`;
    case 'curl':
      return curl(shell, settings);
  }
}

/**
 * The key is in no argument, which every process of the machine can read: it is passed by standard input, or, if that
 * has another use or none, by curl's own variables (8.3).
 */
function curl(shell: Shell, { baseUrl, model, ownAuthorities }: ServiceSettings): string {
  const body = { model, messages: [{ role: 'user', content: 'Hello' }], stream: true };
  const parts = [
    `${programOf(shell, 'curl')} --no-buffer --fail-with-body`,
    ...trustedBy(shell, ownAuthorities),
    quoted(shell, `${baseUrl}/chat/completions`),
    `--header ${quoted(shell, 'Content-Type: application/json')}`,
  ];
  const header = [
    `--variable ${quoted(shell, '%OPENAI_API_KEY')}`,
    `--expand-header ${quoted(shell, 'Authorization: Bearer {{OPENAI_API_KEY}}')}`,
  ];
  switch (shell) {
    case 'bash':
      return `${command(shell, [
        ...parts,
        `--data ${quoted(shell, JSON.stringify(body))}`,
        '--header @- <<EOF',
      ])}\nAuthorization: Bearer $OPENAI_API_KEY\nEOF\n`;
    case 'powershell':
      return `@'\n${asciiJson(body)}\n'@ | ${command(shell, [...parts, ...header, `--data ${quoted(shell, '@-')}`])}\n`;
    case 'cmd':
      return `${command(shell, [...parts, ...header, `--data ${quoted(shell, asciiJson(body))}`])}\n`;
  }
}

/** Escapes to ASCII, so that no code page can change it. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
