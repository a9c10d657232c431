/** Removes the styles that sonner inserts by script, because the policy would block them. The toaster links them as a file. */
module.exports = (source) => {
  const stripped = source.replace(/^__insertCSS\(".*"\);$/m, '')
  if (stripped === source)
    throw new Error('sonner no longer inserts its styles as it did; see build/strip-inserted-css.cjs.')
  return stripped
}
