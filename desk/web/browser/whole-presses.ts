// The second half of a double press does nothing if the first half was on the page before: nobody meant it for what came
// to lie in the same place, such as the same verdict on the next person. A page can be pressed before the other scripts
// run, so this one runs before the page is shown.

let hasBegun = false

function obeyWholePress(event: MouseEvent) {
  // A key that presses a button is a click of 0.
  if (event.detail === 1) hasBegun = true
  if (event.detail < 2 || hasBegun) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

document.addEventListener('click', obeyWholePress, true)
