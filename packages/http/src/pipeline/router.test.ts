import { expect, it } from 'vitest';
import { type Extensions, isSwitchedOn } from '../bots/bots-operation.ts';
import { botsOperations } from '../bots/operation-table.ts';
import { createRouter } from './router.ts';

const off: Extensions = { discardDraft: false, draftRevisions: false, duplicateBot: false };
const routerWith = (extensions: Extensions) =>
  createRouter(botsOperations, (operation) => isSwitchedOn(operation, extensions));
const router = routerWith(off);

function allowOf(path: string, extensions = off): string | undefined {
  return routerWith(extensions).find(path.split('/'))?.resource.allow;
}

it.for([
  ['bots', 'GET, HEAD, POST'],
  ['bots/x', 'GET, HEAD, PATCH, DELETE'],
  ['bots/x/feedback', 'GET, HEAD, PUT'],
  ['bots/x/draft', 'GET, HEAD, PUT, PATCH'],
  ['bots/x/draft/blocks', 'POST'],
  ['bots/x/draft/blocks/y', 'PATCH, DELETE'],
  ['bots/x/draft/validate', 'POST'],
  ['bots/x/test', 'PUT'],
  ['bots/x/versions', 'GET, HEAD, POST'],
  ['bots/x/versions/latest', 'GET, HEAD'],
  ['bots/x/versions/y', 'GET, HEAD, PATCH, DELETE'],
  ['blocks', 'GET, HEAD'],
  ['openapi.yml', 'GET, HEAD'],
] as const)('[HT4][HT7] %s takes %s', ([path, allow]) => {
  expect(allowOf(path)).toBe(allow);
});

it('[AP22][AP23] an operation that is not switched on is missing from the methods', () => {
  const on = { ...off, discardDraft: true, draftRevisions: true };
  expect([allowOf('bots/x/draft/revisions'), allowOf('bots/x/draft/revisions', on)]).toEqual(['', 'GET, HEAD']);
  expect(allowOf('bots/x/draft', on)).toBe('GET, HEAD, PUT, PATCH, DELETE');
});

it.for([
  '',
  'bot',
  'bots/',
  'bots//draft',
  'bots/x/',
  'bots/x/draft/blocks/y/z',
  'connected-accounts/calendar',
  'toString',
])('[HT3] "%s" is no path', (path) => {
  expect(router.find(path.split('/'))).toBeUndefined();
});

it('[HT5] a match has the value of each path parameter', () => {
  expect(router.find(['bots', '__proto__', 'draft', 'blocks', 'a/b'])?.params).toEqual({
    bot_id: '__proto__',
    block_id: 'a/b',
  });
});
