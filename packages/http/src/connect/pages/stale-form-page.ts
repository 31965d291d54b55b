import { htmlPage } from '../../pages/html-page.ts';

/** For a form that this browser was not given, or that another site sent. @spec CN9, CN10 */
export const staleFormPage = htmlPage(403, {
  title: 'Please try again',
  body: `<p>This did not come from a page that we gave to this browser. Nothing was changed.</p>
<p><a class="button" href="">Open the link again</a></p>`,
});
