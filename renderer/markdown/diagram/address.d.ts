declare module 'virtual:diagram-frame' {
  /** Address of the page in which one diagram is drawn. */
  export const diagramFrame: string;
}
