import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { lintFiles } from '../../src/files/lint-files.ts';
import { type CleanBot, cleanBots, facts } from '../clean-bots.ts';
import { type Mutation, type Operator, operators } from './operators.ts';
import { type Entries, predict } from './oracle.ts';

/** The share of an operator's mutants of a bot; with more bots, fewer of each. */
const mostPerBot = Math.floor(120 / cleanBots.length);
const seed = 20_261_122;

interface Mutant {
  readonly bot: string;
  readonly mutation: Mutation;
  readonly text: string;
  readonly expected: readonly string[];
}

function mutantsOf(bot: CleanBot, operator: Operator): readonly Mutant[] {
  const clean = JSON.parse(bot.text);
  const diagram: Entries = clean.diagram ?? clean;
  const all = operator.list(diagram);
  const size = Math.min(all.length, mostPerBot);
  const chosen = fc.shuffledSubarray([...all], { minLength: size, maxLength: size });
  const [mutations = []] = fc.sample(chosen, { seed, numRuns: 1 });
  return mutations.map((mutation) => {
    const copy = structuredClone(clean);
    const mutated: Entries = copy.diagram ?? copy;
    mutation.apply(mutated);
    const family = copy.bot?.channel_family ?? 'native';
    const expected = [...predict(mutated, family), ...(mutation.breaks ?? [])].toSorted();
    return { bot: bot.name, mutation, text: JSON.stringify(copy, null, 2), expected };
  });
}

/** Every finding in the form `<code> <entry>`. */
async function found(text: string): Promise<readonly string[]> {
  const { files } = await lintFiles({ ...facts, texts: [{ name: 'bot.json', text }] });
  const findings = files[0]?.findings ?? [];
  expect(files[0]?.total).toBe(findings.length);
  return findings.map(({ code, connectionId, blockId = '' }) => `${code} ${connectionId ?? blockId}`).toSorted();
}

const groups = operators.map((operator) => {
  const mutants = cleanBots.flatMap((bot) => mutantsOf(bot, operator));
  const broken = mutants.filter(({ expected }) => expected.length > 0).length;
  return { operator, mutants, broken, harmless: mutants.length - broken };
});

it.for(cleanBots.map(({ name, text }) => [name, text] as const))('[BF9] the oracle finds nothing in %s', ([, text]) => {
  const clean = JSON.parse(text);
  expect(predict(clean.diagram ?? clean, clean.bot?.channel_family ?? 'native')).toEqual([]);
});

const different = new Set(groups.flatMap(({ mutants }) => mutants.map(({ text }) => text))).size;

it(`[BF9] there are ${different} different mutants, and 500 at least`, () => {
  expect(different).toBeGreaterThanOrEqual(500);
});

it.for(groups.map((group) => [group.operator.name, group.broken, group.harmless, group] as const))(
  '[BF9] %s: what is broken in %i mutants is reported, and nothing in %i that are not',
  async ([, , , { operator, mutants, broken }]) => {
    expect(mutants).not.toEqual([]);
    if (operator.isHarmless === true) expect(broken).toBe(0);
    for (const { bot, mutation, text, expected } of mutants) {
      const name = `${bot}: ${operator.name}: ${mutation.title}`;
      expect([name, ...(await found(text))]).toEqual([name, ...expected]);
      for (const certain of mutation.certain ?? []) expect([name, ...expected]).toContain(certain);
    }
  },
);
