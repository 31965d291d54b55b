import type { LinkedBotRecord } from '@botwright/core/ports';
import { otherBrand } from '../../../src/contracts/storage/samples.ts';
import { changeTransaction, type Mutant } from './mutant.ts';

export const brandMutants: readonly Mutant[] = [
  {
    rule: 'ST10',
    fault: 'all brands share one store',
    breakStorage: (sound) => ({
      ...sound,
      reader: () => sound.reader('all'),
      transaction: (_brand, work) => sound.transaction('all', work),
    }),
  },
  {
    rule: 'ST10',
    fault: 'linked bots are looked up by number in all brands',
    breakStorage(sound) {
      const known = new Map<number, LinkedBotRecord>();
      const storage = changeTransaction(sound, (tx) => ({
        bots: {
          ...tx.bots,
          async insert(bot) {
            const record = await tx.bots.insert(bot);
            known.set(record.number, { ...record, published: record.publishedAt !== undefined });
            return record;
          },
        },
      }));
      return {
        ...storage,
        reader(brand) {
          const reader = sound.reader(brand);
          const findLinked: typeof reader.bots.findLinked = async ({ ids, numbers }) => [
            ...(await reader.bots.findLinked({ ids, numbers: [] })),
            ...numbers.flatMap((number) => known.get(number) ?? []),
          ];
          return { ...reader, bots: { ...reader.bots, findLinked } };
        },
      };
    },
  },
  {
    rule: 'ST11',
    fault: 'destroying a bot destroys the bot with that id in another brand too',
    breakStorage: (sound) => ({
      ...sound,
      async transaction(brand, work) {
        const destroyed: string[] = [];
        const result = await sound.transaction(brand, (tx) =>
          work({
            ...tx,
            bots: {
              ...tx.bots,
              destroy(id) {
                destroyed.push(id);
                return tx.bots.destroy(id);
              },
            },
          }),
        );
        for (const name of brand === otherBrand ? ['acme'] : []) {
          await sound.transaction(name, async (tx) => {
            for (const id of destroyed) {
              await tx.bots.lock(id);
              await tx.bots.destroy(id);
            }
          });
        }
        return result;
      },
    }),
  },
];
