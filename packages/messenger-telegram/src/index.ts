/** @module Connects bots to Telegram by its Bot API: a transport for messages out, a webhook or long polling for those in. */
export { type Telegram, type TelegramOptions, telegram } from './telegram.ts';
