export { default } from './SshQuestions.tsx';
