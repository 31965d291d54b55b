/** @module Clients of the Bots API, the Platform API and APIchat, for browsers and Node. */

export { ApiError, type ApiErrorCode, isApiError } from './api-error.ts';
export type { Tagged } from './call-table.ts';
export type { ClientOptions } from './client-options.ts';
export { createBotsClient, createChatClient, createPlatformClient } from './clients.ts';
export type {
  Account,
  AccountConnection,
  Block,
  Bot,
  BotsClient,
  CreateBotBody,
  Diagram,
  Draft,
  Feedback,
  ListBotsQuery,
  PublicationPreview,
  StartedConnection,
  Version,
  VersionSummary,
  Violation,
} from './generated/bots-calls.ts';
export type { ChatClient } from './generated/chat-calls.ts';
export type {
  Channel,
  Customer,
  Field,
  Hook,
  ListCustomersQuery,
  Message,
  PlatformClient,
} from './generated/platform-calls.ts';
export type { Page, Pages } from './pages.ts';
