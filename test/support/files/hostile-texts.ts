/** What makes a careless scanner go over a text again and again, each repeated to `length` characters. */
const seeds: readonly (readonly [string, string])[] = [
  ['open brackets', '<'],
  ['closing brackets', '>'],
  ['open comments', '<!--'],
  ['half comments', '<!-'],
  ['closing comments', '-->'],
  ['declarations', '<!'],
  ['instructions', '<?'],
  ['scripts', '<script>'],
  ['half scripts', '<script '],
  ['scripts that close', '</script'],
  ['styles in heads', '<head><style>'],
  ['titles', '<title>'],
  ['half titles', ' <title'],
  ['nested tags', '<div><p>'],
  ['tags in tags', '<a <b '],
  ['open values', '<a b="'],
  ['entities', '&'],
  ['half entities', '&#x'],
  ['long entities', '&aaaaaaaa'],
  ['spaces', ' '],
  ['line ends', '\r\n'],
  ['tabs and letters', '\t\ta'],
  ['zeros', '\u0000'],
  ['objects', '{"error":'],
  ['arrays', '['],
  ['arrays in objects', '{"detail":['],
  ['strings', '"'],
  ['escapes', '\\'],
  ['half escapes', '\\u'],
  ['commas', ','],
  ['digits', '9'],
  ['exponents', '1e9'],
  ['colons', ':'],
  ['dashes', '-'],
  ['slashes', '/'],
  ['dots', '.'],
  ['pem', '-----BEGIN CERTIFICATE-----'],
  ['surrogates', '\ud83d'],
  ['accents', 'e\u0301'],
  ['words of taken ids', 'client id '],
  ['context', 'context length '],
  ['bearer', 'Bearer '],
  ['at signs', 'a@'],
  ['equals', 'token='],
];
/** What the repeated text stands after, and so is tried in. */
const openings = ['', '<html>', '{"message":"', '[', '   '];

export function* hostileTexts(length: number): Generator<readonly [name: string, text: string]> {
  for (const [name, seed] of seeds) {
    const repeated = seed.repeat(Math.ceil(length / seed.length));
    for (const opening of openings) yield [`${name} after ${opening}`, opening + repeated];
  }
}
