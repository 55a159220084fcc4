import type { Attachment } from '../../../preload/contract/chat/attachments.ts';

/** What each detail is given. */
export interface DetailProps {
  readonly attachment: Attachment;
  /** Absent where the file was sent already. */
  readonly onChange?: ((attachment: Attachment) => void) | undefined;
}
