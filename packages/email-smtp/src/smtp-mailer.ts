import { hash } from 'node:crypto';
import type { Mail, Mailer, MailResult, MailSending } from '@botwright/core/ports';
import type { NodemailerError, SendMailOptions } from 'nodemailer';

/** A server that takes mails. */
export interface SmtpOptions {
  /** Name or address of the server. */
  readonly host: string;
  /** Default 465 with `tls: 'implicit'`; otherwise 587. */
  readonly port?: number;
  /**
   * `implicit`: from the first byte. `required`: by STARTTLS, without which nothing is sent. `none`: in clear, for a
   * server on this machine. Default: `implicit` on port 465; otherwise `required`.
   */
  readonly tls?: 'implicit' | 'required' | 'none';
  /** PEM certificates of authorities to trust in place of the usual ones. */
  readonly ca?: string;
  /** Absent: the server takes mails without sign-in. Comes with `password`. */
  readonly user?: string;
  /** Comes with `user`; in no error. */
  readonly password?: string;
  /** Milliseconds for the connection, for its greeting, and without a byte; default 10,000. */
  readonly timeoutMs?: number;
}

/**
 * Makes a mailer that opens a connection for each mail. The `Message-ID` follows from the id of the sending, so that a
 * mail that is sent again after a crash has the same. A mail of which the server takes some recipients counts as sent.
 *
 * @throws {TypeError} when an option is invalid.
 * @spec EM12, EM13, EM14
 * @example const engine = createEngine({ storage, runner, mailer: smtpMailer({ host: 'smtp.example.com', user, password }),
 * mailFrom: 'bots@example.com' });
 */
export function smtpMailer(options: SmtpOptions): Mailer {
  const { host, user, password, timeoutMs = 10_000 } = options;
  const tls = options.tls ?? (options.port === 465 ? 'implicit' : 'required');
  const port = options.port ?? (tls === 'implicit' ? 465 : 587);
  if (host === '' || /\s/.test(host)) throw new TypeError('host is the name of a server.');
  if (!Number.isSafeInteger(port) || port < 1 || port > 65_535)
    throw new TypeError('port is an integer from 1 to 65535.');
  if ((user === undefined) !== (password === undefined)) throw new TypeError('user and password come together.');
  if (!Number.isSafeInteger(timeoutMs) || timeoutMs < 1) throw new TypeError('timeoutMs is an integer from 1.');
  const connection = {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'none',
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    ...(options.ca !== undefined && { tls: { ca: options.ca } }),
    ...(user !== undefined && password !== undefined && { auth: { user, pass: password } }),
    // The contents of a mail name no files and no addresses to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send(mail, { id, signal }) {
      // Loaded with the first mail: most servers send none.
      const { createTransport } = await import('nodemailer');
      signal.throwIfAborted();
      const transport = createTransport(connection);
      let isBegun = false;
      // Called after the login, when the text of the mail is read.
      transport.use('stream', ({ message }, done) => {
        message.processFunc((text) => {
          isBegun = true;
          return text;
        });
        done();
      });
      try {
        await transport.sendMail({ ...messageOf(mail, id), signal });
        return { kind: 'sent' };
      } catch (error) {
        return failureOf(error as NodemailerError, isBegun);
      } finally {
        transport.close();
      }
    },
  };
}

/** @spec EM12 */
function messageOf(mail: Mail, id: MailSending['id']): SendMailOptions {
  const plain = (addresses: readonly string[]) => addresses.map((address) => ({ name: '', address }));
  const { from, fromName = '', to, cc = [], bcc = [], replyTo, subject, text, html } = mail;
  return {
    from: { name: fromName, address: from },
    to: plain(to),
    cc: plain(cc),
    bcc: plain(bcc),
    ...(replyTo !== undefined && { replyTo: plain([replyTo]) }),
    subject,
    text,
    ...(html !== undefined && { html }),
    messageId: `<${hash('sha256', id).slice(0, 32)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'login_refused',
  ENOAUTH: 'login_refused',
  ETLS: 'no_tls',
  EREQUIRETLS: 'no_tls',
  EDNS: 'unreachable',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  ETIMEDOUT: 'unreachable',
  EENVELOPE: 'recipients_refused',
};

/**
 * Only a code is passed on: texts of servers may repeat an address or a password.
 *
 * @throws when the mail may be sent.
 * @spec EM13, EM14
 */
function failureOf({ code, responseCode }: NodemailerError, isBegun: boolean): MailResult {
  const isAnswered = responseCode !== undefined && responseCode >= 400;
  if (isAnswered || !isBegun) return { kind: 'refused', reason: reasons[code ?? ''] ?? 'refused' };
  throw new Error(`The mail may be sent or not (${code ?? 'unknown'}).`);
}
