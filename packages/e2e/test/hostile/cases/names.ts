import { withHooks } from '../attack/with-hooks.ts';
import type { HostileCase, HostileFamily } from '../must-hold.ts';

const urls = Array.from({ length: 12 }, (_, index) => `http://silent${index}.test/`);
const meets = ['unanswered name'];

const cases: readonly HostileCase[] = [
  {
    title: 'hooks at twelve names that nobody answers',
    forMs: 4_000,
    meets,
    async attack(attack) {
      await attack.publish({ start: ['ask_question', { text: 'Ready?' }] });
      await withHooks(attack, urls, () => attack.write({ texts: ['hi', 'hi', 'hi', 'hi'] }));
    },
  },
  {
    title: '40 visitors whose bot calls a name that nobody answers',
    forMs: 4_000,
    meets,
    async attack(attack) {
      const [url = ''] = urls;
      await attack.publish({ start: ['webhook', { url }], end: ['ask_question', { text: 'Again?' }] }, [
        'start.$success--end',
        'start.$failed--end',
        'end.$success--start',
      ]);
      await attack.write({ count: 40, texts: ['hi', 'hi'], everyMs: 2_000 });
    },
  },
];

/** The receiver of the neighbour has a name too. */
export const names: HostileFamily = { title: 'names', cases };
