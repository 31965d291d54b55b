import { expect, it } from 'vitest';
import { type LintFilesOptions, lintFiles } from '../src/files/lint-files.ts';
import { knownCodes } from '../src/files/rule-levels.ts';
import { cleanBots, facts } from './clean-bots.ts';
import { plantedFaults } from './planted-faults.ts';

/** Every finding in the form `<code> <line>:<column>`. */
async function found(text: string, context: LintFilesOptions = {}): Promise<readonly string[]> {
  const { files } = await lintFiles({ ...facts, ...context, texts: [{ name: 'bot.json', text }] });
  return (files[0]?.findings ?? []).map(({ code, place }) => `${code} ${place.line}:${place.column}`);
}

/** Removes the marks from a text, and returns their places. */
function readMarks(marked: string): { readonly text: string; readonly places: readonly string[] } {
  const places: string[] = [];
  let text = marked;
  for (let mark = /⟦([\w-]+)⟧/.exec(text); mark !== null; mark = /⟦([\w-]+)⟧/.exec(text)) {
    const lines = text.slice(0, mark.index).split('\n');
    places.push(`${mark[1]} ${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`);
    text = text.slice(0, mark.index) + text.slice(mark.index + mark[0].length);
  }
  return { text, places };
}

it.for(cleanBots.map(({ name, text }) => [name, text] as const))('[BF9] nothing is found in %s', async ([, text]) => {
  expect(await found(text)).toEqual([]);
});

it('[BF9] there is a planted fault for every code that can be reported', () => {
  expect(plantedFaults.map(({ code }) => code).toSorted()).toEqual(knownCodes.toSorted());
});

it.for(plantedFaults.map((planted) => [planted.code, planted.title, planted] as const))(
  '[BF9] %s: %s',
  async ([code, , { bot, edits, implies, context }]) => {
    const clean = cleanBots.find(({ name }) => name === bot)?.text ?? '';
    const { text, places } = readMarks(edits.reduce((changed, edit) => edit(changed), clean));
    expect(places.filter((place) => place.startsWith(`${code} `))).toHaveLength(1);
    expect(places.length > 1).toBe(implies !== undefined);
    expect((await found(text, context)).toSorted()).toEqual(places.toSorted());
  },
);
