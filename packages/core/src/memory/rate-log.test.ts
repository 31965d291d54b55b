import { expect, it } from 'vitest';
import { createRateLog } from './rate-log.ts';

it('[RT6] forgets callers whose window is over', async () => {
  const rateLog = createRateLog(async () => undefined);
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 200_000; index += 1) {
    const key = `caller ${index} ${'x'.repeat(400)}`;
    await rateLog.admit(key, { now: index, limit: 1, windowMs: 1_000 });
  }
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(60_000_000);
});
