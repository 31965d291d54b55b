import { expect, it } from 'vitest';
import { engineFixture } from '../../test/engine-fixture.ts';
import { shippedBlocks } from '../blocks/definitions.ts';

it('[CT1] the catalog lists the blocks that can be placed', async () => {
  const { acme } = engineFixture();
  const listed = await acme.catalog.list();
  expect(listed.map(({ name }) => name)).toEqual(
    shippedBlocks.filter(({ placeable }) => placeable).map(({ name }) => name),
  );
  expect(listed.map(({ template }) => template)).not.toContain('hidden');
});
