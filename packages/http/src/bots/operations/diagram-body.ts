import { EngineError, isJsonObject } from '@botwright/core';
import * as v from 'valibot';
import { objectOf } from '../../schemas/json-object.ts';
import { anyDiagram, diagramSchema } from '../schemas/diagram-schema.ts';
import type { BodyShape } from './body-shape.ts';

const schema = v.union([objectOf({ diagram: anyDiagram }), diagramSchema]);

/**
 * A diagram under the key `diagram`, or as the whole body. It goes on untouched: the engine judges it.
 *
 * @spec AP18, AP19
 */
export const diagramBody: BodyShape<unknown> = {
  schema,
  isRequired: true,
  read(json) {
    if (json === undefined) throw new EngineError('empty_body');
    return unwrap(json);
  },
};

/** The same, where no body means the stored diagram. */
export const optionalDiagramBody: BodyShape<unknown> = {
  schema,
  isRequired: false,
  read: (json) => (json === undefined ? undefined : unwrap(json)),
};

function unwrap(json: unknown): unknown {
  if (!isJsonObject(json)) throw new EngineError('invalid_parameters', { message: 'Expected an object.' });
  if (!Object.hasOwn(json, 'diagram')) return json;

  const sibling = Object.keys(json).find((key) => key !== 'diagram');
  if (sibling !== undefined) throw new EngineError('field_not_described', { field: sibling });
  if (isJsonObject(json['diagram'])) return json['diagram'];
  throw new EngineError('invalid_parameters', { field: 'diagram', message: 'Expected an object.' });
}
