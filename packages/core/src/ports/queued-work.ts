/** Kinds of work that a transaction can add to a queue of the store. */
export interface QueuedWork {
  /** The transaction added deliveries. */
  readonly deliveries: boolean;
  /** The transaction pushed to the inbox of a conversation. */
  readonly conversations: boolean;
}
