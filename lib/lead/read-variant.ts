import { variantNames } from '../site/variants.ts'
import { textField } from './read-lead-form.ts'

/** The variant of the page in which a form was shown, by its hidden field; undefined when this site has none of that name. */
export function readVariant(form: FormData): string | undefined {
  const name = textField(form, 'variant')
  return variantNames.includes(name) ? name : undefined
}

/** The variant of the page that answers a form: its own, else the control; undefined without a test. */
export function variantOfAnswer(form: FormData): string | undefined {
  return readVariant(form) ?? variantNames[0]
}
