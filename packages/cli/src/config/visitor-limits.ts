import type { EngineLimits } from '@botwright/core';
import { inputObject, integerFrom, wireNames } from '@botwright/core/inputs';
import type { VisitorLimits } from '@botwright/http/web-chat';
import * as v from 'valibot';

const count = v.exactOptional(integerFrom(1));
const hundredYearsMs = 100 * 365 * 24 * 60 * 60 * 1_000;
const life = v.exactOptional(integerFrom(1, hundredYearsMs));

const ofProcess = {
  beginnings: count,
  requestsPerAddress: count,
  requestsPerVisitor: count,
  streamsPerAddress: count,
  streamsPerVisitor: count,
  streamsInAll: count,
  filesPerVisitor: count,
  filesPerAddress: count,
  fileReadsPerAddress: count,
} satisfies Record<keyof VisitorLimits, unknown>;

const ofEngine = {
  maxVisitors: count,
  maxVisitorMessages: count,
  visitorLifeMs: life,
  silentVisitorLifeMs: life,
  maxFileBytes: count,
} satisfies Partial<Record<keyof EngineLimits, unknown>>;

/** Limits for anonymous visitors: of the operations of the web chat, and of the engine. @spec CF29 */
export const visitorLimits = wireNames(inputObject({ ...ofProcess, ...ofEngine }));
