import { expect, it } from 'vitest';
import { basesOf } from './bots-api.ts';

const extensions = { discardDraft: false, draftRevisions: false, duplicateBot: false };

/** The URLs in the OpenAPI document of each base; links begin with the public URL. */
async function urlsOf(
  options: Parameters<typeof basesOf>[0],
): Promise<{ readonly public: string; readonly sameOrigin: string }> {
  const [first, second] = basesOf(options, { operations: [], extensions });
  expect(second.context.publicUrl).toBe(first.context.publicUrl);
  const [, sameOrigin = ''] = /^servers:\n {2}- url: (.*)$/m.exec(await second.context.openApi()) ?? [];
  return { public: first.context.publicUrl, sameOrigin };
}

it('[HT9] without `sameOriginUrl` the same-origin base has the origin of the public URL', async () => {
  expect(await urlsOf({ publicUrl: 'https://bots.acme.test/v0-alpha/' })).toEqual({
    public: 'https://bots.acme.test/v0-alpha',
    sameOrigin: 'https://bots.acme.test/api/v0-alpha',
  });
  expect(
    await urlsOf({
      publicUrl: 'http://127.0.0.1:3000/behind/v0-alpha',
      sameOriginUrl: 'https://app.acme.test/api/v0-alpha',
    }),
  ).toEqual({ public: 'http://127.0.0.1:3000/behind/v0-alpha', sameOrigin: 'https://app.acme.test/api/v0-alpha' });
});

it.for(['', 'bots', 'ftp://acme.test/v0-alpha', 'https://acme.test/', 'https://acme.test/v0-alpha?x=1'])(
  '[HT9] "%s" is refused as a public URL',
  async (publicUrl) => {
    await expect(urlsOf({ publicUrl })).rejects.toThrow(TypeError);
  },
);
