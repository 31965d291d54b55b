import * as v from 'valibot';
import { decided } from '../../schemas/marks.ts';

/** For the contract: the engine judges it. @spec CU21 */
export const botAssignmentSchema = v.object({
  launch: v.exactOptional(decided(v.nullable(v.boolean()), 'Whether the bot begins at once; default true.')),
  node: v.exactOptional(decided(v.nullable(v.string()), 'The block that it begins at; default: its greeting.')),
});
