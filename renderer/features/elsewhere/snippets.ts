/** What other programs need to use the service. The key is never part of it: it comes from the environment. */
export interface ServiceSettings {
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  /** The system brings authorities of its own, which lie in `authoritiesFile`. */
  readonly ownAuthorities: boolean;
}

/** As `genai.exportAuthorities` names it. */
export const authoritiesFile = 'authorities.pem';

export const shells = ['sh', 'powershell', 'cmd'] as const;
export type Shell = (typeof shells)[number];

export const programs = ['python', 'node', 'curl', 'tool'] as const;
export type Program = (typeof programs)[number];

/** A string of JSON is one of Python and JavaScript too. */
const quoted = (text: string): string => JSON.stringify(text);
const forSh = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const forPowerShell = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/**
 * Sets what the SDKs read: OPENAI_API_KEY is asked for without showing it, so that it stands in no
 * file and no history; OPENAI_BASE_URL is the address.
 */
export function environment(shell: Shell, { baseUrl, ownAuthorities }: ServiceSettings): string {
  const files = ownAuthorities ? ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'] : [];
  switch (shell) {
    case 'sh':
      return [
        `export OPENAI_BASE_URL=${forSh(baseUrl)}`,
        ...files.map((name) => `export ${name}="$PWD/${authoritiesFile}"`),
        "printf 'API key: '; stty -echo; read -r OPENAI_API_KEY; stty echo; echo",
        'export OPENAI_API_KEY',
      ].join('\n');
    case 'powershell':
      return [
        `$env:OPENAI_BASE_URL = ${forPowerShell(baseUrl)}`,
        ...files.map((name) => `$env:${name} = "$PWD\\${authoritiesFile}"`),
        "$env:OPENAI_API_KEY = [Net.NetworkCredential]::new('', (Read-Host -AsSecureString 'API key')).Password",
      ].join('\n');
    case 'cmd':
      return [
        `set "OPENAI_BASE_URL=${baseUrl}"`,
        ...files.map((name) => `set "${name}=%CD%\\${authoritiesFile}"`),
        'set /p "OPENAI_API_KEY=API key: "',
      ].join('\n');
  }
}

/** A first request that streams its answer. */
export function snippet(program: Exclude<Program, 'tool'>, settings: ServiceSettings): string {
  const { baseUrl, model, ownAuthorities } = settings;
  switch (program) {
    case 'python':
      return `from openai import OpenAI

client = OpenAI(base_url=${quoted(baseUrl)})
stream = client.chat.completions.create(
    model=${quoted(model)},
    messages=[{"role": "user", "content": "Hello"}],
    stream=True,
)
for chunk in stream:
    if chunk.choices and chunk.choices[0].delta.content:
        print(chunk.choices[0].delta.content, end="", flush=True)
print()
`;
    case 'node':
      return `import OpenAI from 'openai';

const client = new OpenAI({ baseURL: ${quoted(baseUrl)} });
const stream = await client.chat.completions.create({
  model: ${quoted(model)},
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
});
for await (const chunk of stream) {
  process.stdout.write(chunk.choices[0]?.delta?.content ?? '');
}
console.log();
`;
    case 'curl': {
      const body = { model, messages: [{ role: 'user', content: 'Hello' }], stream: true };
      // the header goes in by standard input: what stands in the command is seen by every process
      return `curl --no-buffer --fail-with-body ${ownAuthorities ? `--cacert ${authoritiesFile} ` : ''}\\
  ${forSh(`${baseUrl}/chat/completions`)} \\
  --header 'Content-Type: application/json' \\
  --data ${forSh(JSON.stringify(body))} \\
  --header @- <<EOF
Authorization: Bearer $OPENAI_API_KEY
EOF
`;
    }
  }
}
