import { describe, expect, it } from 'vitest';
import { parseDocument, readDocuments } from './generator/documents.ts';
import { botsMethods, chatMethods, platformMethods } from './generator/method-names.ts';
import { writeModule } from './generator/write-module.ts';

const documents = await readDocuments();

describe('what the client is made of', () => {
  it.each([
    ['bots', 'Bots', botsMethods],
    ['platform', 'Platform', platformMethods],
    ['chat', 'Chat', chatMethods],
  ] as const)('[CL1][CL2] follows the operations of %s', async (key, name, methods) => {
    const text = writeModule(parseDocument(documents[key]), { name, methods, hasCodes: key === 'bots' });
    await expect(text).toMatchFileSnapshot(`../src/generated/${key}-calls.ts`);
  });

  it('[CL2] an operation without a method, and a method without an operation, is refused', () => {
    const document = parseDocument(documents.chat);
    const { send: _send, ...others } = chatMethods;
    expect(() => writeModule(document, { name: 'Chat', methods: others, hasCodes: false })).toThrow(
      'No method for send;',
    );
    expect(() =>
      writeModule(document, { name: 'Chat', methods: { ...chatMethods, gone: 'a.b' }, hasCodes: false }),
    ).toThrow('no operation for gone.');
  });
});
