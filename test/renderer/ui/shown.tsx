import { cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { createTexts, type Language, TextsProvider } from '../../../renderer/i18n/index.ts';
import { UiProvider } from '../../../renderer/ui/index.ts';

/** Shows an element as the app would, and takes it away when the test ends. */
export async function show(element: ReactNode, language: Language = 'en') {
  const texts = await createTexts(language);
  onTestFinished(cleanup);
  return render(element, {
    wrapper: ({ children }) => (
      <TextsProvider i18n={texts}>
        <UiProvider>{children}</UiProvider>
      </TextsProvider>
    ),
  });
}
