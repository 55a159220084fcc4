import { type Approval, approval, type Tool } from '../../../../preload/contract/chat/tools.ts';

/** The permissions that a tool can have: one that asks each time is never always allowed. */
export const possibleApprovals = ({ everyTime }: Tool): readonly Approval[] =>
  approval.options.filter((one) => !(everyTime && one === 'always'));
