import { expect, it } from 'vitest';
import { inputObject } from '../domain/inputs/input-object.ts';
import { httpUrl, text } from '../domain/inputs/members.ts';
import { EngineError, type ErrorCode, errorCatalog, isEngineError } from './engine-error.ts';
import { readInput } from './read-input.ts';

it('[ER1] every code has its kind and a message from the catalogue', () => {
  for (const [code, { kind, message }] of Object.entries(errorCatalog)) {
    const error = new EngineError(code as ErrorCode);
    expect([error.code, error.kind, error.message, error.violations, error.violationsTotal, error.field]).toEqual([
      code,
      kind,
      message,
      [],
      0,
      undefined,
    ]);
    expect(message).toMatch(/^[A-Z].*\.$/);
  }
});

it('[ER2] an error with violations has their total number', () => {
  const violation = { code: 'start_point', message: 'm', pointer: '/nodes', severity: 'error' } as const;
  expect(new EngineError('draft_has_violations', { violations: [violation] })).toMatchObject({ violationsTotal: 1 });
  const many = new EngineError('draft_has_violations', { violations: [violation], violationsTotal: 12_345 });
  expect([many.violations, many.violationsTotal]).toEqual([[violation], 12_345]);
});

it('[ER8] an error about an input lists all faults, and has the field and message of the first', () => {
  const schema = inputObject({ url: httpUrl, token: text() });
  const faults = [
    { field: 'url', message: 'It is required.' },
    { field: 'token', message: 'Expected a text.' },
  ];
  expect(() => readInput(schema, { token: 5 })).toThrow(
    expect.objectContaining({ code: 'invalid_parameters', message: 'url: It is required.', field: 'url', faults }),
  );
  const whole = [{ field: '', message: 'Expected an object.' }];
  expect(() => readInput(schema, [])).toThrow(
    expect.objectContaining({ message: 'Expected an object.', field: undefined, faults: whole }),
  );
  expect(readInput(text(), 'a')).toBe('a');
  expect(() => readInput(text(), 5, 'name')).toThrow(expect.objectContaining({ field: 'name' }));
  expect(new EngineError('invalid_parameters').faults).toEqual([]);
});

it('[ER9] plan_required has the kind payment_required', () => {
  expect(new EngineError('plan_required').kind).toBe('payment');
});

it('[ER6] an EngineError of another copy of the package is recognised', () => {
  const foreign = Object.assign(new Error('x'), { name: 'EngineError', code: 'bot_not_found' });
  expect([new EngineError('bot_not_found'), foreign].map(isEngineError)).toEqual([true, true]);
  expect([new Error('x'), { name: 'EngineError', code: 'x' }, undefined, 'EngineError'].map(isEngineError)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it.for(['not_found', 'toString', '__proto__', undefined])(
  '[ER10] the code %o is an error that says which there are',
  (code) => {
    const make = () => new EngineError(code as ErrorCode);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(/^There is no error code .*\. There are: malformed_json, .*, internal_error\.$/);
  },
);
