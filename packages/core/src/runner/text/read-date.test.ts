import { describe, expect, it } from 'vitest';
import { useTimeZone } from '../../../test/runner/use-time-zone.ts';
import { shippedBlocks } from '../../blocks/definitions.ts';
import { readIsoDate, writeIsoDate } from '../../domain/time/iso-date.ts';
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

describe('dates as languages write them', () => {
  const locales = [
    ...[
      'en',
      'en-GB',
      'es',
      'es-MX',
      'pt',
      'pt-BR',
      'ca',
      'gl',
      'eu',
      'fr',
      'it',
      'ro',
      'de',
      'nl',
      'sv',
      'da',
      'nb',
      'fi',
    ],
    ...[
      'et',
      'lv',
      'lt',
      'pl',
      'cs',
      'sk',
      'sl',
      'hr',
      'sr',
      'hu',
      'ru',
      'uk',
      'bg',
      'el',
      'tr',
      'he',
      'ar',
      'ar-EG',
      'ur',
    ],
    ...[
      'hi',
      'bn',
      'ta',
      'th',
      'vi',
      'id',
      'ms',
      'sw',
      'zh',
      'zh-TW',
      'ja',
      'ko',
      'ka',
      'hy',
      'az',
      'kk',
      'af',
      'is',
      'ga',
    ],
  ];
  const days = Array.from(
    { length: 24 },
    (_, at) => new Date(Date.UTC(2026, at % 12, at < 12 ? 1 + at : 28 - (at % 12))),
  );

  it.for(locales)('[RN150] all that Intl writes in %s is read', (locale) => {
    const missed = (['long', 'medium'] as const).flatMap((dateStyle) => {
      const format = new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' });
      return days.flatMap((day) => {
        const [text, value] = [format.format(day), day.toISOString().slice(0, 10)];
        const read = ['%d %B %Y', '%B %e, %Y'].map((form) => readDate(text, form, now, locale));
        return read.every((one) => one === value) ? [] : [[text, value, ...read]];
      });
    });
    expect(missed).toEqual([]);
  });

  it.for(locales)('[RN150] the day of the week that Intl writes in %s is read, and another one is not', (locale) => {
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
    const missed = days.flatMap((day) => {
      const [text, value] = [format.format(day), day.toISOString().slice(0, 10)];
      const weekday = format.formatToParts(day).find(({ type }) => type === 'weekday')?.value ?? '';
      const other =
        format.formatToParts(day.getTime() + 86_400_000).find(({ type }) => type === 'weekday')?.value ?? '';
      const read = [text, text.replace(weekday, other)].map((one) => readDate(one, '%A %d %B %Y', now, locale));
      return read[0] === value && read[1] === undefined ? [] : [[text, value, ...read]];
    });
    expect(missed).toEqual([]);
  });

  it.for(locales)('[RN145][RN150] what is shown as a hint in %s is read', (locale) => {
    const forms = shippedBlocks.find(({ name }) => name === 'ask_date')?.answerForms;
    const formats = ['%d %B %Y', '%e. %b %Y', '%A %d %B %Y', '%a, %B %d, %Y', '%B %d %y', '%Y %h %d'];
    const read = formats.map((form) => {
      const [hint] = forms?.({ format: [form], locale }) ?? [];
      return [hint?.shown, readDate(hint?.shown ?? '', form, now, locale)];
    });
    expect(read).toEqual(read.map(([shown]) => [shown, '2026-11-21']));
  });

  it.for([
    ['en', 'March 5th, 2026', '%d %B %Y'],
    ['en', 'the 5th of March 2026', '%B %d %Y'],
    ['en', '5 mar 2026', '%B %d, %Y'],
    ['es', '5 de marzo del 2026', '%d %B %Y'],
    ['es', 'el 5 de marzo de 2026', '%d/%B/%Y'],
    ['es', 'jueves, 5 de marzo de 2026', '%d %B %Y'],
    ['pt-BR', '5º de março de 2026', '%d %b %Y'],
    ['ca', '5 de març de 2026', '%d %B %Y'],
    ['fr', 'le 5 mars 2026', '%d %B %Y'],
    ['fr', 'jeudi 5 mars 2026', '%d %b %Y'],
    ['it', "l'5 marzo 2026", '%d %B %Y'],
    ['de', '5. März 2026', '%B %d, %Y'],
    ['de', 'Donnerstag, den 5. März 2026', '%d. %B %Y'],
    ['nl', '5 maart 2026', '%B %d %Y'],
    ['ru', '5-го марта 2026 года', '%d %B %Y'],
    ['uk', '5 березня 2026 року', '%d %B %Y'],
    ['pl', '5 marca 2026 r.', '%d %B %Y'],
    ['fi', '5. maaliskuuta 2026', '%d %B %Y'],
    ['hu', '2026. március 5-én', '%Y %B %d'],
    ['el', 'η 5η Μαρτίου 2026', '%d %B %Y'],
    ['tr', '5 MART 2026', '%B %d %Y'],
    ['he', 'ה-5 במרץ 2026', '%d %B %Y'],
    ['ar', '٥ مارس ٢٠٢٦', '%d %B %Y'],
    ['vi', 'ngày 5 tháng 3 năm 2026', '%d %B %Y'],
    ['th', '5 มีนาคม 2569', '%d %B %Y'],
    ['th', '5 มีนาคม 2026', '%d %B %Y'],
    ['zh', '2026年3月5号', '%d %B %Y'],
    ['ja', '２０２６年３月５日', '%d %B %Y'],
    ['ko', '2026년 3월 5일', '%d %B %Y'],
    ['en', 'march 5, 26', '%d %B %y'],
    ['zh', '26年3月5日', '%y年%B%d日'],
  ] as const)('[RN150] in %s, %j is a date of the form %j', ([locale, text, form]) => {
    expect(readDate(text, form, now, locale)).toBe('2026-03-05');
  });

  it.for([
    ['fr', '1er mars 2026', '%d %B %Y', '2026-03-01'],
    ['ca', "1 d'abril del 2026", '%d %B %Y', '2026-04-01'],
    ['es', 'marzo de 2026', '%B %Y', '2026-03-01'],
    ['en', 'March 5', '%d %B', '2026-03-05'],
    ['en', 'December 24th', '%e %b', '2026-12-24'],
    ['en', 'May 7, 99', '%d %B %y', '1999-05-07'],
  ] as const)('[RN150] in %s, %j of the form %j is %s', ([locale, text, form, value]) => {
    expect(readDate(text, form, now, locale)).toBe(value);
  });

  it.for([
    ['en', '31 February 2026', '%d %B %Y'],
    ['en', 'March 5, 26', '%d %B %Y'],
    ['en', 'March 2026', '%d %B %Y'],
    ['en', 'Friday, March 5, 2026', '%d %B %Y'],
    ['en', 'March 5 or 6, 2026', '%d %B %Y'],
    ['en', 'about March 5, 2026', '%d %B %Y'],
    ['en', '03/05/2026', '%d %B %Y'],
    ['en', 'March 5, 2026', '%d/%m/%Y'],
    ['en', 'March 5, 2026', '%d %B %Y %H:%M'],
    ['es', '5 de 2026', '%d %B %Y'],
    ['de', '5.13.2026', '%d. %B %Y'],
    ['de', '32.03.2026', '%d. %B %Y'],
    ['zh', '2026年13月5日', '%Y年%B%d日'],
    ['vi', '5 tháng 13, 2026', '%d %B %Y'],
    ['en', 'March 5, 12026', '%d %B %Y'],
    ['en', '', '%d %B %Y'],
  ] as const)('[RN150] in %s, %j is no date of the form %j', ([locale, text, form]) => {
    expect(readDate(text, form, now, locale)).toBeUndefined();
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
