import { type RuleDoc, sketch } from '../../rules/rule-doc.ts';

export const askFileWithoutStoreDoc: RuleDoc = {
  code: 'ask-file-without-store',
  group: 'Channels, plans, bots and accounts',
  title: 'A file is asked for where none can be uploaded',
  specs: ['FS7'],
  appliesTo:
    'bots of the family `native`, when the host says that it stores no files: `stores_files` of the config file, `storesFiles` of the library call',
  what: 'The block asks for a file, and the engine of the host has no `files`, the store of uploaded files.',
  why: 'The page tells visitors that files cannot be sent from it. Few have the address of their file.',
  mend: 'Give the engine a store of files, such as `diskFileStore()`, or ask for an address with `ask_url`.',
  given: { says: 'The host stores no files.', context: { storesFiles: false } },
  wrong: sketch({ cv: ['var_file', { text: 'Your CV, @{name}?', destination: 'email' }], thanks: ['close', {}] }),
  at: '/nodes/cv/template',
  right: [[['nodes', 'cv', 'template'], 'var_url']],
};
