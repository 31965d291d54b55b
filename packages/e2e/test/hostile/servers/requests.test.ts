import { describe } from 'vitest';
import { bounds } from '../cases/bounds.ts';
import { edge } from '../cases/edge.ts';
import { steps } from '../cases/steps.ts';
import { mustHold } from '../must-hold.ts';

describe('a server of addresses', () => mustHold([steps, edge, bounds]));
