import { packagesOf } from '../sdk/index.ts';

/** Programs that use the listener for other programs. */
export const programs = packagesOf(import.meta.dirname, {
  node: '@modelcontextprotocol/inspector',
  python: 'litellm',
});
