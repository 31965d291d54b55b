import * as v from 'valibot';
import { readInput, shape } from './read-input.ts';

const optionsShape = shape({
  ifRevision: v.optional(v.union([v.number(), v.array(v.number())])),
  handedOverBytes: v.optional(v.number()),
});

/** @returns The revisions at which the caller wants to write; `undefined` when at any. */
export function readRevision(options: unknown): readonly number[] | undefined {
  const { ifRevision } = readInput(optionsShape, options ?? {});
  return typeof ifRevision === 'number' ? [ifRevision] : ifRevision;
}
