/** Sets `data-changed` of a section, which is `false`, to `true` as soon as something in the section is changed. */
export function markUnsaved() {
  document.addEventListener('input', ({ target }) => {
    const section = target instanceof Element && target.closest<HTMLElement>('[data-changed]')
    if (section) section.dataset.changed = 'true'
  })
}
