// If a module imports such a file, it gets the URL of the file. next.config.mjs sets this up.
declare module '*.woff2' {
  const address: string
  export default address
}
