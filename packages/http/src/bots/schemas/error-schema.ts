import * as v from 'valibot';
import { shown } from '../../schemas/marks.ts';
import { violationSchema, violationsTotal } from './violation-schema.ts';

/** @spec HT12 */
export const errorSchema = v.object({
  error: v.object({
    code: shown(v.string(), 'Stable machine name.'),
    message: shown(v.string(), 'For people; may change.'),
    violations: v.exactOptional(shown(v.array(violationSchema), 'Only when diagram rules were broken.')),
    violations_total: v.exactOptional(violationsTotal),
  }),
});

export type WireError = v.InferOutput<typeof errorSchema>;

/** @spec AP22 */
export const detailSchema = v.object({ detail: v.string() });
