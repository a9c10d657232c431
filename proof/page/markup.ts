import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  elements: [
    'html5',
    // React's way to say that the form posts to the page it is on, for which HTML would have no attribute at all.
    { form: { attributes: { action: { enum: ['/.*/'] } } } },
  ],
  rules: {
    // Ways to write that React has chosen, and HTML allows.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // Text is what an input is without one.
    'no-implicit-input-type': 'off',
    // All scripts are our own; the policy lets no other in.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

/** What is not valid HTML on the page and on its 404. */
export async function markupFaults(origin: string): Promise<string[]> {
  const faults = await Promise.all(
    ['/', '/nowhere'].map(async (path) => faultsOf(path, await (await fetch(origin + path)).text())),
  )
  return faults.flat()
}

async function faultsOf(path: string, html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results
    .flatMap(({ messages }) => messages)
    .map(({ ruleId, message, selector }) => `${path}: ${message} (${ruleId}, ${selector})`)
}
