// The first script of every page without a server. It handles events that come before the modules, in old browsers,
// too.

/** @type {SubmitEvent | null} */
let sent = null; // before the modules are there

/** @param {SubmitEvent} event */
function hold(event) {
  event.preventDefault();
  sent = event;
}

function begin() {
  removeEventListener('submit', hold, true);
  if (sent) /** @type {HTMLFormElement} */ (sent.target).requestSubmit(sent.submitter);
  if (document.documentElement.className === 'old')
    document.body.insertAdjacentHTML(
      'afterbegin',
      '<p class="arriving said" role="alert">This browser cannot run the page: it is too old, or it forbids ' +
        'WebAssembly. Open the page in a current Firefox, Chrome, Edge or Safari.</p>',
    );
}

if (typeof WebAssembly === 'undefined' || typeof Promise === 'undefined' || !('withResolvers' in Promise))
  document.documentElement.className = 'old';
else if (location.search || !/\/(index\.html)?$/.test(location.pathname)) document.documentElement.dataset.waits = ''; // for what the program shows
addEventListener('submit', hold, true);
addEventListener('DOMContentLoaded', begin);
