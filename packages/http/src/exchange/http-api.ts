import type { HttpAnswer, HttpExchange } from './http-exchange.ts';

/** An interface of the service, or several: whatever answers requests. */
export interface HttpApi {
  /** Answers one request. Never rejects: a fault is answered as such, and the host is told. */
  handle(exchange: HttpExchange): Promise<HttpAnswer>;
}

/** One that answers below certain paths. */
export interface MountedApi extends HttpApi {
  /** Such as `/v1`, without a slash at the end. */
  readonly basePaths: readonly string[];
}
