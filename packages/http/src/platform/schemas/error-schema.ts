import * as v from 'valibot';
import { shown } from '../../schemas/marks.ts';

/** @spec PL5, PL27 */
export const errorSchema = v.object({
  errors: shown(
    v.record(v.string(), v.array(v.string())),
    'Messages by the field that they are about; what is about no field stands under non_field_errors.',
  ),
  detail: v.exactOptional(shown(v.string(), 'The same once more, for people; of 401 alone.')),
});

export type WireErrors = v.InferOutput<typeof errorSchema>;
