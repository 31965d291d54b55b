/** What is to be done after a file of tests: files may share a process, and what it has loaded. */
export const afterFile: (() => Promise<void>)[] = [];
