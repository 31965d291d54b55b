import { expect, it } from 'vitest';
import { safeFileName, typeOfContent } from './file-content.ts';

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const zip = (entry: string) => `PK\x03\x04${'\0'.repeat(26)}${entry}`;
const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

it.for<readonly [content: string, name: string, type: string, declared?: string]>([
  ['\xff\xd8\xff\xe0', 'a.png', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'a', 'image/png'],
  ['GIF89a', 'a', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'a', 'image/webp'],
  ['RIFF\0\0\0\0WAVEfmt ', 'a', 'audio/wav'],
  ['BM\x36\0\0\0\0\0\0\0', 'a', 'image/bmp'],
  ['BMW is a car.', 'a', 'text/plain'],
  ['\0\0\0\x18ftypheic', 'a', 'image/heic'],
  ['\0\0\0\x18ftypavif', 'a', 'image/avif'],
  ['\0\0\0\x18ftypisom', 'a', 'video/mp4'],
  ['\0\0\0\x18ftypisom', 'a', 'audio/mp4', 'audio/mp4'],
  ['\0\0\0\x18ftypisom', 'a', 'video/mp4', 'image/png'],
  ['\0\0\0\x18ftypqt  ', 'a', 'video/quicktime'],
  ['\x1aE\xdf\xa3\x01\x42\x82\x88webm', 'a', 'video/webm'],
  ['OggS\0\x02OpusHead', 'a', 'audio/ogg'],
  ['OggS\0\x02\x80theora', 'a', 'video/ogg'],
  ['ID3\x03', 'a', 'audio/mpeg'],
  ['\xff\xfb\x90', 'a', 'audio/mpeg'],
  ['\xff\xf1\x50', 'a', 'audio/aac'],
  ['\xff\xfeh\0i\0', 'a', 'text/plain'],
  ['%PDF-1.7', 'a.png', 'application/pdf', 'image/png'],
  [zip('[Content_Types].xml'), 'a.docx', docx],
  [zip('[Content_Types].xml'), 'a.pdf', 'application/zip'],
  [zip('evil.exe'), 'a.docx', 'application/zip'],
  [zip('mimetypeapplication/vnd.oasis.opendocument.textPK'), 'a.zip', 'application/vnd.oasis.opendocument.text'],
  [zip('mimetypetext/htmlPK'), 'a.zip', 'application/zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a.xls', 'application/vnd.ms-excel'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a.png', 'application/octet-stream'],
  ['a,b\n1,2', 'a.csv', 'text/csv'],
  ['<script>', 'a.html', 'text/plain', 'text/html'],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'text/plain', 'image/svg+xml'],
  ['MZ\x90\0\x03', 'a.png', 'application/octet-stream'],
  ['caf\xe9', 'a.txt', 'application/octet-stream'],
])('[FS21] %j with the name %s is %s', ([content, name, type, declared]) => {
  expect(typeOfContent(latin1(content), { name, type: declared })).toBe(type);
});

it.for([
  ['me.png', 'image/png', 'me.png'],
  ['me.JPEG', 'image/jpeg', 'me.JPEG'],
  ['me.exe', 'image/png', 'me.exe.png'],
  ['../../etc/passwd', 'text/plain', 'passwd.txt'],
  ['C:\\me\\a.pdf', 'application/pdf', 'a.pdf'],
  ['', 'image/png', 'file.png'],
  ['..', 'application/octet-stream', 'file'],
  ['.htaccess', 'text/plain', 'htaccess.txt'],
  ['a\u202egnp.exe', 'application/octet-stream', 'agnp.exe'],
  ['a.pdf', 'application/octet-stream', 'a.pdf.bin'],
  ['a\0\r\n"b".png', 'image/png', 'ab.png'],
  [`${'ä'.repeat(300)}.png`, 'image/png', `${'ä'.repeat(88)}.png`],
  ['\ud800.png', 'image/png', 'png.png'],
] as const)('[FS22] %j of %s becomes %s', ([given, type, name]) => {
  expect(safeFileName(given, type)).toBe(name);
});
