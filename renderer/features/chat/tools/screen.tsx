import { LateTexts } from '../../../i18n/late.tsx';
import { ServersList } from './servers/ServersList.tsx';

/** The tools that models may call, by the server that has them, and these servers. */
export default function ToolsScreen() {
  return (
    <LateTexts>
      <ServersList />
    </LateTexts>
  );
}
