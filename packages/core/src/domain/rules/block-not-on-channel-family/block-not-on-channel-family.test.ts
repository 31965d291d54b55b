import { expect, it } from 'vitest';
import { placesOf, violationsOf } from '../../../../test/check-fixture.ts';
import { diagramOf, node } from '../../../../test/diagram-fixture.ts';

const question = { text: 'Your name?' };
const diagram = diagramOf([
  node('welcome', 'var_text', question),
  node('bot_start', 'var_text', question),
  node('run', 'code', { source: 'void 0' }),
]);

it.for(['msgapp', 'facebook', 'apichat', 'a family of the host'])('[RU50] code does not run on %s', (channelFamily) => {
  expect(violationsOf(diagram, { channelFamily })).toEqual([
    {
      code: 'block_not_on_channel_family',
      message: `Block "run" (code) runs on native, not on "${channelFamily}".`,
      blockId: 'run',
      pointer: '/nodes/run/template',
      severity: 'error',
    },
  ]);
});

it('[RU50] code runs on native', () => {
  expect(placesOf(diagram, { channelFamily: 'native' })).toEqual([]);
});
