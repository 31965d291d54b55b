import { extensionsOf, mediaTypeOfType, typeOfName } from './file-type.ts';

/** Bytes from the begin of a file by which its type is found. */
export const headBytes = 4_096;

/** The type of content that no rule recognises. */
const unknownType = 'application/octet-stream';

type Signature = readonly [start: string, type: string];

/** The bytes with which files begin, as characters of Latin-1. */
const signatures: readonly Signature[] = [
  ['\xff\xd8\xff', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['II*\0', 'image/tiff'],
  ['MM\0*', 'image/tiff'],
  ['ID3', 'audio/mpeg'],
  ['fLaC', 'audio/flac'],
  ['#!AMR', 'audio/amr'],
  ['\0\0\x01\xba', 'video/mpeg'],
  ['\0\0\x01\xb3', 'video/mpeg'],
  ['%PDF-', 'application/pdf'],
  ['{\\rtf', 'application/rtf'],
];

/** By the form type of a RIFF file. */
const riffTypes: Readonly<Record<string, string>> = {
  WEBP: 'image/webp',
  WAVE: 'audio/wav',
  'AVI ': 'video/x-msvideo',
};

/** By the first letters of the major brand of an ISO media file. */
const isoBrands: readonly Signature[] = [
  ['avi', 'image/avif'],
  ['hei', 'image/heic'],
  ['hev', 'image/heic'],
  ['mif', 'image/heif'],
  ['msf', 'image/heif'],
  ['qt', 'video/quicktime'],
  ['M4A', 'audio/mp4'],
  ['M4B', 'audio/mp4'],
  ['3g', 'video/3gpp'],
];

/** A file as its sender describes it. */
export interface DeclaredFile {
  readonly name: string;
  /** MIME type. */
  readonly type?: string | undefined;
}

/**
 * Finds the MIME type of a file by its first bytes. Its name and its declared type only choose among types that the
 * same bytes can have, such as `.docx` for a ZIP archive, or `.csv` for a text.
 *
 * @param head - The first `headBytes` bytes, or the whole file when it is shorter.
 * @spec FS21
 */
export function typeOfContent(head: Uint8Array, declared: DeclaredFile): string {
  const start = latin1(head);
  const signed = signatures.find(([bytes]) => start.startsWith(bytes));
  if (signed !== undefined) return signed[1];
  return containerType(start, declared) ?? frameType(head) ?? textType(head, declared) ?? unknownType;
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function containerType(start: string, declared: DeclaredFile): string | undefined {
  const form = start.slice(8, 12);
  if (start.startsWith('RIFF')) return riffTypes[form];
  if (start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0') return 'image/bmp';
  if (start.slice(4, 8) === 'ftyp') {
    const type = isoBrands.find(([brand]) => form.startsWith(brand))?.[1] ?? 'video/mp4';
    const isSound = type === 'video/mp4' && mediaTypeOfType(declared.type ?? '') === 'audio';
    return isSound ? 'audio/mp4' : type;
  }
  if (start.startsWith('\x1aE\xdf\xa3')) return start.includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (start.startsWith('OggS')) return start.includes('\x80theora') ? 'video/ogg' : 'audio/ogg';
  if (start.startsWith('PK\x03\x04') || start.startsWith('PK\x05\x06')) return zipType(start, declared);
  const isOle = start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
  return isOle ? nameAmong(declared, ['doc', 'xls', 'ppt']) : undefined;
}

/** OpenDocument files say their type in the first entry; files of Microsoft Office have entries of known names. */
function zipType(start: string, declared: DeclaredFile): string {
  const said = start.slice(30, 38) === 'mimetype' ? /^[a-z]+\/[a-z\d.+-]+/.exec(start.slice(38))?.[0] : undefined;
  if (said !== undefined) return extensionsOf(said.replace(/PK$/, '')).length > 0 ? said : 'application/zip';
  const isOffice = /\[Content_Types\]\.xml|_rels\/|docProps\//.test(start);
  return (isOffice ? nameAmong(declared, ['docx', 'xlsx', 'pptx']) : undefined) ?? 'application/zip';
}

/** Sounds without a header begin with the mark of a frame. A text in UTF-16 may begin with the same bits. */
function frameType([first, second = 0]: Uint8Array): string | undefined {
  if (first !== 0xff || second === 0xfe || (second & 0xe0) !== 0xe0) return undefined;
  if ((second & 0xf6) === 0xf0) return 'audio/aac';
  return (second & 0x06) === 0 ? undefined : 'audio/mpeg';
}

/** Control characters that no text has. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finds them
const noText = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

function textType(head: Uint8Array, declared: DeclaredFile): string | undefined {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16) return 'text/plain';
  try {
    // A longer file may have the rest of the last character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.length >= headBytes });
    if (noText.test(text)) return undefined;
  } catch {
    return undefined;
  }
  return nameAmong(declared, ['csv', 'md', 'json']) ?? 'text/plain';
}

/** The type of the declared name, if it has one of these extensions. */
function nameAmong({ name }: DeclaredFile, extensions: readonly string[]): string | undefined {
  const type = typeOfName(name);
  return type !== undefined && extensions.includes(extensionsOf(type)[0] ?? '') ? type : undefined;
}

/** Code points. */
const longestName = 100;
const longestExtension = 12;

/**
 * The name of a file for people, and for the end of its address: without folders, controls and marks that change the
 * direction of a text, and with an extension that fits the type.
 *
 * @spec FS22
 */
export function safeFileName(given: string, type: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>|:*?]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const [usual] = extensionsOf(type);
  const named = typeOfName(plain);
  const fits = usual === undefined ? named === undefined : named === type;
  const more = fits ? '' : `.${usual ?? 'bin'}`;
  const extension = fits ? (/\.[^.]+$/.exec(plain)?.[0] ?? '') : '';
  const kept = Array.from(extension).length <= longestExtension ? extension : '';
  const base = Array.from(plain.slice(0, plain.length - kept.length))
    .slice(0, longestName - longestExtension)
    .join('');
  return `${base.trim() === '' ? 'file' : base}${kept}${more}`;
}
