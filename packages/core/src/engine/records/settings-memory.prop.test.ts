import fc from 'fast-check';
import { expect, it } from 'vitest';
import { commit, engineStorage, readsOf } from '../../../test/stored-records.ts';
import { memoryStorage } from '../../memory/index.ts';
import type { Storage } from '../../ports/storage.ts';
import { load, useCaseOf } from '../use-case/use-case.ts';
import { interpretReads } from './interpret.ts';
import type { Load } from './loads.ts';
import type { Operation } from './operations.ts';

const ids = ['b1', 'b2'];
const feedback = { enabled: true, positiveLabel: '', negativeLabel: '', commentQuestion: '', thanks: '' };
const hook = {
  name: '',
  encryptedUrl: '',
  origin: '',
  encryptedToken: '',
  active: true,
  disabledByPlan: false,
  createdAt: 1,
  updatedAt: 1,
};

/** Two bots, each with the draft that every bot has, and two channels, each with a hook. */
async function fill(storage: Storage): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const number = index + 1;
    const bot = {
      id,
      number,
      name: '',
      foldedName: '',
      workspace: 1,
      channelFamily: 'apichat',
      state: 'active',
      builder: 'current',
      channels: [],
      testChannel: 't',
      createdAt: 1,
      editedAt: 1,
    } as const;
    const diagram = { diagramJson: '{}', violations: [], violationsTotal: 0 };
    const draft = { botId: id, revision: 1, ...diagram, editedAt: 1, editedBy: 7 };
    const channel = {
      number,
      id: `c${number}`,
      workspace: 1,
      purpose: 'live',
      name: '',
      type: 'apichat',
      active: true,
      configured: false,
      createdAt: 1,
    } as const;
    await commit(
      storage,
      'acme',
      { kind: 'insertBot', bot, channels: [], draft },
      { kind: 'insertChannel', channel },
      { kind: 'insertHook', hook: { ...hook, number, channelNumber: number, active: index === 0 } },
    );
  }
}

const settings: readonly Load[] = ids.flatMap((id, index): readonly Load[] => [
  { kind: 'bot', id },
  { kind: 'channel', number: index + 1 },
  { kind: 'hooks', channel: index + 1 },
  { kind: 'feedback', botId: id },
]);

const change = fc.record({
  setting: fc.constantFrom('bot', 'channel', 'hook', 'other hook', 'feedback'),
  place: fc.nat(1),
  text: fc.constantFrom('x', 'y', 'z'),
});
const batch = fc.subarray(settings.map((_, index) => index));
const useCase = fc.record({
  /** Which process runs it. */
  process: fc.nat(1),
  batches: fc.array(batch, { maxLength: 3 }),
  changes: fc.array(change, { maxLength: 3 }),
  fails: fc.boolean(),
});

function operationOf(
  { setting, place, text }: typeof change extends fc.Arbitrary<infer T> ? T : never,
  index: number,
): Operation {
  const [id = '', number] = [ids[place], place + 1];
  if (setting === 'bot') return { kind: 'updateBot', id, change: { name: text } };
  if (setting === 'channel') return { kind: 'updateChannel', number, change: { name: text } };
  if (setting === 'feedback') {
    return { kind: 'putFeedback', botId: id, configuration: { ...feedback, question: text } };
  }
  if (setting === 'hook') return { kind: 'updateHook', number, change: { active: text === 'y' } };
  return { kind: 'insertHook', hook: { ...hook, number: 10 + index, channelNumber: number } };
}

it('[CV59][ST90] cached settings equal the settings of the store, in every process and after every failure', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(useCase, { maxLength: 20 }), fc.boolean(), async (useCases, isAtOnce) => {
      const sound = memoryStorage();
      await fill(sound);
      let stored: readonly unknown[] = [];
      // The store runs a program at once: both see one moment.
      const watched: Storage = {
        ...sound,
        exclusive: (scope, program) =>
          sound.exclusive(scope, function* () {
            stored = yield* interpretReads('acme', load(...settings));
            return yield* program();
          }),
      };
      const processes = [engineStorage(watched), engineStorage(watched)];
      const run = ({ process, batches, changes, fails }: (typeof useCases)[number], index: number) =>
        processes[process]
          ?.perform('acme', () =>
            useCaseOf(function* ({ operations }) {
              for (const places of batches) {
                const answers = yield* load(...places.map((place) => settings[place] as Load));
                expect(answers).toEqual(places.map((place) => stored[place]));
              }
              yield* load(...ids.map((id) => ({ kind: 'lockedBot', id }) as const));
              operations.push(...changes.map((each, nth) => operationOf(each, 3 * index + nth)));
              if (fails) throw new Error('refused');
            }),
          )
          .catch((error: unknown) => {
            if (!(error instanceof Error && error.message === 'refused')) throw error;
          });
      if (isAtOnce) await Promise.all(useCases.map(run));
      else for (const [index, each] of useCases.entries()) await run(each, index);
    }),
    { seed: 20261123, numRuns: 200 },
  );
});

it('[CV59] a setting that did not change is read from the store once, and what was read cannot be changed', async () => {
  const sound = memoryStorage();
  await fill(sound);
  let reads = 0;
  const storage = engineStorage({
    ...sound,
    exclusive: (scope, program) =>
      sound.exclusive(scope, function* () {
        const run = program();
        let step = run.next([]);
        while (step.done !== true) {
          reads += step.value.filter((request) => request.do === 'get' && request.kind === 'channel').length;
          step = run.next(structuredClone(yield step.value));
        }
        return step.value;
      }),
  });
  const find = () => storage.perform('acme', () => useCaseOf(() => load({ kind: 'channel', number: 1 })));
  const [[first], [second]] = [await find(), await find()];
  expect([reads, first]).toEqual([1, second]);
  expect(Object.isFrozen(first)).toBe(true);
  await commit(sound, 'acme', { kind: 'updateChannel', number: 1, change: { name: 'new' } });
  const [third] = await find();
  expect([third?.name, reads]).toEqual(['new', 2]);
  expect((await readsOf(sound).load({ kind: 'channel', number: 1 }))?.name).toBe('new');
});
