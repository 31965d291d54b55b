/** @module Sends the mails of bots by SMTP: a `Mailer` for the engine. */
export { type SmtpOptions, smtpMailer } from './smtp-mailer.ts';
