import { successOf } from '#api-client/request.ts'
import type { FilePurpose, FileWire } from '#contract/files.ts'

/** Where staff read a file that an answer names: their cookie travels below /api/staff alone. */
export const staffUrl = (url: string): string => url.replace(/^\/api\/(file|document)\//, '/api/staff/$1/')

/** POST /api/staff/file; forms send the file's id. */
export async function uploadStaffFile(file: File, purpose: FilePurpose): Promise<FileWire> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', file, file.name)
  const response = await fetch('/api/staff/file', { method: 'POST', body: form, headers: { accept: 'application/json' } })
  return successOf(response.status, await response.json().catch(() => null)).data as FileWire
}
