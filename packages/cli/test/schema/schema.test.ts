import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeCoverage } from '@botwright/testing';
import { runScenarioFiles } from '@botwright/testing/scenario-files';
import { Ajv } from 'ajv';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../../scripts/depth.ts';
import { arbitraryDiagram, probingCatalog } from '../../../core/test/arbitrary-diagram.ts';
import { countShapeFaults } from '../../../core/test/shape-faults.ts';
import { shop } from '../../../testing/test/bots.ts';
import { botSchema } from '../../src/schema/bot-schema.ts';
import { scenarioFileSchema } from '../../src/schema/scenario-file-schema.ts';
import { schema } from '../../src/schema/schema.ts';
import { folderWith } from '../lint/run-lint.ts';
import { runCommand } from '../support/run-command.ts';

const ajv = new Ajv({ strict: false, ownProperties: true, allErrors: false });
const isBot = ajv.compile(botSchema(probingCatalog));

it('[JS2] the schema and the rules of shape agree on any diagrams', { timeout: 300_000 }, () => {
  let right = 0;
  void fc.assert(
    fc.property(arbitraryDiagram, (diagram) => {
      const isRight = countShapeFaults(diagram, probingCatalog) === 0;
      if (isRight) right += 1;
      if (isBot(diagram) !== isRight) {
        throw new Error(`${isRight ? 'The rules accept' : 'The rules refuse'} it: ${JSON.stringify(isBot.errors)}`);
      }
    }),
    { numRuns: runs(2_000), seed: 29 },
  );
  expect(right).toBeGreaterThan(100);
  expect([isBot(shop), isBot({ diagram: shop }), isBot({ diagram: {} })]).toEqual([true, true, false]);
  expect(isBot([])).toBe(false);
  expect(isBot({ nodes: {} })).toBe(false);
});

/** Files of the bot `a.json`. */
const texts = {
  valid: [
    'scenarios: []',
    '$schema: a.json\nscenarios: []\nshared: { a: [] }\nshared_files: []',
    'scenarios: [{ name: 7, steps: [] }]',
    'bots: { 7: a.json }\nchannel_family: native\ncan: { cards: true }\nscenarios: []',
    'scenarios: [{ name: a, skip: why, tags: [x], fields: { a: 1 }, steps: [{ visitor: 01234 }, { bot: [] }] }]',
    'scenarios: [{ name: a, only: true, now: 2026-01-01T09:00:00Z, steps: [{ pass: { hours: 1 } }, { wait: 10 min }] }]',
    'scenarios: [{ name: a, examples: [{ x: 1 }], steps: [{ bot: { contains: <x>, buttons: [a] } }, { press: yes }] }]',
    'shared: { a: [{ at: x }] }\nscenarios: [{ name: a, steps: [{ use: a }, { send: { image: u, caption: c } }] }]',
    'scenarios: [{ name: a, effects: { webhook: [{ fails: x }] }, models: { ask: [hi] }, steps: [{ effect: webhook, answer: { status: 200 } }] }]',
    'scenarios: [{ name: a, steps: [{ effect: { kind: webhook, url: { matches: a } } }, { ends_at: b }, { fields: { a: null } }] }]',
    'scenarios: [{ name: a, steps: [{ send: { location: { latitude: 1, longitude: 2 } } }, { bot: { error: a } }] }]',
  ],
  invalid: [
    'scenario: []',
    'scenarios: {}',
    'scenarios: [{ steps: [] }]',
    'scenarios: [{ name: a }]',
    'scenarios: [{ name: a, stepps: [], steps: [] }]',
    'scenarios: [{ name: a, steps: [{ says: x }] }]',
    'scenarios: [{ name: a, steps: [{ bot: { buttons: yes } }] }]',
    'scenarios: [{ name: a, effects: { webhok: {} }, steps: [] }]',
    'scenarios: [{ name: a, only: maybe, steps: [] }]',
    'scenarios: [{ name: a, skip: true, steps: [] }]',
    'scenarios: [{ name: a, examples: [], steps: [] }]',
    'scenarios: [{ name: a, steps: [{ pass: { weeks: 1 } }] }]',
  ],
};

/** Files that name no bot. */
const others = {
  valid: ['shared: { a: [{ at: x }] }', '$schema: a.json\nshared: {}'],
  invalid: [
    'scenarios: []',
    'shared: { a: [] }\nscenarios: []',
    'bot: a.json',
    'bot: a.json\nshared: { a: [] }',
    'shared: { a: [] }\nshared_files: []',
    'shared: []',
    '$schema: a.json',
  ],
};

/** Reads a file of scenarios or of shared steps as `botwright test` does. @returns The first fault. */
function faultIn(text: string): string | undefined {
  const workingFolder = folderWith({
    'a.json': shop,
    'given.scenarios.yaml': text,
    'user.scenarios.yaml': 'bot: a.json\nshared_files: [given.scenarios.yaml]\nscenarios: []',
  });
  const faults = ['given', 'user'].map(
    (name) => runScenarioFiles({ paths: [`${name}.scenarios.yaml`], workingFolder }).files[0]?.faults[0]?.message,
  );
  return faults.includes(undefined) ? undefined : faults[0];
}

it('[JS3] the schema accepts a file exactly if the command reads it', async () => {
  const { parse } = await import('yaml');
  const isFile = ajv.compile(scenarioFileSchema);
  const ofBot = (list: readonly string[]) => list.map((text) => `bot: a.json\n${text}`);
  for (const text of [...ofBot(texts.valid), ...others.valid]) {
    expect([text, faultIn(text), isFile(parse(text)), isFile.errors]).toEqual([text, undefined, true, null]);
  }
  for (const text of [...ofBot(texts.invalid), ...others.invalid]) {
    expect([text, faultIn(text), isFile(parse(text))]).toEqual([text, expect.any(String), false]);
  }
});

it('[JS1][JS4][JS5] writes the schemas of a project, its own blocks included', () => {
  const plugin = `export default { blocks: [{
    name: 'ask_iban', template: 'iban', title: 'IBAN', description: 'Asks for an IBAN.', group: 'acme',
    placeable: true, canBeWelcome: false, waits: true,
    variants: [{ selector: [], outputs: ['$success'], outputDerivations: [], requiredTier: 'sandbox', params: [
      { name: 'country', type: 'string', required: true, rules: { enum: ['NL', 'DE'] }, description: 'Country.' },
    ] }],
  }] };`;
  const folder = folderWith({
    'botwright.config.json': {
      $schema: 'schema/config.schema.json',
      plugins: ['./own.mjs'],
      rules: { 'dead-end': 'off' },
    },
    'own.mjs': plugin,
    'bot.json': { $schema: 'schema/bot.schema.json', ...shop },
    'bot.scenarios.yaml':
      '$schema: schema/scenarios.schema.json\nbot: bot.json\nscenarios: [{ name: a, steps: [{ visitor: Ann }] }]\n',
  } as never);
  const { status, stdout } = runCommand(folder, ['schema', '--out', 'schema']);
  expect([status, stdout.split('\n')[0]]).toEqual([0, 'wrote schema/bot.schema.json']);
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const check = (kind: string, value: unknown) =>
    new Ajv({ strict: false }).compile(read(`schema/${kind}.schema.json`))(value);
  const iban = (country: string) => ({
    nodes: { a: { id: 'a', template: 'iban', params: { country } } },
    connections: {},
  });
  expect([check('bot', read('bot.json')), check('bot', iban('NL')), check('bot', iban('XX'))]).toEqual([
    true,
    true,
    false,
  ]);
  const { anyOf } = read('schema/bot.schema.json').definitions.node.properties.template;
  expect(anyOf).toContainEqual({ const: 'iban', description: 'IBAN. Asks for an IBAN.' });
  expect(check('config', read('botwright.config.json'))).toBe(true);
  expect(check('config', { rules: { 'dead-end': 'loud' } })).toBe(false);
  const { passed, coverage, fileOf } = runScenarioFiles({ paths: ['.'], workingFolder: folder });
  expect([passed, check('coverage', encodeCoverage(coverage, fileOf))]).toEqual([1, true]);
});

it('[JS4] an unknown schema is refused in one line', async () => {
  await expect(schema({ kind: 'bots' })).rejects.toThrow(
    'The schemas are bot, scenarios, config, coverage, not "bots".',
  );
  await expect(schema({})).rejects.toThrow(
    'Say which one, of bot, scenarios, config, coverage; or write all with --out.',
  );
});
