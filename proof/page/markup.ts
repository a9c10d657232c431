import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    // React writes HTML this way, and HTML allows it.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'void-style': 'off',
    // All scripts are our own, and the policy blocks every other.
    'require-sri': ['error', { target: 'crossorigin' }],
  },
})

/** Lists what is not valid HTML on the page and on its 404 page. */
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
