// The second half of a double press does nothing if the first half was on the page before: nobody meant it
// for what is now in the same place, such as the same verdict on the next person. Runs before the page is
// shown, because a page can be pressed before the other scripts run.

let hasBegun = false

function obeyWholePress(event: MouseEvent) {
  // A key on a button is a click of 0.
  if (event.detail === 1) hasBegun = true
  if (event.detail < 2 || hasBegun) return
  event.preventDefault()
  event.stopImmediatePropagation()
}

document.addEventListener('click', obeyWholePress, true)
