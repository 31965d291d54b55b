import { root } from '../source/repository.ts';
import { readSources } from './check-dialect.ts';

/** Prints the marks of dialect in the comments of a folder or file, with an example of each in plain words. */
for (const { file, found } of readSources(root, process.argv[2])) {
  for (const { line, words, mark } of found) {
    console.log(`${file}:${line}  "${words}"  ${mark.example} → ${mark.plain}`);
  }
}
