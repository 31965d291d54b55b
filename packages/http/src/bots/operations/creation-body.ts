import { EngineError, isJsonObject } from '@botwright/core';
import * as v from 'valibot';
import { checkInput } from '../../exchange/request/check-input.ts';
import { botCreationSchema, botSourceSchema } from '../schemas/bot-schema.ts';
import type { BodyShape } from './body-shape.ts';

type Creation = v.InferOutput<typeof botCreationSchema>;
type Duplication = v.InferOutput<typeof botSourceSchema>;

/**
 * With a `source`, whatever a new bot needs may be left out: it is the source's.
 *
 * @spec AP8, AP9
 */
export const creationBody: BodyShape<Creation | Duplication> = {
  schema: v.union([botCreationSchema, botSourceSchema]),
  isRequired: true,
  read(json) {
    if (json === undefined) throw new EngineError('empty_body');
    const hasSource = isJsonObject(json) && Object.hasOwn(json, 'source');
    return hasSource ? checkInput(botSourceSchema, json) : checkInput(botCreationSchema, json);
  },
};

export function isDuplication(body: Creation | Duplication): body is Duplication {
  return 'source' in body;
}
