import { type BrandEngine, createEngine, type Engine, type EngineOptions, permissions } from '@botwright/core';
import { aesCipher } from '@botwright/core/node';
import { brand } from '../stores/write-records.ts';

export interface BenchEngine {
  readonly engine: Engine;
  readonly caller: BrandEngine;
}

/** All engines have one key. */
export function engineOf(options: EngineOptions): BenchEngine {
  const cipher = aesCipher({ keys: [{ id: 'bench', key: new Uint8Array(32) }] });
  const engine = createEngine({ cipher, userAgentBrand: 'bench', ...options });
  return { engine, caller: engine.as({ brand, person: 1, workspaces: [1], permissions }) };
}

/** An engine with a configured brand. */
export async function benchEngine(options: EngineOptions): Promise<BenchEngine> {
  const made = engineOf(options);
  await made.engine.configure([{ name: brand, plan: 'business', workspaces: [1], tokens: [] }]);
  return made;
}

export function reportFault({ error }: { readonly error: unknown }): void {
  console.error(error);
}
