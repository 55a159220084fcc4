import { createContext, type ReactNode, use } from 'react';
import { Dialog } from '../../../../ui/index.ts';

/** Where an import takes place: over the screen, or in a card of a form. */
export type ImportPlace = 'dialog' | 'card';

export const ImportPlaceContext = createContext<ImportPlace>('dialog');

export function useImportPlace(): ImportPlace {
  return use(ImportPlaceContext);
}

/** A step of the import: a dialog, or only its content and buttons in a card, which names the file itself. */
export function ImportFrame(props: Omit<Parameters<typeof Dialog>[0], 'open'>): ReactNode {
  const place = useImportPlace();
  if (place === 'dialog') return <Dialog open {...props} />;
  const { children, footer } = props;
  return (
    <div className="flex flex-col gap-4">
      {children}
      {footer && <div className="flex flex-wrap justify-end gap-2">{footer}</div>}
    </div>
  );
}
