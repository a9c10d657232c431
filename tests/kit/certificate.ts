import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Certificate = { key: string; cert: string }

const newKeys = {
  ec: ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
  rsa: ['-newkey', 'rsa:2048'],
}

/** With openssl, for this machine. It is valid for a day, and its files are deleted again. */
export function throwAwayCertificate(kind: keyof typeof newKeys = 'ec'): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'bench-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:0.0.0.0']
  // This must not be the certificate of an authority. Deno would not accept such a certificate from a server.
  const use = ['-addext', 'basicConstraints=CA:FALSE']
  const args = [
    'req',
    '-x509',
    ...newKeys[kind],
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
    ...names,
    ...use,
  ]
  try {
    execFileSync('openssl', [...args, '-keyout', key, '-out', cert], { stdio: 'pipe' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
