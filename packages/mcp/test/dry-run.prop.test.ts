import { isEngineError } from '@botwright/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aimedAt, anyChangeSet, anyDiagram } from '../../core/test/arbitrary-edits.ts';
import { engineBots } from '../src/engine-bots.ts';
import { ann, mcpFixture } from './mcp-fixture.ts';

const outcomeOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.catch((error: unknown) => {
    if (!isEngineError(error)) throw error;
    const { code, message, violations } = error;
    return { code, message, violations };
  });

it('[MC2] a dry run and the write agree on 1,000 change sets, and the dry run stores nothing', async () => {
  const { engine, acme } = mcpFixture();
  const { id, number } = await acme.bots.create({ name: 'Any', channelFamily: 'native' });
  const bots = engineBots(engine, ann);
  const head = await bots.find(number);
  const counts = { written: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(anyDiagram, fc.array(anyChangeSet, { minLength: 4, maxLength: 4 }), async (diagram, drawn) => {
      await acme.drafts.replace(id, diagram).catch(() => undefined);
      for (const each of drawn) {
        const before = await bots.draft(head);
        const changes = aimedAt(before.diagram, each);
        const write = { revision: before.revision, by: 'mcp:test' };
        const tried = await outcomeOf(bots.edit(head, changes, { ...write, dryRun: true }));
        const after = await bots.draft(head);
        expect([after.revision, JSON.stringify(after.diagram)]).toEqual([
          before.revision,
          JSON.stringify(before.diagram),
        ]);
        const written = await outcomeOf(bots.edit(head, changes, { ...write, dryRun: false }));
        expect(JSON.stringify(tried)).toBe(JSON.stringify(written));
        counts['code' in (written as object) ? 'refused' : 'written'] += 1;
      }
    }),
    { seed: 20261128, numRuns: 260 },
  );
  expect(counts.written + counts.refused).toBeGreaterThanOrEqual(1_000);
  expect(Math.min(counts.written, counts.refused)).toBeGreaterThan(100);
});
