/** Clean-up after a file of tests: files may share a process and its loaded modules. */
export const afterFile: (() => Promise<void>)[] = [];
