/**
 * @module The interfaces over HTTP, for any server, whole or in parts: operations, credentials, encodings and the OpenAPI
 * documents.
 */

export { type BotsApiOptions, createBotsApi } from './bots/bots-api.ts';
export { type BotsOperation, defineBotsOperation } from './bots/bots-operation.ts';
export { botsOperations } from './bots/operation-table.ts';
export { ownAccountOperations } from './bots/operations/accounts.ts';
export { encodeBotsError } from './bots/wire/error.ts';
export { type ChatApiOptions, chatOperations, createChatApi } from './chat/chat-api.ts';
export { defineChatOperation, encodeChatError } from './chat/send.ts';
export { type ConnectPageOptions, createConnectPage } from './connect/connect-page.ts';
export { type CorsOptions, withCors } from './cors/with-cors.ts';
export { answerOnce } from './front/answer-once.ts';
export { createRoutes, type RouteCall, type ServeRoute } from './front/create-routes.ts';
export {
  type BodyShape,
  optionalBody,
  readBody,
  requiredBody,
} from './pipeline/body-shape.ts';
export type { ApiOptions, ServedRequest } from './pipeline/create-http-api.ts';
export {
  combineApis,
  type DiscardBounds,
  defaultDiscardBounds,
  defaultSendBounds,
  type HttpApi,
  type HttpRequest,
  type HttpResponse,
  type MountedApi,
  type SendBounds,
} from './pipeline/http-api.ts';
export type { Operation, OperationDescription, OperationInput } from './pipeline/operation.ts';
export { requestLines } from './pipeline/request-lines.ts';
export { platformOperations } from './platform/operation-table.ts';
export { createPlatformApi, type PlatformApiOptions } from './platform/platform-api.ts';
export { definePlatformOperation } from './platform/platform-operation.ts';
export { encodePlatformError } from './platform/wire/envelope.ts';
export { addressGroup, addressLimiter } from './rates/address-limiter.ts';
export { rateGuard } from './rates/caller-rates.ts';
export { readJsonBody } from './request/body.ts';
export { chooseRequestId, readAuthorization, readIfMatch, revisionTag } from './request/headers.ts';
export { splitTarget } from './request/split-target.ts';
export type { AnswerShape } from './response/answer-shape.ts';
export { statusOf, tooManyRequests } from './response/errors.ts';
export { type ApiResponse, jsonResponse, noContent } from './response/response.ts';
export { leaveStream } from './response/streamed-body.ts';
export { type TextResponse, textResponse } from './response/text-response.ts';
export { piecesOf } from './response/text-slices.ts';
export type { TokenApiOptions } from './token-api/token-api.ts';
