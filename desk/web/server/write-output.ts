import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import * as esbuild from 'esbuild'
import { buildFiles, requireInModule, shared } from './build-interface.ts'
import { fileHeaders } from './mount-pages.ts'

/** Seconds. The slow functions of the database end after 55. */
const longest = 60

/**
 * Builds the desk on the web as Vercel deploys it: files for the browser, and one function
 * (https://vercel.com/docs/build-output-api/v3). No variable gets into it.
 */
export async function writeOutput(folder: string) {
  const { files, ...built } = await buildFiles()
  const bundle = await buildFunction(built)
  await esbuild.stop()

  const write = async (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
  }
  await rm(folder, { recursive: true, force: true })
  for (const [name, content] of files) await write(path.join('static', name), content)
  await write('functions/desk.func/index.mjs', bundle)
  await write('functions/desk.func/.vc-config.json', JSON.stringify(functionConfig))
  await write('config.json', JSON.stringify({ version: 3, routes }))
}

// By default, functions run in the project's region.
const functionConfig = {
  runtime: 'nodejs24.x',
  handler: 'index.mjs',
  launcherType: 'Nodejs',
  // Helpers would read a form's body before the desk does.
  shouldAddHelpers: false,
  // Without streaming, an answer may have 4.5 MB. Exports have more.
  supportsResponseStreaming: true,
  maxDuration: longest,
}

const routes = [
  { src: '/assets/.*', headers: fileHeaders, continue: true },
  { handle: 'filesystem' },
  { src: '/.*', dest: '/desk' },
]

async function buildFunction(built: object): Promise<Uint8Array> {
  const { outputFiles } = await esbuild.build({
    ...shared,
    entryPoints: [path.join(import.meta.dirname, 'vercel-function.ts')],
    define: { ...shared.define, built: JSON.stringify(built) },
    platform: 'node',
    target: 'node24',
    // The log needs the names of functions.
    minifySyntax: true,
    minifyWhitespace: true,
    banner: requireInModule,
  })
  const [bundle] = outputFiles
  if (!bundle) throw new Error('esbuild has built nothing')
  return bundle.contents
}
