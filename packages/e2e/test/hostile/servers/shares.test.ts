import { describe } from 'vitest';
import { answers } from '../cases/answers.ts';
import { shares } from '../cases/shares.ts';
import { visitors } from '../cases/visitors.ts';
import { mustHold } from '../must-hold.ts';

describe('a server that all share', () => mustHold([shares, visitors, answers]));
