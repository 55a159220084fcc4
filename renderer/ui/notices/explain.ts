import { createContext } from 'react';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { BarProps } from './Bar.tsx';

/** What looks for the reason of a failure, where something can. The app gives it. */
export const ExplainContext = createContext<
  (error: AppErrorData) => NonNullable<BarProps['action']> | null
>(() => null);
