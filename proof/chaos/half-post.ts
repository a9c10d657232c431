import { request } from 'node:http'

/** Sends the first half of a form and resolves when the server has read it. */
export async function postHalf({ pageUrl }: { pageUrl: string }): Promise<void> {
  const headers = { 'content-type': 'multipart/form-data; boundary=half', 'content-length': 2000 }
  const half = request(pageUrl, { method: 'POST', headers }).on('error', () => {})
  const body = '--half\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda'
  await new Promise((resolve) => half.write(body, resolve))
  // The server reads in the order of arrival, so once this later request is answered it has read the half.
  await (await fetch(pageUrl)).text()
}
