export { useWebInterface } from './useWebInterface.ts';
