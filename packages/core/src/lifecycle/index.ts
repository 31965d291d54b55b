/** @module The life cycles of a bot with its draft and versions, and of an account connection, as pure functions. */
export type { ConnectionStatus } from '../domain/account-connection/connection-lifecycle.ts';
export {
  type ConnectionCommand,
  type ConnectionDecision,
  type ConnectionRefusalCode,
  connectionLifecycle,
} from '../domain/account-connection/connection-lifecycle.ts';
export type { BotState } from '../domain/bot.ts';
export type { SaveState } from '../domain/draft.ts';
export type { BotCommand, BotCommandKind } from '../domain/lifecycle/bot-command.ts';
export type { BotDecision, BotEffect, BotRefusal, BotRefusalCode } from '../domain/lifecycle/bot-decision.ts';
export { botLifecycle } from '../domain/lifecycle/bot-lifecycle.ts';
export type { BotLifecycleState } from '../domain/lifecycle/bot-state.ts';
