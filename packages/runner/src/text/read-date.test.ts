import { readIsoDate, writeIsoDate } from '@botwright/core/conversation';
import { describe, expect, it } from 'vitest';
import { useTimeZone } from '../../test/use-time-zone.ts';
import { readDate } from './read-date.ts';

const now = Date.UTC(2026, 10, 21, 23, 30);

describe('dates as Fields have them', () => {
  it.for([
    ['2026-11-21', Date.UTC(2026, 10, 21), '2026-11-21'],
    ['2026-11-21T14:30', Date.UTC(2026, 10, 21, 14, 30), '2026-11-21T14:30:00'],
    ['2026-11-21T14:30:05', Date.UTC(2026, 10, 21, 14, 30, 5), '2026-11-21T14:30:05'],
    ['2026-11-21T14:30:05.9Z', Date.UTC(2026, 10, 21, 14, 30, 5, 900), '2026-11-21T14:30:05'],
    ['2026-11-21T01:30:00+02:00', Date.UTC(2026, 10, 20, 23, 30), '2026-11-20T23:30:00'],
    ['2024-02-29', Date.UTC(2024, 1, 29), '2024-02-29'],
  ] as const)('[RN46] %s is read, and written as %s', ([text, time, written]) => {
    expect([readIsoDate(text), writeIsoDate(time)]).toEqual([time, written]);
  });

  it.for([
    '',
    '2026',
    '2026-11',
    '20261121',
    '2026-02-29',
    '2026-13-01',
    '2026-11-21 14:30',
    '2026-11-21T25:00',
    'x2026-11-21',
  ])('[RN46] %j is not read', (text) => {
    expect(readIsoDate(text)).toBeUndefined();
  });
});

describe('dates as people type them', () => {
  it.for([
    ['2026-060', '%Y-%j', '2026-03-01'],
    ['Saturday 21 November 2026', '%A %d %B %Y', '2026-11-21'],
    ['Sat 21 nov 2026', '%a %d %h %Y', '2026-11-21'],
    ['2026-11-21 00:00', '%F %R', '2026-11-21'],
    ['2026-11-21 14:30:05', '%F %T', '2026-11-21T14:30:05'],
    ['02:30:05 pm on 2026/11/21', '%I:%M:%S %p on %Y/%m/%d', '2026-11-21T14:30:05'],
    ["5 o'clock yyyy 2026/11/21", "%-H o'clock yyyy %Y/%-m/%-d", '2026-11-21T05:00:00'],
    ['100% 21/11/2026', '100%% %d/%m/%Y', '2026-11-21'],
  ] as const)('[RN62] %j in the form %j is %s', ([text, form, value]) => {
    expect(readDate(text, form, now, 'en')).toBe(value);
  });

  it.for([
    ['21/11', '%d/%m%'],
    ['2026', '%G'],
    ['0026/11/21', '%Y/%m/%d'],
    ['12026/11/21', '%Y/%m/%d'],
    ['2026/11/31', '%Y/%m/%d'],
    ['29/02/2025', '%d/%m/%Y'],
    ['2026-11-2026', '%Y-%m-%Y'],
    ['21 21', '%d %d'],
    ['2 PM 14', '%I %p %H'],
    ['%', '%%'],
    ['today', 'today'],
    ['', ''],
    ['2026', `%Y${'x'.repeat(60_000)}`],
    ['x'.repeat(60_000), '%Y'],
  ] as const)('[RN62][RN63] %j in the form %j is no date', ([text, form]) => {
    expect(readDate(text, form, now, 'en')).toBeUndefined();
  });
});

describe.for(['UTC', 'America/New_York', 'Europe/Berlin', 'Pacific/Apia'])('on a machine in %s', (zone) => {
  useTimeZone(zone);

  it('[RN63] an hour or a day that the zone skips is like any other', () => {
    const skipped = ['2026-03-29 02:30', '2026-03-08 02:30', '2011-12-30 12:00', '2026-11-21 00:30'];
    const read = skipped.map((text) => readDate(text, '%F %R', now, 'en'));
    expect(read).toEqual(skipped.map((text) => `${text.replace(' ', 'T')}:00`));
  });

  it('[RN46] a moment is read and written in UTC', () => {
    expect([readIsoDate('2026-03-29T02:30'), writeIsoDate(Date.UTC(2026, 2, 29, 2, 30))]).toEqual([
      Date.UTC(2026, 2, 29, 2, 30),
      '2026-03-29T02:30:00',
    ]);
  });
});
