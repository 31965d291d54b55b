import { channelFamilies, planTiers } from '@botwright/core/diagram';
import { inputList, inputObject, integerFrom, oneOf, text } from '@botwright/core/inputs';
import * as v from 'valibot';

const percent = 'Expected a number from 0 to 100.';
const level = oneOf(['off', 'warn', 'error']);

/** `botwright.config.json`: settings for all bots of a repository. @spec LC6, TC4, TC5 */
export const projectConfigSchema = inputObject({
  $schema: v.exactOptional(text()),
  /** Files, globs and folders, relative to the folder of the config file. */
  files: v.exactOptional(inputList(text())),
  /** Files, globs and folders of scenarios, relative to the folder of the config file. */
  scenarios: v.exactOptional(inputList(text())),
  /** In percent, of blocks and of outputs. */
  min_coverage: v.exactOptional(
    v.pipe(v.number('Expected a number.'), v.minValue(0, percent), v.maxValue(100, percent)),
  ),
  family: v.exactOptional(oneOf(channelFamilies)),
  plan: v.exactOptional(oneOf(planTiers)),
  /** Whether the host stores files that visitors upload. */
  stores_files: v.exactOptional(v.boolean()),
  rules: v.exactOptional(v.record(v.string(), level)),
  max_warnings: v.exactOptional(integerFrom(0)),
  /** Modules with custom rules, lints and blocks, relative to the folder of the config file. */
  plugins: v.exactOptional(inputList(text())),
});
