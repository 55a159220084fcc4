export { drawn } from './drawn.ts';
export { ExactText } from './ExactText.tsx';
export { PermissionDock } from './PermissionDock.tsx';
export { ToolChange } from './ToolChange.tsx';
