import { expect, it } from 'vitest';
import { isChosen } from './delivery-list.ts';

it('[SQ27] for any number of hooks of a message, none of their lists grows by a thousand without a check', () => {
  for (let distance = 1; distance <= 400; distance += 1) {
    let [unseen, most] = [0, 0];
    let looks = 0;
    for (let nth = 0; nth < 5_000; nth += 1) {
      unseen = isChosen(17 + nth * distance) ? 0 : unseen + 1;
      if (unseen === 0) looks += 1;
      most = Math.max(most, unseen);
    }
    expect(most).toBeLessThan(1_000);
    expect(looks).toBeLessThan(200);
  }
});
