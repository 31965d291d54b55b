import { EngineError, isEngineError } from '@botwright/core';
import { encodeBotsError } from '@botwright/http';
import type { ErrorRequestHandler } from 'express';

/** Sends an error of the engine in the form of the Bots API; any other error is a fault. */
export const sendError: ErrorRequestHandler = (error, _request, response, _next) => {
  if (!isEngineError(error)) console.error(error);
  const { status, headers, body } = encodeBotsError(isEngineError(error) ? error : new EngineError('internal_error'));
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
};
