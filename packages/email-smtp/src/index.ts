/** @module Sends the mails of bots by SMTP: a `Mailer` for the engine. */
export { smtpMailer } from './smtp-mailer.ts';
