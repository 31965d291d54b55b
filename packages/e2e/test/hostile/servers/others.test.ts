import { describe } from 'vitest';
import { answers } from '../cases/answers.ts';
import { names } from '../cases/names.ts';
import { shares } from '../cases/shares.ts';
import { visitors } from '../cases/visitors.ts';
import { mustHold } from '../must-hold.ts';

describe('a server of names', () => mustHold([names], { hasNames: true }));
describe('a server of addresses on PostgreSQL', () => mustHold([answers, visitors, shares], { store: 'postgres' }));
