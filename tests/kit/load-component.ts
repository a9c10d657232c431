import * as esbuild from 'esbuild'
import { parseHTML } from 'linkedom'
import { importBundle } from '../../desk/web/server/build-interface.ts'

/**
 * Returns the component `name` of a file in components/, as a function that takes its props and returns the document
 * that the server sends.
 */
export async function loadComponent<Props>(file: string, name: string): Promise<(props: Props) => Document> {
  const { render } = await importBundle<{ render: (props: Props) => string }>({
    stdin: {
      contents: `import { createElement } from 'react'
        import { renderToStaticMarkup } from 'react-dom/server'
        import { ${name} } from '@/components/${file}'
        export const render = (props) => renderToStaticMarkup(createElement(${name}, props))`,
      resolveDir: import.meta.dirname,
    },
    plugins: [{ name: 'action', setup: leaveOutAction }],
  })
  await esbuild.stop()
  return (props) => parseHTML(`<html><body>${render(props)}</body></html>`).document
}

/** Components do not contain the server action: they call it by an address. */
const leaveOutAction = ({ onLoad }: esbuild.PluginBuild) =>
  onLoad({ filter: /lib\/lead\/submit-lead\.ts$/ }, () => ({
    contents: 'export const submitLead = undefined',
  }))
