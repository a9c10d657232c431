import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { folderError, makeFolder } from '../../machine/data-folder.ts'

export type Claims = Record<string, unknown>

/** What a token says, or what is wrong with it. */
export type Reading = { claims: Claims } | { fault: 'parts' | 'algorithm' | 'key' | 'claims' }

export type Tokens = Awaited<ReturnType<typeof openTokens>>

/**
 * Signs and reads access tokens by the key in the data folder, and makes it (ES256, as in new projects:
 * supabase.com/docs/guides/auth/signing-keys). Throws a `folderError`.
 */
export async function openTokens(dataDir: string) {
  const file = path.join(dataDir, 'auth-key.pem')
  const privateKey = createPrivateKey(await readKey(file, dataDir))
  const publicKey = createPublicKey(privateKey)
  const jwk = publicKey.export({ format: 'jwk' })
  const kid = String(jwk.x).slice(0, 16)
  const header = encode({ alg: 'ES256', kid, typ: 'JWT' })

  return {
    jwks: { keys: [{ ...jwk, alg: 'ES256', kid, use: 'sig', key_ops: ['verify'], ext: true }] },

    sign(claims: Claims): string {
      const signed = `${header}.${encode(claims)}`
      const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding })
      return `${signed}.${signature.toString('base64url')}`
    },

    /** Checks only the signature. */
    read(token: string): Reading {
      const parts = token.split('.')
      const [head = '', body = '', signature = ''] = parts
      if (parts.length !== 3) return { fault: 'parts' }
      const given = decode(head)
      if (given?.alg !== 'ES256') return { fault: given?.alg === 'none' ? 'algorithm' : 'key' }
      const bytes = Buffer.from(signature, 'base64url')
      const isSigned =
        (given.kid === undefined || given.kid === kid) &&
        verify('sha256', Buffer.from(`${head}.${body}`), { key: publicKey, dsaEncoding }, bytes)
      if (!isSigned) return { fault: 'key' }
      const claims = decode(body)
      return claims ? { claims } : { fault: 'claims' }
    },
  }
}

const dsaEncoding = 'ieee-p1363'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function decode(part: string): Claims | undefined {
  try {
    const value = JSON.parse(Buffer.from(part, 'base64url').toString())
    return value && typeof value === 'object' && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

async function readKey(file: string, dataDir: string): Promise<string> {
  await makeFolder(dataDir)
  const read = () => readFile(file, 'utf8')
  try {
    return await read()
  } catch {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const made = privateKey.export({ format: 'pem', type: 'pkcs8' })
    // If another process has made the key meanwhile, that one counts.
    await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error) => {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw folderError(dataDir, `cannot be written (${code}); fix that`, error)
    })
    return read()
  }
}
