/** What the palette needs of the settings' list. */
export { type Section, sections } from './sections.tsx';
