import { expect, it } from 'vitest';
import { saysJson } from './media-type.ts';

it.for([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
  'application/json; charset=utf8; v=1',
  'application/vnd.acme.bot+json',
])('[HT31] %s says JSON', (type) => {
  expect(saysJson(type)).toBe(true);
});

it.for([
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json, text/plain',
  'application/json; charset=utf-16',
  'application/+json',
  'json',
])('[HT31] %s does not', (type) => {
  expect(saysJson(type)).toBe(false);
});
