import { ApiError } from '@botwright/client';
import { expect, it } from 'vitest';
import { fieldProblems, problemText } from './problems.ts';

const botsError = (code: string, problem: string, more: object = {}) =>
  new ApiError('', { api: 'Bots API', code, problem, ...more });

it('shows the server’s message of an error, and describes a lost connection', () => {
  expect(problemText(botsError('bot_not_found', 'There is no such bot.'))).toBe('There is no such bot.');
  expect(problemText(botsError('unreachable', 'x'))).toMatch(/^The connection broke/);
  const fault = botsError('internal_error', 'Something failed.', { status: 500, requestId: 'r1' });
  expect(problemText(fault)).toBe('Something failed. (Request r1)');
  expect([problemText(new Error('Oh')), problemText('oh')]).toEqual(['Oh', 'oh']);
});

it('[CO33] an error is shown at its field', () => {
  const fields = ['name', 'url'];
  const at = (error: unknown) => fieldProblems(error, fields, { bot_name_not_accepted: 'name' });
  expect(at(undefined)).toEqual({});
  expect(at(botsError('bot_name_not_accepted', 'It is too long.'))).toEqual({ name: 'It is too long.' });
  expect(at(botsError('invalid_parameters', 'url is required.'))).toEqual({ url: 'url is required.' });
  expect(at(botsError('bot_not_found', 'Gone.'))).toEqual({ '': 'Gone.' });
  expect(at(new Error('Oh'))).toEqual({ '': 'Oh' });
});

it('the Platform API names the fields, and other errors are shown below the form', () => {
  const error = new ApiError('', {
    api: 'Platform API',
    code: 'invalid_parameters',
    problem: 'all',
    fields: { url: ['is no address', 'is too long'], non_field_errors: ['The plan has no hooks.'] },
  });
  expect(fieldProblems(error, ['url'])).toEqual({ url: 'is no address is too long', '': 'The plan has no hooks.' });
  expect(fieldProblems(error, ['name'])).toEqual({ '': 'all' });
});
