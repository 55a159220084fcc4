import { onDemand } from '../../../ui/index.ts';

export { AuthoritiesFile } from './AuthoritiesFile.tsx';
export { authoritiesFile, trustedBy } from './authorities.ts';
export { CertificateCurl } from './CertificateCurl.tsx';
export { CertificateLines } from './CertificateLines.tsx';
export { Code } from './Code.tsx';
export { needsNewCurl } from './requestCurl.ts';
export { pfxOf } from './requestPowerShell.ts';
export {
  type RequestCaller,
  requestCallers,
  requestEnvironment,
  requestSnippet,
} from './requestSnippets.ts';
export type { Piece, RequestUse } from './requestUse.ts';
export { ShellChoice } from './ShellChoice.tsx';
export { environment, snippet } from './snippets.ts';
export const ElsewhereDialog = onDemand(() => import('./ElsewhereDialog.tsx'));
