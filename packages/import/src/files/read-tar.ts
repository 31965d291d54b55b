/** Bytes of a header; contents fill whole records of this size. */
const record = 512;
/** In UTF-16 units. */
const longestName = 1_000;

interface TarEntry {
  /** The path in the archive, which is never opened. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Reads the regular files of a tar archive, with the long names of GNU and of POSIX.
 *
 * @param mostEntries - Entries of any kind.
 * @param refuse - Throws, with the rest of a sentence after the name of the archive.
 * @spec IB2
 */
export function readTar(
  archive: Uint8Array,
  mostEntries: number,
  refuse: (message: string) => never,
): readonly TarEntry[] {
  const entries: TarEntry[] = [];
  let longName: string | undefined;
  let count = 0;
  for (let at = 0; at + record <= archive.length; ) {
    const header = archive.subarray(at, at + record);
    if (header.every((byte) => byte === 0)) break;
    count += 1;
    if (count > mostEntries) refuse(`has more than ${mostEntries.toLocaleString('en')} entries.`);
    const size = octal(header.subarray(124, 136));
    const begin = at + record;
    if (size === undefined || octal(header.subarray(148, 156)) !== checksum(header) || begin + size > archive.length) {
      refuse('is not a readable archive.');
    }
    const content = archive.subarray(begin, begin + (size as number));
    const kind = String.fromCharCode(header[156] ?? 0);
    if (kind === 'L') longName = textOf(content.subarray(0, longestName));
    else if (kind === 'x') longName = pathIn(content) ?? longName;
    else if (kind !== 'g') {
      if (kind === '0' || kind === '\0') entries.push({ name: cleanName(longName ?? nameOf(header)), bytes: content });
      longName = undefined;
    }
    at = begin + Math.ceil((size as number) / record) * record;
  }
  return entries;
}

/** Without `./` at the start. */
function cleanName(name: string): string {
  return name.replace(/^(?:\.\/)+/, '').slice(0, longestName);
}

function nameOf(header: Uint8Array): string {
  const name = textOf(header.subarray(0, 100));
  const isPosix = textOf(header.subarray(257, 262)) === 'ustar';
  const folder = isPosix ? textOf(header.subarray(345, 500)) : '';
  return folder === '' ? name : `${folder}/${name}`;
}

/** The path of a header of POSIX: lines of length, name and value. */
function pathIn(content: Uint8Array): string | undefined {
  const [, path] = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(textOf(content.subarray(0, 10 * longestName))) ?? [];
  return path;
}

function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

function octal(bytes: Uint8Array): number | undefined {
  const text = textOf(bytes).trim();
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

/** The sum of the header, in which the field of the sum counts as spaces. */
function checksum(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}
