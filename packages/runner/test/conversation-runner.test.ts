import type { ConversationRunner } from '@botwright/core';
import { expect, it } from 'vitest';
import { conversationRunner } from '../src/index.ts';

it('[RN3][RN4] an engine takes the runner, and reads what it stored', () => {
  const runner: ConversationRunner = conversationRunner();
  const state = runner.createConversation('c', 7);
  expect(runner.readState(JSON.parse(JSON.stringify(state)))).toEqual(state);
  expect(runner.readState({ version: 2 })).toBeUndefined();
});
