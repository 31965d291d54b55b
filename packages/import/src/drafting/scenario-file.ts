import type { JsonValue } from '@botwright/core/diagram';
import { stringify } from 'yaml';

/** A message that the bot says. */
export type Expected = string | { readonly matches: string } | { readonly image: string } | { readonly video: string };

/** A step of a scenario. */
export type ScenarioStep =
  | { readonly visitor: string }
  | { readonly press: string }
  | { readonly bot: readonly Expected[] }
  | { readonly fields: Readonly<Record<string, string | number | boolean>> };

export interface ImportedScenario {
  readonly name: string;
  /** The start in ISO 8601. */
  readonly now?: string;
  /** The answer to each webhook. */
  readonly effects?: { readonly webhook: { readonly answer: JsonValue } };
  /** Answers of models by block. */
  readonly models?: Readonly<Record<string, readonly JsonValue[]>>;
  readonly steps: readonly ScenarioStep[];
}

/** The file of the scenarios that came with a bot. Its name says that they were imported. @spec IC13 */
export function scenarioFile(
  key: string,
  scenarios: readonly ImportedScenario[],
): { readonly path: string; readonly text: string } {
  const names = new Set<string>();
  const named = scenarios.map(({ name, ...others }, at) => {
    const wanted = name.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim() || `Scenario ${at + 1}`;
    let free = wanted;
    for (let nth = 2; names.has(free); nth += 1) free = `${wanted} ${nth}`;
    names.add(free);
    return { name: free, ...others };
  });
  const text = stringify({ bot: `${key}.json`, scenarios: named }, { lineWidth: 0, aliasDuplicateObjects: false });
  return { path: `${key}.imported.scenarios.yaml`, text };
}

/** An expectation of one of several wordings. */
export function oneOf(wordings: readonly string[]): string | { readonly matches: string } {
  const [only = '', ...more] = [...new Set(wordings)];
  if (more.length === 0) return only;
  const escaped = [only, ...more].map((text) => text.replace(/[\\^$.|?*+()[\]{}/]/g, '\\$&'));
  return { matches: `^(?:${escaped.join('|')})$` };
}
