import { encodeTimestamp } from '../../bots/wire/timestamp.ts';
import type { UnsentMail } from '../console-operation.ts';

/** @spec EM22 */
export function encodeUnsentMail({ id, at, mail }: UnsentMail): object {
  const { from, fromName, to, cc, bcc, replyTo, subject, text, html } = mail;
  return {
    id,
    at: `${encodeTimestamp(at)}Z`,
    from,
    from_name: fromName,
    to,
    cc,
    bcc,
    reply_to: replyTo,
    subject,
    text,
    html,
  };
}
