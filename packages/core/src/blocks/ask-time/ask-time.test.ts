import { describe, expect, it } from 'vitest';
import { answer, talkToBlock } from '../../../test/runner/one-block.ts';
import { seen } from '../../../test/runner/talk.ts';
import { foldText } from '../../domain/fold-text.ts';

describe('ask_time', () => {
  it.for([
    ['17:30', '17:30'],
    ['7:05', '07:05'],
    ['0:00', '00:00'],
    ['23:59:30', '23:59'],
    ['17.30', '17:30'],
    ['17,30', '17:30'],
    ['17h30', '17:30'],
    ['17 h 30', '17:30'],
    ['17H', '17:00'],
    ['17h30m', '17:30'],
    ['17 Uhr', '17:00'],
    ['17:30 Uhr', '17:30'],
    ['17 Uhr 30', '17:30'],
    ['1730', '17:30'],
    ['0730', '07:30'],
    ['17時30分', '17:30'],
    ['٠٩:١٥', '09:15'],
    ['１７：３０', '17:30'],
    [' 9:00\u200f ', '09:00'],
  ] as const)('[LG18] reads %j as %s', ([typed, value]) => {
    expect(answer('ask_time', {}, typed)).toEqual(['string', value]);
  });

  it.for([
    ['5pm', '17:00'],
    ['5 PM', '17:00'],
    ['5 p.m.', '17:00'],
    ['5 p. m.', '17:00'],
    ['5 p m', '17:00'],
    ['5p', '17:00'],
    ['5:30pm', '17:30'],
    ['5.30 am', '05:30'],
    ['530pm', '17:30'],
    ['1130 a.m', '11:30'],
    ["5 o'clock pm", '17:00'],
    ['12am', '00:00'],
    ['12:15 pm', '12:15'],
    ['0:30 am', '00:30'],
    ['17:30 pm', '17:30'],
    ['下午5時', '17:00'],
    ['오전 9시 05분', '09:05'],
    ['٥:٣٠ م', '17:30'],
    ['5:30 μ.μ.', '17:30'],
  ] as const)('[LG19] reads %j with a half of the day as %s', ([typed, value]) => {
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
    talk.start();
    expect(talk.expects()).toEqual({ kind: 'text', format: 'HH:mm' });
    expect(seen(talk.say('soon'))).toEqual(['When? (hh:mm)']);
    expect(foldText('hh:mm')).toBe('hh:mm');
  });
});
