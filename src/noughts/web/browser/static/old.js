// Tell people whose browser cannot run the page. A classic script in JavaScript that old browsers understand.

if (typeof WebAssembly === 'undefined' || typeof Promise === 'undefined' || !('withResolvers' in Promise)) {
  document.documentElement.className = 'old';
  document.body.insertAdjacentHTML(
    'afterbegin',
    '<p class="arriving said" role="alert">This browser cannot run the page: it is too old, or it forbids ' +
      'WebAssembly. Open the page in a current Firefox, Chrome, Edge or Safari.</p>',
  );
}
