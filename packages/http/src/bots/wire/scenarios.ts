import { describedHere, integerFrom } from '@botwright/core/inputs';
import * as v from 'valibot';

/** The tests of a bot. */
export const scenariosSchema = v.object({
  text: describedHere(v.string(), 'A file of scenarios, of at most 1 MiB.'),
  revision: describedHere(integerFrom(0), 'Grows by one on each write; in a request, the one that is replaced.'),
});
