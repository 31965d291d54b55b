import { render } from 'preact';
import { App } from './shell/app.tsx';
import { applyTheme } from './shell/theme.ts';

applyTheme();
const page = document.querySelector('#page');
if (page !== null) render(<App />, page);
