// next.config.mjs makes these files assets: importing one gives its address.
declare module 'sonner/dist/styles.css' {
  const address: string
  export default address
}
declare module '*.woff2' {
  const address: string
  export default address
}
