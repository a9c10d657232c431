/** RFC 9110, section 15.5.6. */
export const postOnly = (): Response =>
  new Response(null, { status: 405, headers: { Allow: 'POST', 'Cache-Control': 'no-store' } })
