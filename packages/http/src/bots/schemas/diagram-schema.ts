import { isJsonObject } from '@botwright/core';
import * as v from 'valibot';

const map = v.record(v.string(), v.unknown());

/** What a diagram looks like, for the contract only: the engine judges diagrams, and keeps them as sent. */
export const diagramSchema = v.pipe(
  v.looseObject({ nodes: map, connections: map }),
  v.metadata({
    additionalProperties: true,
    description: 'Blocks and the connections between them, kept as sent. Members that nothing here names are kept too.',
  }),
);

/** A diagram in a request, handed to the engine untouched. */
export const anyDiagram = v.pipe(
  v.custom<unknown>(isJsonObject, 'Expected an object.'),
  v.metadata({ $ref: '#/components/schemas/Diagram' }),
);
