// Because next.config.mjs configures it, importing a file of this type returns the URL of the file.
declare module 'sonner/dist/styles.css' {
  const address: string
  export default address
}
declare module '*.woff2' {
  const address: string
  export default address
}
