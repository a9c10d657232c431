/**
 * Lets the second half of a double press do nothing if the first half was on the page before. Nobody meant it for what
 * came to lie in the same place, such as the same verdict on the next person.
 */
export function obeyWholePresses() {
  let hasBegun = false
  const obey = (event: MouseEvent) => {
    // A key that presses a button is a click of 0.
    if (event.detail === 1) hasBegun = true
    if (event.detail < 2 || hasBegun) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  document.addEventListener('click', obey, true)
}
