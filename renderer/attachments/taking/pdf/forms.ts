/** Vertical presentation forms, from U+FE10 and U+FE30 on, with their base characters. */
const vertical = [
  ['︐︑︒︓︔︕︖︗︘︙', '，、。：；！？〖〗…'],
  ['︰︱︲︳︴︵︶︷︸︹︺︻︼︽︾︿﹀﹁﹂﹃﹄﹇﹈', '‥—–＿﹏（）｛｝〔〕【】《》〈〉「」『』［］'],
] as const;

const characters: ReadonlyMap<string, string> = new Map(
  vertical.flatMap(([forms, plain]) => {
    const letters = [...plain];
    return [...forms].map((form, at) => [form, letters[at] ?? form] as const);
  }),
);

/** Vertical forms; ligatures of Latin, Armenian, Hebrew and Arabic; radicals used for characters. */
const forms =
  /[\ufe10-\ufe19\ufe30-\ufe44\ufe47\ufe48\ufb00-\ufdff\ufe70-\ufefc\u2e9f\u2ef3\u2f00-\u2fd5\u01c4-\u01cc\u01f1-\u01f3\u0132\u0133]/g;

/** Replaces presentation forms of a PDF's font by the usual characters: `︒` is `。`, `ﬁ` is `fi`, `⼀` is `一`. */
export function plainForms(text: string): string {
  return text
    .replaceAll(forms, (form) => characters.get(form) ?? form.normalize('NFKC'))
    .replaceAll(/\u00ad\n?/g, '');
}
