import { describe, expect, it } from 'vitest';
import { answer } from '../../../test/runner/one-block.ts';

describe('ask_url', () => {
  it.for([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
    ['HTTP://EXAMPLE.ORG', 'HTTP://EXAMPLE.ORG'],
    ['example.org', 'https://example.org'],
    ['www.example.org/a', 'https://www.example.org/a'],
    ['http://192.0.2.1:8080/', 'http://192.0.2.1:8080/'],
    ['http://[2001:db8::1]/', 'http://[2001:db8::1]/'],
    ['bücher.example', 'https://bücher.example'],
    ['\u200ehttps://example.org/a\u202c', 'https://example.org/a'],
    ['https://mu\u0308nchen.de/stra\u00dfe', 'https://münchen.de/straße'],
    ['भारत.com/क', 'https://भारत.com/क'],
    ['http://เว็บไซต์.ไทย', 'http://เว็บไซต์.ไทย'],
    ['ｗｗｗ．例え。テスト／ａ', 'https://www.例え.テスト/a'],
    ['https://my‐site.example/', 'https://my-site.example/'],
    ['https://en.example.org/wiki/Michelson–Morley’s', 'https://en.example.org/wiki/Michelson–Morley’s'],
    ['https://fa.example.org/می\u200cخواهم?q=１', 'https://fa.example.org/می\u200cخواهم?q=１'],
    ['١٩٢.٠.٢.١', 'https://192.0.2.1'],
    ['example.org.', 'https://example.org.'],
    ['example.org:8080?a=b', 'https://example.org:8080?a=b'],
  ] as const)('[RN59][RN137][RN138] accepts %j', ([written, value]) => {
    expect(answer('ask_url', {}, written)).toEqual(['string', value]);
  });

  it.for([
    'example',
    'localhost',
    'http://localhost/',
    'ftp://example.org',
    'javascript:alert(1)',
    'mailto:ada@example.org',
    'ada@example.org',
    'https://ada:secret@example.org',
    'two words.org',
    'https://',
    'https:///a.b',
    '.',
    'a.',
    '3',
    '0',
    '12345',
    '١٢٣',
    '0x10',
    '0x7f.1',
    '1.2',
    '127.1',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '192.168.01.1',
    'http://3232235521/',
    'https://0300.0250.1.1',
    'example.org:port',
    'https://exam%70le.org',
    'a..b',
    '-a.org',
    '\u0301a.org',
    `https://example.org/${'a'.repeat(2_048)}`,
  ])('[RN59][RN138] refuses %j', (written) => {
    expect(answer('ask_url', {}, written)).toBe('refused');
  });
});
