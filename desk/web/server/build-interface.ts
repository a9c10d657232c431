import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import tailwind from '@tailwindcss/postcss'
import * as esbuild from 'esbuild'
import postcss, { type Plugin } from 'postcss'
import type { Interface } from './page.ts'

const folder = import.meta.dirname

type Pages = typeof import('../pages.tsx') & typeof import('./render.tsx')

let built: ReturnType<typeof build> | undefined
/**
 * Compiles the views for the server, and islands and styles for the browser. Takes about a second; a second
 * call returns the same build.
 */
export function buildInterface() {
  built ??= build()
  return built
}

async function build(): Promise<Interface & Pages> {
  const [views, browser] = await Promise.all([buildViews(), buildFiles()])
  // The process of esbuild would keep 100 MB.
  await esbuild.stop()
  return { ...views, ...browser }
}

export const shared = {
  bundle: true,
  write: false,
  jsx: 'automatic',
  format: 'esm',
  define: { 'process.env.NODE_ENV': '"production"' },
  alias: { '@': path.join(folder, '../../..') },
  legalComments: 'none',
  logLevel: 'silent',
} as const satisfies esbuild.BuildOptions

/** React's server code is CommonJS and loads Node's modules by `require`. */
export const requireInModule = {
  js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
}

const buildViews = () =>
  importBundle<Pages>({
    stdin: {
      contents: `export * from '../pages.tsx'\nexport * from './render.tsx'`,
      resolveDir: folder,
    },
    plugins: [{ name: 'shared', setup: shareModules }],
  })

/** Bundles modules for Node, which reads no JSX, and returns what they export. */
export async function importBundle<Exports>(
  options: Pick<esbuild.BuildOptions, 'stdin' | 'plugins'>,
): Promise<Exports> {
  const { outputFiles } = await esbuild.build({
    ...shared,
    ...options,
    platform: 'node',
    banner: requireInModule,
  })
  const place = await mkdtemp(path.join(tmpdir(), 'desk-'))
  try {
    const file = path.join(place, 'bundle.mjs')
    await writeFile(file, outputFiles[0]?.contents ?? '')
    return await import(pathToFileURL(file).href)
  } finally {
    await rm(place, { recursive: true })
  }
}

/**
 * Leaves each `.ts` that a view names to Node, which has loaded it for the pages. So no module exists twice,
 * and an error that a view throws is of the class that the pages know.
 */
const shareModules = ({ onResolve }: esbuild.PluginBuild) =>
  onResolve({ filter: /^\..*\.ts$/ }, ({ path: file, resolveDir }) => ({
    path: pathToFileURL(path.join(resolveDir, file)).href,
    external: true,
  }))

export async function buildFiles(): Promise<Pick<Interface, 'files' | 'earlyScript' | 'script' | 'styles'>> {
  const { outputFiles } = await esbuild.build({
    ...shared,
    entryPoints: {
      early: path.join(folder, '../browser/whole-presses.ts'),
      desk: path.join(folder, '../browser/run.ts'),
      styles: path.join(folder, 'desk.css'),
    },
    outdir: 'assets',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    target: 'es2023',
    minify: true,
    plugins: [{ name: 'tailwind', setup: (build) => build.onLoad({ filter: /desk\.css$/ }, compileStyles) }],
  })
  const files = new Map(
    outputFiles.map(({ path: file, contents }) => [
      `/assets/${path.basename(file)}`,
      Uint8Array.from(contents),
    ]),
  )
  const addressOf = (entry: string) =>
    [...files.keys()].find((name) => name.startsWith(`/assets/${entry}-`)) ?? ''
  return { files, earlyScript: addressOf('early'), script: addressOf('desk'), styles: addressOf('styles') }
}

async function compileStyles({ path: from }: esbuild.OnLoadArgs): Promise<esbuild.OnLoadResult> {
  const source = await readFile(from, 'utf8')
  const { css } = await postcss([tailwind({ base: folder, optimize: false }), darkBySystem]).process(source, {
    from,
  })
  return { contents: css, loader: 'css' }
}

/** Dark colours follow the browser's setting, too, and need no script. */
const darkBySystem: Plugin = {
  postcssPlugin: 'dark-by-system',
  OnceExit(root, { AtRule }) {
    root.walkRules('.dark', (rule) => {
      const media = new AtRule({ name: 'media', params: '(prefers-color-scheme: dark)' })
      media.append(rule.clone({ selector: ':root' }))
      rule.replaceWith(media)
    })
  },
}
