import { expect, it } from 'vitest';
import { greeted } from '../../../../test/check-fixture.ts';
import { node } from '../../../../test/diagram-fixture.ts';
import { pointersOf } from '../../../../test/lint-fixture.ts';

const diagram = greeted([node('file', 'var_file', { text: 'CV?' }), node('url', 'var_url', { text: 'Page?' })]);

it.for([
  [{ storesFiles: false }, ['/nodes/file/template']],
  [{ storesFiles: true }, []],
  [{}, []],
  [{ storesFiles: false, channelFamily: 'apichat' }, []],
] as const)('[FS7] where the host says %j there is a finding at %j', ([context, pointers]) => {
  expect(pointersOf('ask-file-without-store', diagram, context)).toEqual(pointers);
});
