import * as v from 'valibot';
import { expect, it } from 'vitest';
import { offsetEntries, readOffset, sliceEnvelope, sliceOf } from './offset.ts';
import { pageEntries, pageEnvelope, pageOf, readPage } from './page.ts';

const letters = ['a', 'b', 'c', 'd', 'e'];
const fault = (field: string, message: string) => ({
  ok: false,
  code: 'invalid_parameters',
  faults: [{ field, message }],
});

it('[PA1][PA3][PA4] from a request to a page', () => {
  expect(readPage()).toEqual({ ok: true, value: { page: 1, pageSize: 20 } });
  expect(readPage({ page: 2, pageSize: undefined })).toEqual({ ok: true, value: { page: 2, pageSize: 20 } });
  const page = pageOf(letters, { page: 2, pageSize: 2 });
  expect(page).toEqual({ items: ['c', 'd'], total: 5, page: 2, pageSize: 2 });
  expect(pageEnvelope(page, (item) => item.toUpperCase())).toEqual({
    data: ['C', 'D'],
    meta: { total: 5, page: 2, page_size: 2 },
  });
  expect(pageOf(letters, { page: 4, pageSize: 2 })).toEqual({ items: [], total: 5, page: 4, pageSize: 2 });
});

it.for([0, 1.5, -1, '1', null, Number.NaN])('[PA2] %j is refused as a page', (page) => {
  expect(readPage({ page })).toEqual(fault('page', 'Expected an integer from 1.'));
});

it.for([0, 101, '20'])('[PA2] %j is refused as a page size', (pageSize) => {
  expect(readPage({ pageSize })).toEqual(fault('pageSize', 'Expected an integer from 1 to 100.'));
});

it('[PA6][PA7] from a request to a slice', () => {
  expect(readOffset()).toEqual({ ok: true, value: { offset: 0, limit: 20 } });
  const slice = sliceOf(letters, { offset: 1, limit: 2 });
  expect(slice).toEqual({ items: ['b', 'c'], total: 5 });
  expect(sliceEnvelope('letters', slice, (item) => item.toUpperCase())).toEqual({
    success: true,
    total: 5,
    letters: ['B', 'C'],
  });
  expect(sliceOf(letters, { offset: 9, limit: 2 })).toEqual({ items: [], total: 5 });
  expect(sliceOf(letters, { offset: 0, limit: 0 })).toEqual({ items: [], total: 5 });
  expect(readOffset({ offset: -1 })).toEqual(fault('offset', 'Expected an integer from 0.'));
  expect(readOffset({ limit: 101 })).toEqual(fault('limit', 'Expected an integer from 0 to 100.'));
});

it('[PA1][PA6] documents say how lists are cut, with the defaults', () => {
  const members = Object.entries({ ...pageEntries, ...offsetEntries });
  const described = members.map(([name, { wrapped }]) => [name, v.getMetadata(wrapped)['description']]);
  expect(described).toEqual([
    ['page', 'Counts from 1, the default. A page past the end is empty.'],
    ['pageSize', 'Entries of a page; default 20.'],
    ['offset', 'How many entries to pass over; default 0.'],
    ['limit', 'How many entries to list; default 20.'],
  ]);
});
