import * as v from 'valibot';
import { decided, shown } from '../../schemas/marks.ts';

/** @spec HT14 */
export const violationSchema = v.object({
  code: shown(v.string(), 'Stable machine name, such as start_connection.'),
  message: shown(v.string(), 'For people; may change.'),
  block_id: v.exactOptional(v.string()),
  param: v.exactOptional(v.string()),
  connection_id: v.exactOptional(decided(v.string(), 'Id of the connection at fault.')),
  output: v.exactOptional(decided(v.string(), 'The output at fault.')),
  pointer: decided(v.string(), 'RFC 6901 pointer into the diagram.'),
  severity: decided(
    v.picklist(['error', 'warning']),
    'error stops publication and test deployment, warning the test deployment only.',
  ),
  hint: v.exactOptional(decided(v.string(), 'What would mend it.')),
});

export type WireViolation = v.InferOutput<typeof violationSchema>;

export const violationsTotal = decided(
  v.pipe(v.number(), v.integer()),
  'How many violations there are; only there when they are more than those listed.',
);
