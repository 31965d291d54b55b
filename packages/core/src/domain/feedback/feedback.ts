/** What visitors are asked at the end of a conversation. */
export interface FeedbackWording {
  readonly question: string;
  readonly positiveLabel: string;
  readonly negativeLabel: string;
  readonly commentQuestion: string;
  readonly thanks: string;
}

export interface FeedbackConfiguration extends FeedbackWording {
  readonly enabled: boolean;
}
