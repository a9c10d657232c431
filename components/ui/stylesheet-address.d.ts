// next.config.mjs makes this stylesheet a file of its own: importing it gives the file's address.
declare module 'sonner/dist/styles.css' {
  const href: string
  export default href
}
