// An import of such a file returns the file's URL, as next.config.mjs says.
declare module 'sonner/dist/styles.css' {
  const address: string
  export default address
}
declare module '*.woff2' {
  const address: string
  export default address
}
