import { useMemo } from 'react';
import { useT } from '../i18n/index.ts';
import type { Labels } from './view/labels.ts';

/** Returns the labels of an answer's controls; the same object until the language changes. */
export function useLabels(): Labels {
  const t = useT();
  return useMemo(
    () => ({
      code: t('chat.markdown.code'),
      copy: t('chat.markdown.copy'),
      copied: t('common.copied'),
      wrap: t('chat.markdown.wrap'),
      save: t('chat.markdown.save'),
      table: t('chat.markdown.table'),
      copyTable: t('chat.markdown.copyTable'),
      formula: t('chat.markdown.formula'),
      image: t('chat.markdown.image'),
      openImage: t('chat.markdown.openImage'),
      footnotes: t('chat.markdown.footnotes'),
      footnote: t('chat.markdown.footnote'),
      backToText: t('chat.markdown.backToText'),
      done: t('chat.markdown.done'),
      open: t('chat.markdown.open'),
      notTypeset: t('chat.markdown.notTypeset'),
      nestedAsText: t('chat.markdown.nestedAsText'),
      cellsAsText: t('chat.markdown.cellsAsText'),
      restAsText: t('chat.markdown.restAsText'),
      allAsText: t('chat.markdown.allAsText'),
      noteAlert: t('chat.markdown.noteAlert'),
      tipAlert: t('chat.markdown.tipAlert'),
      importantAlert: t('chat.markdown.importantAlert'),
      warningAlert: t('chat.markdown.warningAlert'),
      cautionAlert: t('chat.markdown.cautionAlert'),
      diagram: t('diagrams.diagram'),
      draw: t('diagrams.draw'),
      drawing: t('diagrams.drawing'),
      stopDrawing: t('diagrams.stop'),
      showCode: t('diagrams.showCode'),
      showDiagram: t('diagrams.showDiagram'),
      actualSize: t('diagrams.actualSize'),
      copySvg: t('diagrams.copySvg'),
      saveSvg: t('diagrams.saveSvg'),
      diagramMisread: t('diagrams.misread'),
      diagramFailed: t('diagrams.failed'),
      diagramTooLong: t('diagrams.tooLong'),
      diagramTooLarge: t('diagrams.tooLarge'),
      diagramTooSlow: t('diagrams.tooSlow'),
    }),
    [t],
  );
}
