/** The pages in English, by their paths. */
export const texts = import.meta.glob<string>('../../../../guide/en/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
