/**
 * Returns the page of YouTube's player for a video in this state. It has JSON in a text of JSON, which
 * https://github.com/zerodytrash/Simple-YouTube-Age-Restriction-Bypass reads too.
 */
export function playerPage(status: string): string {
  const response = {
    responseContext: {},
    previewPlayabilityStatus: { status, playableInEmbed: status === 'OK', reason: 'Status "OK", or not' },
    videoFlags: { playableInEmbed: true },
  }
  const variables = {
    PLAYER_VARS: { embedded_player_response: JSON.stringify(response), video_id: 'aqz-KE-bpKQ' },
  }
  return `<!doctype html><script>ytcfg.set(${JSON.stringify(variables)});window.ytcfg.obfuscatedData_ = [];</script>`
}
