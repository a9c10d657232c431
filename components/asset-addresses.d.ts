// An import of such a file is its URL (next.config.mjs).
declare module '*.woff2' {
  const address: string
  export default address
}
