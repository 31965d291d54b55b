/** A channel as it was when a version went out. */
export interface ChannelSnapshot {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}
