/** The texts of the feedback questions at the end of a conversation. */
export interface FeedbackWording {
  /** Asked when the bot closes the conversation. Blank: nothing is asked. */
  readonly question: string;
  /** Label of the button for `positive`. */
  readonly positiveLabel: string;
  /** Label of the button for `negative`. */
  readonly negativeLabel: string;
  /** Asked after the rating. Blank: no comment is asked for. */
  readonly commentQuestion: string;
  /** Said at the end. */
  readonly thanks: string;
}

/** Whether a bot asks visitors for feedback at the end, and the wording. */
export interface FeedbackConfiguration extends FeedbackWording {
  /** Whether a conversation that the bot closes ends with the question. `false` for a bot that was never configured. */
  readonly enabled: boolean;
}

/** In Unicode code points. */
export const maxWordingLength = 500;

/** @spec FB2 */
export const defaultWording: FeedbackWording = {
  question: 'Was this conversation helpful?',
  positiveLabel: 'Yes',
  negativeLabel: 'No',
  commentQuestion: 'What could we do better?',
  thanks: 'Thank you for your feedback!',
};

/** The configuration of a bot that was never configured. */
export const unconfiguredFeedback: FeedbackConfiguration = { enabled: false, ...defaultWording };
