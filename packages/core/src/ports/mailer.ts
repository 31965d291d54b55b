/** A mail, ready to go out. Addresses are plain: `ann@example.com`. No member but the bodies has line ends. */
export interface Mail {
  /** The address of the host, for this brand. */
  readonly from: string;
  /** Name of the sender, at most 100 characters. Absent: only the address. */
  readonly fromName?: string;
  /** At most 20 with `cc` and `bcc`. */
  readonly to: readonly string[];
  /** Absent: none. */
  readonly cc?: readonly string[];
  /** Absent: none. Other recipients must not see them. */
  readonly bcc?: readonly string[];
  /** Absent: replies go to `from`. */
  readonly replyTo?: string;
  /** Unicode text; the mailer encodes it. */
  readonly subject: string;
  /** Plain text with the line ends of the author. */
  readonly text: string;
  /** The same as HTML. */
  readonly html?: string;
}

/** The circumstances of one sending of a mail. */
export interface MailSending {
  /** The same when the mail is sent again after a crash: for a `Message-ID`, or an idempotency key. */
  readonly id: string;
  /** The brand of the conversation. */
  readonly brand: string;
  /** Of the conversation. */
  readonly workspace: number;
  /** Aborted when nobody waits for the result any more. */
  readonly signal: AbortSignal;
}

/** `refused`: certainly not sent. `reason`: a word for logs and tests, such as `unreachable`, without secrets. */
export type MailResult = { readonly kind: 'sent' } | { readonly kind: 'refused'; readonly reason: string };

/**
 * Hands mails to a service that delivers them.
 *
 * The engine calls it again for the same `id` only when it could not store the result of the first call.
 */
export interface Mailer {
  /** A rejection means that the mail may be sent or not. */
  send(mail: Mail, sending: MailSending): Promise<MailResult>;
}
