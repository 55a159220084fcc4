/** The English pages, by path. */
export const texts = import.meta.glob<string>('../../../../guide/en/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
