import { Component, type ReactNode } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { Bar, LongText } from '../../../../ui/index.ts';

interface MessageBoundaryProps {
  /** The message's text. */
  readonly text: string;
  readonly children: ReactNode;
}

/** Shows a message that cannot be drawn as text: the others, and the screen, keep working. */
export class MessageBoundary extends Component<MessageBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { text, children } = this.props;
    return this.state.failed ? <AsText text={text} /> : children;
  }
}

function AsText({ text }: { readonly text: string }) {
  const t = useT();
  return (
    <article className="space-y-2">
      <Bar tone="warning">{t('chat.asText')}</Bar>
      <LongText text={text} className="text-chat" />
    </article>
  );
}
