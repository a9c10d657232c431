;((dialog, form) => {
  form.onsubmit = async (event) => {
    event.preventDefault()
    try {
      const answer = await fetch('/lead', { method: 'POST', body: new FormData(form) })
      const player = document.createElement('iframe')
      player.src = await answer.text()
      player.title = 'Video Sales Letter'
      dialog.close()
      document.querySelector('.video').replaceChildren(player)
      player.focus()
    } catch {
      form.querySelector('[role=alert]').hidden = false
    }
  }
})(document.querySelector('dialog'), document.forms[0])
