import { BookText, Columns2, Cpu, ListChecks, type LucideIcon, Paperclip } from 'lucide-react';
import { useRef } from 'react';
import type { GenaiState } from '../../../../preload/contract/chat/genai.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { FileInput } from '../../../attachments/index.ts';
import { useT } from '../../../i18n/index.ts';
import type { Panel } from './Panels.tsx';
import type { useRequest } from './useRequest.ts';

interface BeginningsProps {
  readonly system: System;
  readonly service: GenaiState | null;
  readonly temporary: boolean;
  readonly request: Pick<
    ReturnType<typeof useRequest>,
    'parameters' | 'saveParameters' | 'attaching'
  >;
  readonly perform: (work: () => Promise<unknown>) => void;
  /** Inserts a text into the message field. */
  readonly insert: (text: string) => void;
  readonly onOpen: (panel: Panel) => void;
}

/** The tool that gives a model the states of the system's machines (main/chat/tools). */
const machineStates = 'machine_states';
/** The tool that gives it the jobs. */
const jobsTool = 'jobs';

/** Suggestions for starting a conversation, as far as the system supports them, one click each. */
export function Beginnings(props: BeginningsProps) {
  const { system, service, temporary, request, perform, insert, onOpen } = props;
  const { parameters, saveParameters, attaching } = request;
  const t = useT();
  const files = useRef<HTMLInputElement>(null);
  const machines = t('chat.askMachines');
  const jobs = t('chat.askJobs');
  const askWith = (tool: string, question: string) => {
    const tools = [...new Set([...parameters.tools, tool])];
    perform(() => saveParameters({ ...parameters, tools }));
    insert(question);
  };
  return (
    <div className="flex flex-col items-center gap-6 pt-[14vh]">
      <p className="phrases text-center text-heading text-text-soft">
        {t(temporary ? 'chat.temporary.begin' : 'chat.begin')}
      </p>
      <ul className="grid w-full max-w-140 gap-2 sm:grid-cols-2">
        {system.webApiUrl !== '' && (
          <Way icon={Cpu} text={machines} onPress={() => askWith(machineStates, machines)} />
        )}
        {system.computeApi != null && (
          <Way icon={ListChecks} text={jobs} onPress={() => askWith(jobsTool, jobs)} />
        )}
        <Way icon={Paperclip} text={t('attachments.add')} onPress={() => files.current?.click()} />
        {(service?.models.length ?? 0) > 1 && (
          <Way
            icon={Columns2}
            text={t('conversations.commands.several-models')}
            onPress={() => onOpen('several')}
          />
        )}
        <Way icon={BookText} text={t('prompts.title')} onPress={() => onOpen('prompts')} />
      </ul>
      <FileInput input={files} onFiles={attaching.addFiles} />
    </div>
  );
}

interface WayProps {
  readonly icon: LucideIcon;
  readonly text: string;
  readonly onPress: () => void;
}

function Way({ icon: Icon, text, onPress }: WayProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="flex size-full items-center gap-2.5 rounded-card border border-line px-3.5 py-2.5 text-left text-body text-text-soft hover:border-accent hover:bg-accent-soft hover:text-text"
      >
        <Icon size={15} strokeWidth={1.8} aria-hidden className="shrink-0 text-accent-text" />
        <span className="phrases min-w-0">{text}</span>
      </button>
    </li>
  );
}
