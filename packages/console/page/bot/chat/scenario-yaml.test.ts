import type { JsonValue } from '@botwright/core/conversation';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { writeYaml } from './scenario-yaml.ts';

it('writes a file of scenarios as people do', () => {
  const file = {
    bot: 'lead.json',
    scenarios: [
      {
        name: 'asks',
        steps: [{ bot: 'Hi: you?' }, { visitor: 'yes' }, { bot: { text: 'Which', buttons: ['A', 'B'] } }],
      },
    ],
  };
  expect(writeYaml(file)).toBe(`bot: lead.json
scenarios:
  - name: asks
    steps:
      - bot: "Hi: you?"
      - visitor: "yes"
      - bot:
          text: Which
          buttons:
            - A
            - B
`);
});

it('writes any JSON so that YAML reads the same', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('no', '~', '- a', 'a: b', '#', '', ' a', '1e3', '2026-01-01', 'a\nb', 'é'),
  );
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      texts,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc
        .dictionary(
          texts.filter((name) => name !== '__proto__'),
          tie('value'),
        )
        .map((object) => ({ ...object })),
    ),
  }));
  fc.assert(
    fc.property(value, (given) => {
      expect(parse(writeYaml(given))).toEqual(given);
    }),
    { seed: 13, numRuns: 300 },
  );
});
