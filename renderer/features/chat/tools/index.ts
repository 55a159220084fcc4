export { ToolsButton } from './ToolsButton.tsx';
