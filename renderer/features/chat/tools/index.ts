export { useServerFiles } from './attach/useServerFiles.tsx';
export { ToolsButton } from './ToolsButton.tsx';
