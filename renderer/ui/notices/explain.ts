import { createContext } from 'react';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import type { BarProps } from './Bar.tsx';

/** Looks for the reason of an error, if possible. The app provides it. */
export const ExplainContext = createContext<
  (error: AppErrorData) => NonNullable<BarProps['action']> | null
>(() => null);
