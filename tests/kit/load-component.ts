import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import * as esbuild from 'esbuild'
import { parseHTML } from 'linkedom'
import { requireInModule, shared } from '../../desk/web/server/build-interface.ts'

/**
 * Returns the component `name` of a file in components/, as a function that takes its props and returns the document
 * that the server sends. Node reads no JSX, so esbuild compiles it.
 */
export async function loadComponent<Props>(file: string, name: string): Promise<(props: Props) => Document> {
  const { outputFiles } = await esbuild.build({
    ...shared,
    stdin: {
      contents: `import { createElement } from 'react'
        import { renderToStaticMarkup } from 'react-dom/server'
        import { ${name} } from '@/components/${file}'
        export const render = (props) => renderToStaticMarkup(createElement(${name}, props))`,
      resolveDir: import.meta.dirname,
    },
    platform: 'node',
    banner: requireInModule,
    plugins: [{ name: 'action', setup: leaveOutAction }],
  })
  await esbuild.stop()
  const place = await mkdtemp(path.join(tmpdir(), 'component-'))
  try {
    const built = path.join(place, 'component.mjs')
    await writeFile(built, outputFiles[0]?.contents ?? '')
    const { render } = await import(pathToFileURL(built).href)
    return (props) => parseHTML(`<html><body>${render(props)}</body></html>`).document
  } finally {
    await rm(place, { recursive: true })
  }
}

/** Components do not contain the server action: they call it by an address. */
const leaveOutAction = ({ onLoad }: esbuild.PluginBuild) =>
  onLoad({ filter: /lib\/lead\/submit-lead\.ts$/ }, () => ({
    contents: 'export const submitLead = undefined',
  }))
