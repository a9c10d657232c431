import { registerHooks } from 'node:module'

const root = new URL('../../', import.meta.url).href

// With this file, tests can import modules in the same way as Next.js. The paths may begin with @/ and need no file
// extension.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'server-only') return { url: 'data:text/javascript,', shortCircuit: true }
    const file = specifier.replace(/^@\//, root)
    const isOwn = file !== specifier || (/^\.\.?\//.test(file) && context.parentURL?.startsWith(root))
    if (!isOwn || context.parentURL?.includes('/node_modules/') || /\.(?:[cm]?[jt]sx?|json)$/.test(file))
      return next(file, context)
    return next(`${file}.ts`, context)
  },
})
