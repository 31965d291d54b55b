import { expect, it } from 'vitest';
import { customerEditSchema } from './customers.ts';
import { readInput } from './read-input.ts';

const notKept = 'It has a character that cannot be stored: U+0000, or half of one.';
const notOne = 'It is not described.';
const nothing = 'It has none of name, email, phone, opt_in.';

it.for<readonly [unknown, unknown]>([
  [{ name: 'Ada' }, { name: 'Ada' }],
  [
    { name: ' Ada ', email: 'a@b.c', phone: '+34 600', opt_in: false },
    { name: ' Ada ', email: 'a@b.c', phone: '+34 600', optIn: false },
  ],
  [{ email: '' }, { email: '' }],
  [{ opt_in: true, phone: null }, { optIn: true }],
  [{ name: 'x'.repeat(255) }, { name: 'x'.repeat(255) }],
])('[CU41] %j changes %j', ([body, change]) => {
  expect(readInput(customerEditSchema, body)).toEqual({ ok: true, value: change });
});

it.for<readonly [unknown, readonly (readonly [field: string, message: string])[]]>([
  [undefined, [['', 'Expected an object.']]],
  [[], [['', 'Expected an object.']]],
  [{}, [['', nothing]]],
  [{ name: null, opt_in: null }, [['', nothing]]],
  [{ name: 5 }, [['name', 'Expected a text.']]],
  [{ name: 'x'.repeat(256) }, [['name', 'It has more than 255 characters.']]],
  [{ phone: '\ud800' }, [['phone', notKept]]],
  [{ opt_in: 'false' }, [['opt_in', 'Expected true or false.']]],
  [{ optIn: false }, [['optIn', 'It is not described. Did you mean opt_in?']]],
  [JSON.parse('{"name": "Ada", "__proto__": {"phone": "1"}}'), [['__proto__', notOne]]],
  [
    { agent_id: 7, city: null, email: [] },
    [
      ['agent_id', notOne],
      ['city', notOne],
      ['email', 'Expected a text.'],
    ],
  ],
])('[CU41] %j is refused: %j', ([body, faults]) => {
  const named = faults.map(([field, message]) => ({ field, message }));
  expect(readInput(customerEditSchema, body)).toEqual({ ok: false, code: 'invalid_parameters', faults: named });
});
