import { answers } from './cases/answers.ts';
import { bounds } from './cases/bounds.ts';
import { edge } from './cases/edge.ts';
import { shares } from './cases/shares.ts';
import { steps } from './cases/steps.ts';
import { visitors } from './cases/visitors.ts';
import { mustHold } from './must-hold.ts';

// On one server, because measuring one at rest takes as long as an attack.
mustHold([steps, edge, bounds, shares, visitors, answers]);
