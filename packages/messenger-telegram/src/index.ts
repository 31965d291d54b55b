/** @module Connects bots to Telegram by its Bot API: a transport, a webhook and long polling. */
export { type Telegram, type TelegramOptions, telegram } from './telegram.ts';
