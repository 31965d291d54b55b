import { EngineError, type ErrorKind, isEngineError } from '@botwright/core';
import type { ErrorRequestHandler } from 'express';

/** A kind that is added to the engine does not compile here until it has a status. */
const statusOf: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  unauthenticated: 401,
  payment: 402,
  forbidden: 403,
  not_found: 404,
  method: 405,
  conflict: 409,
  stale: 412,
  too_large: 413,
  unsupported_media: 415,
  refused: 422,
  limited: 429,
  internal: 500,
  not_implemented: 501,
  dependency: 502,
};

/** Refusals of the engine, and of Express's own parsers, become answers; everything else is a fault. */
export const answerRefusal: ErrorRequestHandler = (error, _request, response, _next) => {
  if (isEngineError(error)) {
    const { kind, code, message, violations } = error;
    response.status(statusOf[kind]).json({ code, message, violations });
    return;
  }
  const isCallers = error?.expose === true;
  if (!isCallers) console.error(error);
  const { code, message } = new EngineError(isCallers ? 'malformed_json' : 'internal_error');
  response.status(isCallers ? error.status : 500).json({ code, message });
};
