import { render } from 'preact';

const page = document.querySelector('#page');
if (page !== null) render(<main />, page);
