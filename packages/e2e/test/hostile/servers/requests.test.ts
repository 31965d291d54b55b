import { describe } from 'vitest';
import { answers } from './cases/answers.ts';
import { bounds } from './cases/bounds.ts';
import { edge } from './cases/edge.ts';
import { names } from './cases/names.ts';
import { shares } from './cases/shares.ts';
import { steps } from './cases/steps.ts';
import { visitors } from './cases/visitors.ts';
import { mustHold } from './must-hold.ts';

// In one file, as only one server may be measured at a time; on one server each, because measuring one at rest takes as
// long as an attack.
describe('a server of addresses', () => mustHold([steps, edge, bounds, shares, visitors, answers]));
describe('a server of names', () => mustHold([names], { hasNames: true }));
describe('a server of addresses on PostgreSQL', () => mustHold([shares, visitors, answers], { store: 'postgres' }));
