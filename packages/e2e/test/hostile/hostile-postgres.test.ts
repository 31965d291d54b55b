import { answers } from './cases/answers.ts';
import { shares } from './cases/shares.ts';
import { visitors } from './cases/visitors.ts';
import { mustHold } from './must-hold.ts';

mustHold([shares, visitors, answers], { store: 'postgres' });
