document.body.classList.add('js-enabled', 'govuk-frontend-supported');
initAll();
