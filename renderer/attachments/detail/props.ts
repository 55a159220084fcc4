import type { Attachment } from '../../../preload/contract/chat/attachments.ts';

/** Props of every detail view. */
export interface DetailProps {
  readonly attachment: Attachment;
  /** Absent for a file that was already sent. */
  readonly onChange?: ((attachment: Attachment) => void) | undefined;
}
