/** Prints a figure of ours beside a peer's or a goal. */
export type Print = (
  unit: string,
  metric: string,
  ours: number,
  peer: number,
  peerName: string,
) => void;
