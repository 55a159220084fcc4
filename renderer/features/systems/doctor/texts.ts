import type { DoctorStep, Examination } from '../../../../preload/contract/systems/doctor.ts';
import type { Translate } from '../../../i18n/index.ts';
import { type ErrorText, errorText } from '../../../ui/index.ts';

/** Explains a step's result; a good one has one sentence. */
export function verdictText(verdict: DoctorStep['verdict'], t: Translate): ErrorText | null {
  if (verdict === null) return null;
  if (verdict.kind === 'problem') return errorText(verdict.problem, t);
  const { code, values } = verdict;
  if (verdict.kind === 'fine') {
    return { what: t(`doctor.fine.${verdict.code}`, values), meaning: '', next: '' };
  }
  const key = `doctor.findings.${code as typeof verdict.code}` as const;
  return {
    what: t(`${key}.what`, values),
    meaning: t(`${key}.meaning`, values),
    next: t(`${key}.next`, values),
  };
}

/** Returns foreign texts of a problem that its messages do not contain. */
export function foreignTexts({ verdict, facts }: DoctorStep): readonly string[] {
  if (verdict?.kind !== 'problem' || facts.some(({ name }) => name === 'words')) return [];
  const { server } = verdict.problem.details;
  return server === undefined ? [] : [String(server)];
}

/** Summarizes the examination in one sentence. */
export function summary({ state, steps }: Examination, t: Translate): string {
  if (state === 'never' || state === 'stopped') return t(`doctor.ended.${state}`);
  const ended = steps.filter((step) => step.state !== 'waiting' && step.state !== 'running').length;
  if (state === 'running') return t('doctor.progress', { done: ended, all: steps.length });
  const bad = steps.filter((step) => step.state === 'bad').length;
  if (bad > 0) return t('doctor.ended.bad', { count: bad });
  return t(steps.some((step) => step.state === 'note') ? 'doctor.ended.note' : 'doctor.ended.good');
}

/** Returns an examination as text for a mail. @param examination as `doctor.shareable` returns it */
export function reportOf(examination: Examination, t: Translate): string {
  const { service, startedAt, steps } = examination;
  const lines = [
    t('doctor.report.title', { service: t(`doctor.services.${service}`) }),
    startedAt ?? '',
    summary(examination, t),
  ];
  for (const step of steps) {
    const time = step.time === null ? '' : ` (${t('doctor.time', { number: step.time })})`;
    lines.push('', `${t(`doctor.steps.${step.id}`)}: ${t(`doctor.states.${step.state}`)}${time}`);
    const text = verdictText(step.verdict, t);
    if (text !== null)
      lines.push(...[text.what, text.meaning, text.next].filter(Boolean).map(indent));
    for (const words of foreignTexts(step))
      lines.push(indent(`${t('doctor.facts.words')}: ${words}`));
    for (const { name, values } of step.facts) {
      lines.push(indent(`${t(`doctor.facts.${name}`)}: ${values.join(', ')}`));
    }
  }
  return `${lines.join('\n')}\n`;
}

const indent = (line: string): string => `  ${line}`;
