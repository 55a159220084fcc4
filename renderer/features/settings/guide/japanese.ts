/** The pages in Japanese, by their paths. */
export const texts = import.meta.glob<string>('../../../../guide/ja/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
