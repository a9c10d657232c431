const isActionField = (name: string) => name.startsWith('$ACTION')
/** The arguments that the action is bound to: the form's state, which differs from answer to answer. */
const isBoundArgument = (name: string) => /^\$ACTION_\d+:[1-9]/.test(name)

/**
 * What tells the server action of one build from that of another: the hidden fields that React gives a form, as text.
 * @param fields names and values of the form's fields
 */
export function actionSignature(fields: Iterable<[string, unknown]>): string {
  return JSON.stringify([...fields].filter(([name]) => isActionField(name) && !isBoundArgument(name)).sort())
}

/**
 * The fields that a visitor filled in, URL-encoded, when their native post names a server action that this build does
 * not have; else null. Takes the signatures that it has, one for each variant of the page; without any, in development,
 * no post is stale.
 */
export function staleFields(form: FormData, signatures: string[]): string | null {
  const isNativePost = signatures.length > 0 && [...form.keys()].some(isActionField)
  if (!isNativePost || signatures.includes(actionSignature(form))) return null
  const fields = [...form].filter(
    (field): field is [string, string] => typeof field[1] === 'string' && !isActionField(field[0]),
  )
  return new URLSearchParams(fields).toString()
}
