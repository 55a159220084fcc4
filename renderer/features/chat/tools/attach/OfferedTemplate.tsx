import { useId, useState } from 'react';
import { fillUriTemplate, parseUriTemplate } from '../../../../../common/addresses/uri-template.ts';
import type { ResourceTemplate } from '../../../../../preload/contract/chat/tool-servers.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, TextField } from '../../../../ui/index.ts';
import { drawn } from '../../permission/index.ts';
import { Entry, nameOf } from './Entry.tsx';
import type { Reading } from './useReading.ts';

interface OfferedTemplateProps {
  readonly template: ResourceTemplate;
  readonly reading: Reading;
}

/** What is asked for is an address of this many characters at most. */
const longest = 10_000;

/** Its variables are filled in, the address that comes of it is shown, and a press attaches a copy of what is there. */
export function OfferedTemplate({ template: offered, reading }: OfferedTemplateProps) {
  const t = useT();
  const fieldsId = useId();
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const { template, name, description, type } = offered;
  const parsed = parseUriTemplate(template);
  if (parsed === null) return null;
  const textOf = (variable: string): string => values.get(variable) ?? '';
  const uri = fillUriTemplate(parsed, textOf);
  const isFilled = parsed.names.length === 0 || parsed.names.some((one) => textOf(one) !== '');
  const isRead = reading.of === uri;
  const shownName = nameOf(name, template);
  return (
    <div className="border-line border-b">
      <Entry
        {...{ name, address: template, description }}
        facts={[type]}
        action={
          <Button
            size="small"
            className="mt-0.5 shrink-0"
            aria-expanded={open}
            aria-controls={open ? fieldsId : undefined}
            aria-label={t('toolServers.attach.fillInOf', { name: shownName })}
            onClick={() => setOpen(!open)}
          >
            {t('toolServers.attach.fillIn')}
          </Button>
        }
      />
      {open && (
        <form
          id={fieldsId}
          aria-label={shownName}
          className="mb-2 flex flex-col gap-2 rounded-control bg-sunken px-3 py-2"
          onSubmit={(event) => {
            event.preventDefault();
            // React's events bubble to the form that opened the dialog
            event.stopPropagation();
            if (isFilled) void reading.attach(uri);
          }}
        >
          {parsed.names.map((variable) => (
            <TextField
              key={variable}
              label={variable}
              value={textOf(variable)}
              maxLength={2_000}
              onValueChange={(value) => setValues(new Map([...values, [variable, value]]))}
            />
          ))}
          <div className="flex items-start gap-3">
            <p
              dir="ltr"
              className="max-h-24 min-w-0 flex-1 overflow-y-auto font-mono text-mono text-text-soft wrap-anywhere"
            >
              {drawn(uri.slice(0, longest)).text}
            </p>
            <Button
              type="submit"
              size="small"
              className="shrink-0"
              busy={isRead}
              disabled={!isFilled || uri.length > longest || (reading.of !== null && !isRead)}
            >
              {t('toolServers.attach.action')}
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
