/** The Japanese pages, by path. */
export const texts = import.meta.glob<string>('../../../../guide/ja/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
