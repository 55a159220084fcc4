import type { Parameters } from '../../../../preload/contract/chat/conversation.ts';
import type { Translate } from '../../../i18n/index.ts';
import { noParameters } from './parametersForm.ts';

const labels = {
  temperature: 'chat.parameters.temperature',
  topP: 'chat.parameters.topP',
  maxTokens: 'chat.parameters.maxTokensShort',
  seed: 'chat.parameters.seed',
  choices: 'chat.parameters.choices',
  toolRounds: 'chat.parameters.toolRounds',
} as const;

/** Returns each parameter that is not at its default, with its value; tools have a control of their own. */
export function changesOf(value: Parameters, t: Translate): string[] {
  const changes: string[] = [];
  if (value.system !== '') changes.push(t('chat.parameters.system'));
  for (const field of Object.keys(labels) as (keyof typeof labels)[]) {
    // Japanese labels repeat the field's name in brackets, for which the line has no room
    const [label] = t(labels[field]).split('（');
    if (value[field] !== noParameters[field]) changes.push(`${label} ${value[field]}`);
  }
  if (value.stop.length > 0) changes.push(t('chat.parameters.stop'));
  if (value.format !== null) changes.push(t('chat.parameters.jsonAnswer'));
  if (!value.stream) changes.push(t('chat.parameters.notStreamed'));
  for (const [name, json] of Object.entries(value.extra)) {
    changes.push(typeof json === 'object' ? name : `${name} ${json}`);
  }
  return changes;
}
