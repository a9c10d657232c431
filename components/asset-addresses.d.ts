// Because of next.config.mjs, an import of such a file gives the file's address.
declare module 'sonner/dist/styles.css' {
  const address: string
  export default address
}
declare module '*.woff2' {
  const address: string
  export default address
}
