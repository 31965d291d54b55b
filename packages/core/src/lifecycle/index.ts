/** @module The life cycles of a bot with its draft and versions, and of an account connection, as pure functions. */
export {
  type ConnectionCommand,
  type ConnectionDecision,
  type ConnectionRefusalCode,
  connectionLifecycle,
} from '../domain/account-connection/connection-lifecycle.ts';
export type { BotCommand } from '../domain/lifecycle/bot-command.ts';
export type { BotDecision, BotEffect, BotRefusal, BotRefusalCode } from '../domain/lifecycle/bot-decision.ts';
export { botLifecycle } from '../domain/lifecycle/bot-lifecycle.ts';
export type { BotLifecycleState } from '../domain/lifecycle/bot-state.ts';
