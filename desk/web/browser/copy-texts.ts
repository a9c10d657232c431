/** Shows the buttons that copy a text, which work only with scripts. */
export function copyTexts() {
  for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) {
    button.classList.remove('invisible')
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? '')
      const words = button.querySelector('[aria-live]')
      if (words) words.textContent = 'Copied'
    })
  }
}
