import { describe, expect, it } from 'vitest';
import { answer, talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import { foldText } from '../../domain/fold-text.ts';

describe('ask_time', () => {
  it.for([
    ['LG18', '17:30', '17:30'],
    ['LG18', '7:05', '07:05'],
    ['LG18', '0:00', '00:00'],
    ['LG18', '23:59:30', '23:59'],
    ['LG18', '17.30', '17:30'],
    ['LG18', '17,30', '17:30'],
    ['LG18', '17h30', '17:30'],
    ['LG18', '17 h 30', '17:30'],
    ['LG18', '17H', '17:00'],
    ['LG18', '17h30m', '17:30'],
    ['LG18', '17 Uhr', '17:00'],
    ['LG18', '17:30 Uhr', '17:30'],
    ['LG18', '17 Uhr 30', '17:30'],
    ['LG18', '1730', '17:30'],
    ['LG18', '0730', '07:30'],
    ['LG18', '17時30分', '17:30'],
    ['LG18', '٠٩:١٥', '09:15'],
    ['LG18', '１７：３０', '17:30'],
    ['LG18', ' 9:00\u200f ', '09:00'],
    ['LG19', '5pm', '17:00'],
    ['LG19', '5 PM', '17:00'],
    ['LG19', '5 p.m.', '17:00'],
    ['LG19', '5 p. m.', '17:00'],
    ['LG19', '5 p m', '17:00'],
    ['LG19', '5p', '17:00'],
    ['LG19', '5:30pm', '17:30'],
    ['LG19', '5.30 am', '05:30'],
    ['LG19', '530pm', '17:30'],
    ['LG19', '1130 a.m', '11:30'],
    ['LG19', "5 o'clock pm", '17:00'],
    ['LG19', '12am', '00:00'],
    ['LG19', '12:15 pm', '12:15'],
    ['LG19', '0:30 am', '00:30'],
    ['LG19', '17:30 pm', '17:30'],
    ['LG19', '下午5時', '17:00'],
    ['LG19', '오전 9시 05분', '09:05'],
    ['LG19', '٥:٣٠ م', '17:30'],
    ['LG19', '5:30 μ.μ.', '17:30'],
  ] as const)('[%s] reads %j as %s', ([, typed, value]) => {
    expect(answer('ask_time', {}, typed)).toEqual(['string', value]);
  });

  it.for([
    '5',
    '17',
    '24:00',
    '7:60',
    '13am',
    '0:30 pm',
    '7:5',
    'noon',
    'half past five',
    '17:30 x',
    '1:2:3',
    '12345',
    '',
  ])('[LG20] does not accept %j', (typed) => {
    expect(answer('ask_time', {}, typed)).toBe('refused');
  });

  it('[LG21] asks again with the form of an answer, and says what it expects', () => {
    const talk = talkToBlock('ask_time', { text: 'When?' });
    expect(talk.start().state.at).toMatchObject({ expects: { kind: 'text', format: 'HH:mm' } });
    expect(seen(talk.say('soon'))).toEqual(['When? (hh:mm)']);
    expect(foldText('hh:mm')).toBe('hh:mm');
  });
});
