import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../scripts/depth.ts';
import { addFirstBots, botCommands } from './bot-commands.ts';
import { draftCommands } from './draft-commands.ts';
import type { Model } from './model.ts';
import { openSystems } from './systems.ts';
import { versionCommands } from './version-commands.ts';

const commands = fc.commands(
  [...botCommands, ...draftCommands, ...draftCommands, ...versionCommands, ...versionCommands],
  { maxCommands: 100, size: 'max' },
);

it('[DR1][DR6][BO29][BO33][VE7] bots, drafts and versions behave like the model, the same on both stores', async () => {
  const ends = new Set<string>();
  await fc.assert(
    fc.asyncProperty(commands, async (all) => {
      const systems = openSystems();
      const model: Model = { bots: [] };
      try {
        await addFirstBots(model, systems);
        await fc.asyncModelRun(() => ({ model, real: systems }), all);
      } finally {
        await systems.close();
      }
      for (const bot of model.bots) {
        ends.add(bot.state);
        if (bot.versions.length > 2) ends.add('published often');
        if (bot.draft.revision > 5) ends.add('written often');
      }
    }),
    { seed: 20261121, numRuns: runs(8) },
  );
  // A run in which nothing was accepted would prove nothing.
  expect([...ends].toSorted()).toEqual(['active', 'destroyed', 'published often', 'trashed', 'written often']);
});
