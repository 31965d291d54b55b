import { expect, it } from 'vitest';
import { memoryStorage } from '../memory/index.ts';
import { createEngine } from './create-engine.ts';
import { resolveLimits } from './limits.ts';

it('[DR8][DR33] limits that the host does not set have their defaults', () => {
  const usual = {
    maxNodes: 20_000,
    maxConnections: 60_000,
    maxDiagramValues: 1_000_000,
    maxParams: 1_000,
    maxKeyLength: 1_024,
    maxFormulaLength: 65_536,
    maxRevisions: 100,
    maxRevisionBytes: 52_428_800,
    maxTextLength: 10_000,
    maxMarksInRow: 64,
    maxPayloadBytes: 4_096,
    maxFields: 500,
    maxFieldBytes: 65_536,
    maxFieldsBytes: 524_288,
    maxHooks: 100,
    maxBrandMails: 100,
    maxConversationMails: 5,
    maxModelCallsInRow: 20,
    maxConversationModelCalls: 200,
    maxBrandModelTokens: 2_000_000,
    maxModelCallsAtOnce: 8,
    maxFileBytes: 10 * 1_024 * 1_024,
    maxStepWork: 1_000_000,
    maxWaitingSearches: 10,
    maxWaitingDiagrams: 32,
    maxUnsentBytes: 33_554_432,
    maxCachedDraftBytes: 67_108_864,
    maxVisitors: 10_000,
    maxVisitorMessages: 5_000,
    visitorLifeMs: 2_592_000_000,
    silentVisitorLifeMs: 3_600_000,
  };
  expect(resolveLimits()).toEqual(usual);
  expect(resolveLimits({ maxNodes: 5 })).toEqual({ ...usual, maxNodes: 5 });
  expect(resolveLimits({ maxNodes: undefined as unknown as number })).toEqual(usual);
  for (const maxNodes of [-1, 1.5, '5' as unknown as number]) {
    expect(() => createEngine({ storage: memoryStorage(), limits: { maxNodes } })).toThrow(TypeError);
  }
});
