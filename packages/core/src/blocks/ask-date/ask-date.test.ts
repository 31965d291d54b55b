import { describe, expect, it } from 'vitest';
import { type Accepted, answer, type Refused, talkToBlock } from '../../../test/runner/one-block.ts';
import { noon, seen } from '../../../test/runner/talk.ts';
import type { JsonObject } from '../../domain/json/json-value.ts';

describe('ask_date', () => {
  it.for<Accepted>([
    ['2026/11/21', 'date', '2026-11-21'],
    ['2026/1/2', 'date', '2026-01-02'],
    ['21.11.26', 'date', '2026-11-21', { format: ['%Y/%m/%d', '%d.%m.%y'] }],
    ['29/02/2024', 'date', '2024-02-29', { format: ['%d/%m/%Y'] }],
    ['21 Nov 2026, 2:30 pm', 'date', '2026-11-21T14:30:00', { format: ['%e %b %Y, %I:%M %p'] }],
    ['02/03/26', 'date', '2026-02-03', { format: [7, '%Q', '%D'] }],
    ['2026-11-12', 'date', '2026-12-11', { format: ['%Y-%d-%m'] }],
    ['\u206605/03/2026\u2069', 'date', '2026-03-05', { format: ['%d/%m/%Y'] }],
    ['٠٥/٠٣/٢٠٢٦', 'date', '2026-03-05', { format: ['%d/%m/%Y'] }],
    ['２０２６年３月５日', 'date', '2026-03-05', { format: ['%Y年%m月%d日'] }],
    ['2026–03–05', 'date', '2026-03-05', { format: ['%Y/%m/%d'] }],
    ['5\u00a0.\u20093. 2026', 'date', '2026-03-05', { format: ['%-d . %-m.\u00a0%Y'] }],
  ])('[RN62][RN63] accepts %j', ([written, type, value, params = {}]) => {
    expect(answer('ask_date', params, written)).toEqual([type, value]);
  });

  it.for<Refused>([
    ['tomorrow'],
    ['26/11/21'],
    ['2026/13/01'],
    ['2026/02/29'],
    ['2026/11/21 or so'],
    ['2026/11/21', { format: ['%Q'] }],
    ['2026/11/21', { format: [] }],
    ['2026/11/21', { format: 7 }],
  ])('[RN62][RN63] refuses %j', ([written, params = {}]) => {
    expect(answer('ask_date', params, written)).toBe('refused');
  });

  it.for([{}, { format: ['%d/%m/%Y'] }, { format: ['%Q'] }, { format: 7 }, { format: ['%Y-%d-%m'] }])(
    '[RN130] accepts a date of ISO 8601 where the forms are %j',
    (params) => {
      expect(answer('ask_date', params, '2026-11-21')).toEqual(['date', '2026-11-21']);
    },
  );

  it.for(['2026-11-31', '2026-1-2', '26-01-02', '2026-01-02T10:00', '20260102'])(
    '[RN130] %j is no date of ISO 8601',
    (written) => {
      expect(answer('ask_date', { format: ['%d/%m/%Y'] }, written)).toBe('refused');
    },
  );

  it.for<readonly [locale: string, form: string, written: string, value: string]>([
    ['es', '%d de %B de %Y', '5 de marzo de 2026', '2026-03-05'],
    ['es', '%d de %B de %Y', '٥ DE MARZO DE ٢٠٢٦', '2026-03-05'],
    ['es', '%A %d/%b/%Y', 'sabado 21/nov./2026', '2026-11-21'],
    ['es-MX', '%e %b %Y', '3 sept 2026', '2026-09-03'],
    ['fr', '%d %B %Y', '14 février 2026', '2026-02-14'],
    ['fr', '%d %B %Y', '14 FEVRIER 2026', '2026-02-14'],
    ['fr', '%d %b %Y', '14 fe\u0301vr 2026', '2026-02-14'],
    ['fr', '%a %d %b %Y', 'sam. 21 nov. 2026', '2026-11-21'],
    ['ru', '%d %B %Y', '5 марта 2026', '2026-03-05'],
    ['ru', '%d %B %Y', '5 Март 2026', '2026-03-05'],
    ['ru', '%d %b %Y', '5 нояб. 2026', '2026-11-05'],
    ['pl', '%d %B %Y', '3 Października 2026', '2026-10-03'],
    ['pl', '%d %B %Y', '3 pazdziernik 2026', '2026-10-03'],
    ['cs', '%e. %B %Y', '1. března 2026', '2026-03-01'],
    ['el', '%d %B %Y', '7 ΜΑΪΟΥ 2026', '2026-05-07'],
    ['el', '%d %B %Y', '7 Μάιος 2026', '2026-05-07'],
    ['tr', '%d %B %Y', '1 KASIM 2026', '2026-11-01'],
    ['de', '%d. %B %Y', '1. märz 2026', '2026-03-01'],
    ['de_AT', '%d. %B %Y', '1. Jänner 2026', '2026-01-01'],
    ['pt-BR', '%d/%b/%Y', '02/FEV/2026', '2026-02-02'],
    ['ar', '%d %B %Y', '٥ نوفمبر ٢٠٢٦', '2026-11-05'],
    ['fa', '%d %B %Y', '۵ نوامبر ۲۰۲۶', '2026-11-05'],
    ['he', '%d %B %Y', '5 במרץ 2026'.replace('במרץ', 'מרץ'), '2026-03-05'],
    ['hi', '%d %B %Y', '५ मार्च २०२६', '2026-03-05'],
    ['th', '%d %B %Y', '5 มีนาคม 2026', '2026-03-05'],
    ['ja', '%Y年%B%d日(%a)', '２０２６年３月５日（木）', '2026-03-05'],
    ['zh', '%Y年%B%d日', '2026年十二月5日', '2026-12-05'],
    ['ko', '%Y년 %B %d일', '2026년 12월 5일', '2026-12-05'],
    ['vi', '%d %B %Y', '5 tháng 12 2026', '2026-12-05'],
    ['ca', '%d %B %Y', "5 d'abril 2026", '2026-04-05'],
    ['en', '%d %B %Y', '5 Sept. 2026', '2026-09-05'],
    ['en', '%B %d, %Y', 'SEPTEMBER 5, 2026', '2026-09-05'],
    ['en', '%d.%b.%Y', '5.Sep.2026', '2026-09-05'],
    ['no such language', '%d %B %Y', '5 May 2026', '2026-05-05'],
    ['xx', '%d %B %Y', '5 May 2026', '2026-05-05'],
  ])('[RN144] in %s and the form %j, %j is %s', ([locale, format, written, value]) => {
    expect(answer('ask_date', { format: [format], locale }, written)).toEqual(['date', value]);
  });

  it.for<readonly [locale: string, form: string, written: string]>([
    ['es', '%d %B %Y', '5 March 2026'],
    ['en', '%d %B %Y', '5 marzo 2026'],
    ['en', '%d %B %Y', '5 J 2026'],
    ['en', '%d %B %Y', '5 Ju 2026'],
    ['en', '%d %B %Y', '5 Juny 2026'],
    ['fr', '%d %B %Y', '5 jui 2026'],
    ['es', '%d %B %Y', '31 de noviembre 2026'],
    ['es', '%d %B %Y', '31 noviembre 2026'],
    ['en', '%d %B %Y', '5 Maybe 2026'],
  ])('[RN144] in %s and the form %j, %j is no date', ([locale, format, written]) => {
    expect(answer('ask_date', { format: [format], locale }, written)).toBe('refused');
  });

  it.for(
    'ar bn ca cs da de el en es et eu fa fi fr ga he hi hr hu hy id it ja ka km ko lt my nb pl pt ro ru sl sr sv ta th tr uk vi zh'.split(
      ' ',
    ),
  )('[RN131][RN145] in %s, what it shows is what it accepts', (locale) => {
    for (const form of ['%A %e. %B %Y', '%a, %-d %b %y', '%d-%h-%Y']) {
      const talk = talkToBlock('ask_date', { text: '?', destination: 'x', format: [form], locale });
      talk.start();
      const [said = ''] = seen(talk.say('soon'));
      const shown = /^\? \((.*)\)$/s.exec(said)?.[1] ?? '';
      for (const written of [shown, shown.toUpperCase(), shown.normalize('NFD')]) {
        expect([written, seen(talk.say(written)), talk.fields()['x']?.value]).toEqual([
          written,
          ['$success'],
          '2026-11-21',
        ]);
        talk.start();
      }
    }
  });

  it.for<readonly [JsonObject, string]>([
    [{ text: 'When?', format: ['%d %B %Y'] }, 'When? (21 November 2026)'],
    [{ text: '¿Cuándo?', format: ['%H', '%e de %B'], locale: 'es' }, '¿Cuándo? (21 de noviembre)'],
    [{ text: 'Wann? Etwa 21. NOVEMBER 2026.', format: ['%d. %B %Y'], locale: 'de' }, 'Wann? Etwa 21. NOVEMBER 2026.'],
    [{ text: 'When?' }, 'When? (yyyy/mm/dd)'],
    [{ text: 'When?', errorText: ' ' }, 'When? (yyyy/mm/dd)'],
    [{ text: 'When?', format: ['%H:%M', '%d.%m.%y', '%F'], showDatePicker: true }, 'When? (dd.mm.yy)'],
    [{ text: 'When, as DD/MM/YYYY?', format: ['%d/%m/%Y'] }, 'When, as DD/MM/YYYY?'],
    [{ text: 'When?', format: ['%Q'] }, 'When? (yyyy-mm-dd)'],
    [{ text: 'When?', format: 7 }, 'When? (yyyy-mm-dd)'],
    [{ text: 'When?', errorText: 'That is no date.' }, 'That is no date.'],
  ])('[RN131] with %j it answers what it cannot read with %j', ([params, said]) => {
    const talk = talkToBlock('ask_date', params);
    expect(seen(talk.start())).toEqual([params['text']]);
    expect(seen(talk.say('tomorrow'))).toEqual([said]);
  });

  it('[RN62] accepts what every calendar writes', () => {
    const calendars = [
      ['yyyy/MM/dd', '%Y/%m/%d', '2026/11/05'],
      ['yy/MM/dd', '%y/%m/%d', '26/11/05'],
      ['dd/MM/yyyy', '%d/%m/%Y', '05/11/2026'],
      ['dd/MM/yy', '%d/%m/%y', '05/11/26'],
      ['MM/dd/yy', '%m/%d/%y', '11/05/26'],
      ['MM/dd/yyyy', '%m/%d/%Y', '11/05/2026'],
    ] as const;
    const read = calendars.map(([pickerFormat, form, picked]) =>
      answer('ask_date', { pickerFormat, format: [form] }, picked),
    );
    expect(read).toEqual(calendars.map(() => ['date', '2026-11-05']));
  });

  it('[RN63] takes the century of a two-digit year from the moment of the step', () => {
    expect(new Date(noon).getUTCFullYear()).toBe(2026);
    const years = ['75', '76', '77', '99', '00'].map((year) =>
      answer('ask_date', { format: ['%y/%m/%d'] }, `${year}/01/01`),
    );
    expect(years.map((read) => (Array.isArray(read) ? read[1] : read))).toEqual([
      '2075-01-01',
      '1976-01-01',
      '1977-01-01',
      '1999-01-01',
      '2000-01-01',
    ]);
  });
});
