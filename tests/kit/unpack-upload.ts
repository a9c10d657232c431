import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** What `supabase functions deploy` uploads for a function: https://api.supabase.com/api/v1#tag/edge-functions */
export type Upload = {
  files: File[]
  metadata: { name: string; entrypoint_path: string; import_map_path: string; verify_jwt: boolean }
}

/** Reads an upload from the body of a request with this content type. */
export async function readUpload(body: Buffer, type: string): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return { files: form.getAll('file') as File[], metadata: JSON.parse(String(form.get('metadata'))) }
}

export async function unpackUpload({ files }: Upload, folder: string): Promise<void> {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file.name)), { recursive: true })
    writeFileSync(path.join(folder, file.name), new Uint8Array(await file.arrayBuffer()))
  }
}
