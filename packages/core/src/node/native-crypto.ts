const runtime = globalThis.process as Partial<NodeJS.Process> | undefined;

/**
 * Node's crypto, `undefined` in a runtime without it. Not imported, so that such a runtime loads this module too.
 * WebCrypto cannot replace it: its hashes and ciphers are asynchronous.
 */
export const nativeCrypto = runtime?.getBuiltinModule?.('node:crypto');
