import { param } from '@botwright/core/diagram';
import { defineBlock, leave, waitForResult } from '@botwright/core/runner';

export const rollDice = defineBlock({
  definition: {
    name: 'roll_dice',
    template: 'acme_dice',
    title: 'Roll a die',
    description: 'Rolls a die and saves the number.',
    group: 'acme',
    variants: [
      {
        params: [
          param('sides', 'integer', { default: 6, rules: { min: 2, max: 100 }, description: 'How many sides it has.' }),
          param('destination', 'string', { required: true, description: 'The Field that gets the number.' }),
        ],
        outputs: ['$success', '$failed'],
      },
    ],
    setsFields: ({ destination }) => (typeof destination === 'string' ? [destination] : []),
  },
  behaviour: {
    enter: ({ params }) => waitForResult({ kind: 'host', name: 'acme.roll', data: { sides: Number(params['sides']) } }),
    resolve: ({ params }, outcome) => {
      if (!outcome.ok) return leave('$failed');
      const rolled = { type: 'integer', value: Number(outcome.value) } as const;
      return leave('$success', { writes: [{ kind: 'set', name: String(params['destination']), ...rolled }] });
    },
  },
});
