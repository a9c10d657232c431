/**
 * Removes the styles that sonner's code inserts by script, which the Content-Security-Policy would block; the
 * toaster links the same styles as a file. sonner has no build without them.
 */
module.exports = (source) => {
  const stripped = source.replace(/^__insertCSS\(".*"\);$/m, '')
  if (stripped === source)
    throw new Error('sonner no longer inserts its styles as it did; see build/strip-inserted-css.cjs.')
  return stripped
}
