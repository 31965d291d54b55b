import { expect, it } from 'vitest';
import { readPublicUrls } from './public-urls.ts';

it('[HT9] the same-origin address is below the origin of the public one unless it is given', () => {
  expect(readPublicUrls({ publicUrl: 'https://bots.acme.test/v0-alpha/' })).toEqual({
    public: 'https://bots.acme.test/v0-alpha',
    same_origin: 'https://bots.acme.test/api/v0-alpha',
  });
  expect(
    readPublicUrls({
      publicUrl: 'http://127.0.0.1:3000/behind/v0-alpha',
      sameOriginUrl: 'https://app.acme.test/api/v0-alpha',
    }),
  ).toEqual({ public: 'http://127.0.0.1:3000/behind/v0-alpha', same_origin: 'https://app.acme.test/api/v0-alpha' });
});

it.for(['', 'bots', 'ftp://acme.test/v0-alpha', 'https://acme.test/', 'https://acme.test/v0-alpha?x=1'])(
  '[HT9] "%s" is no public address',
  (publicUrl) => {
    expect(() => readPublicUrls({ publicUrl })).toThrow(TypeError);
  },
);
