/** @module The life cycles of a bot with its draft and versions, and of an account connection, as pure functions. */
export type {
  AccountConnection,
  ConnectionProgress,
  ConnectionStatus,
} from '../domain/account-connection/connection-lifecycle.ts';
export {
  type ConnectionCommand,
  type ConnectionDecision,
  type ConnectionEffect,
  type ConnectionRefusalCode,
  type ConnectionStage,
  connectionLifecycle,
} from '../domain/account-connection/connection-lifecycle.ts';
export type { BotState, Builder } from '../domain/bot.ts';
export type { SaveState } from '../domain/draft.ts';
export type {
  BotCommand,
  BotCommandKind,
  BotLifecycleContext,
  CheckCounts,
  PlannedBot,
} from '../domain/lifecycle/bot-command.ts';
export type {
  BotAcceptance,
  BotDecision,
  BotEffect,
  BotRefusal,
  BotRefusalCode,
  PlannedChannel,
} from '../domain/lifecycle/bot-decision.ts';
export { botLifecycle } from '../domain/lifecycle/bot-lifecycle.ts';
export type { BotLifecycleState, BotStatus, VersionState } from '../domain/lifecycle/bot-state.ts';
export type { BotTransition } from '../domain/lifecycle/bot-transitions.ts';
