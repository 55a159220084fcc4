import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { httpRules } from '../../../preload/contract/http-rules.ts';
import { type Translate, useT } from '../../i18n/index.ts';
import { faultText } from './faultText.ts';

/** An error in the user's language. */
export interface ErrorText {
  readonly what: string;
  readonly meaning: string;
  readonly next: string;
}

/** Returns the three sentences of an error. Details missing in the error get a plain default. */
export function errorText(error: AppErrorData, t: Translate): ErrorText {
  const theServer = t('common.error.theServer');
  const values = {
    host: theServer,
    status: t('common.error.unknownStatus'),
    name: t('common.error.theFile'),
    model: t('common.error.theModel'),
    redirectUrl: t('common.error.theRedirectUrl'),
    rounds: t('common.error.several'),
    seconds: t('common.error.several'),
    version: t('common.error.unknownVersion'),
    where: t('common.error.unknownPlace'),
    form: t('common.error.unknownForm'),
    address: '?',
    at: '?',
    date: '?',
    detail: t('common.error.noWords'),
    field: '?',
    found: '?',
    how: '?',
    known: '?',
    issuer: '?',
    limit: '?',
    line: '?',
    methods: '?',
    part: '?',
    path: '?',
    program: '?',
    proxy: '?',
    server: t('common.error.noWords'),
    value: '?',
    what: '?',
    ...error.details,
    fault: faultText(error.details, t),
    rule: t(`common.httpRules.${httpRules.find((one) => one === error.details.rule) ?? 'other'}`),
  };
  const { retryAfter } = error.details;
  const { status } = error.details;
  const isRefused = typeof status === 'number' && status >= 400 && status < 500;
  const isFinal = error.code === 'http-status' && isRefused && !error.retryable;
  const isPause = typeof retryAfter === 'number' && retryAfter > 0 && error.retryable;
  return {
    what: withDefaults(t(`errors.${error.code}.what`, values), theServer),
    meaning: withDefaults(t(`errors.${error.code}.meaning`, values), theServer),
    next: isPause
      ? t('common.error.pause', { count: retryAfter })
      : isFinal
        ? t('common.error.refused')
        : t(`errors.${error.code}.next`, values),
  };
}

/** Returns a sentence with a default in it: begun with a capital, and without the spaces around a name in Japanese. */
function withDefaults(sentence: string, theServer: string): string {
  const closed = sentence.replace(/([ぁ-ん一-龯ァ-ー]) (?=[ぁ-ん一-龯ァ-ー])/gu, '$1');
  return closed.startsWith(`${theServer} `)
    ? closed.charAt(0).toUpperCase() + closed.slice(1)
    : closed;
}

/** Returns the three sentences of an error, or null without one. */
export function useErrorText(error: AppErrorData | null | undefined): ErrorText | null {
  const t = useT();
  return error ? errorText(error, t) : null;
}
