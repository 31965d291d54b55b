import { randomInt } from 'node:crypto';
import type { EffectHost } from '@botwright/core/ports';

export const ownEffects: EffectHost = {
  async carryOut(effect) {
    if (effect.kind !== 'host' || effect.name !== 'acme.roll') return 'unhandled';
    return { ok: true, value: randomInt(1, Number(effect.data['sides']) + 1) };
  },
};
