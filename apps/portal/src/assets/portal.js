document.body.classList.add('js-enabled', 'govuk-frontend-supported');
initAll();

for (const button of document.querySelectorAll('[data-print]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}
