/**
 * Posts the form natively to the action of the page as it is deployed now, for a visitor whose own page is older than
 * the last deploy. The answer replaces the page. Rejects when the page cannot be had.
 */
export async function postToFreshAction(form: HTMLFormElement, submissionId: string): Promise<void> {
  const response = await fetch(location.href, { cache: 'no-store' })
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const stale of form.querySelectorAll('[name^="$ACTION"]')) stale.remove()
  form.append(...page.querySelectorAll('form [name^="$ACTION"]'))

  const id = Object.assign(document.createElement('input'), {
    type: 'hidden',
    name: 'submissionId',
    value: submissionId,
  })
  form.append(id)
  Object.assign(form, { action: location.href, method: 'post', enctype: 'multipart/form-data' })
  form.submit()
}
