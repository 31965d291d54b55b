import { expect, it } from 'vitest';
import { type DeliveryProcess, processesOnOneFile } from '../support/delivery-process.ts';

const times = ({ sent }: DeliveryProcess): readonly unknown[] => sent.map(({ at, attempt }) => [at, attempt]);

it('[DI3][DQ18] a restart neither loses a retry nor sends it early', async () => {
  const open = processesOnOneFile();
  const before = open();
  before.answer = () => ({ kind: 'answered', status: 500 });
  const hook = await before.addHook();
  const first = before.engine.startWorkers({ isAlone: true });
  await before.runUntilIdle();
  const id = await before.add(hook);
  await before.pass(7_000);
  await first.stop();
  const start = before.sent[0]?.at ?? Number.NaN;
  expect(times(before)).toEqual([
    [start, 1],
    [start + 5_000, 2],
  ]);

  const after = open(before.clock.now());
  after.answer = () => ({ kind: 'answered', status: 500 });
  const second = after.engine.startWorkers({ isAlone: true });
  await after.pass(start + 7_750);
  expect(times(after)).toEqual([]);
  await after.pass(250);
  expect(times(after)).toEqual([[start + 15_000, 3]]);
  await second.stop();
  expect((await after.get(id)).progress.attempts).toHaveLength(3);
});

it('[DI3] a retry that came due while no worker ran is sent at the start', async () => {
  const open = processesOnOneFile();
  const before = open();
  before.answer = () => ({ kind: 'answered', status: 500 });
  await before.add(await before.addHook());
  const first = before.engine.startWorkers();
  await before.runUntilIdle();
  await first.stop();
  expect(times(before)).toEqual([[0, 1]]);
  const after = open(before.clock.now() + 60_000);
  const second = after.engine.startWorkers();
  await after.runUntilIdle();
  expect(times(after)).toEqual([[60_000, 2]]);
  await second.stop();
});

it.for([
  [true, 1_000],
  [false, 15_000],
] as const)(
  '[DI10][DI13][DQ18] the attempt of a process that died is made again, alone %o: at %i ms, same number and bytes',
  async ([isAlone, at]) => {
    const open = processesOnOneFile();
    const before = open();
    before.answer = () => new Promise(() => {});
    const id = await before.add(await before.addHook());
    before.engine.startWorkers();
    await before.runUntilIdle();
    expect(times(before)).toEqual([[0, 1]]);

    // The clock of the first process is not advanced any more, so nothing of it runs.
    const after = open(before.clock.now() + 1_000);
    const second = after.engine.startWorkers({ isAlone });
    await after.pass(16_000);
    expect(times(after)).toEqual([[at, 1]]);
    expect(after.sent[0]?.request).toEqual(before.sent[0]?.request);
    expect((await after.get(id)).progress.attempts).toHaveLength(1);
    await second.stop();
  },
);

it('[DQ8][DI10] two processes on one file send each delivery once', async () => {
  const open = processesOnOneFile();
  const [one, two] = [open(), open()];
  const hook = await one.addHook();
  const ids: string[] = [];
  for (let index = 0; index < 40; index += 1) ids.push(await one.add(hook));
  const workers = [one.engine.startWorkers(), two.engine.startWorkers()];
  for (let step = 0; step < 20; step += 1) {
    await one.pass(250);
    await two.pass(250);
  }
  const sent = [...one.sent, ...two.sent].map(({ request }) => request.id);
  expect(sent.toSorted()).toEqual(ids.toSorted());
  await Promise.all(workers.map((each) => each.stop()));
});
