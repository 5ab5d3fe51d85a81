import { successOf } from '#api-client/request.ts'

/** A table as a file; the one kind of body here that is no form of fields. */
export async function sendTable(url: string, file: File): Promise<unknown> {
  const form = new FormData()
  form.append('file', file, file.name)
  const response = await fetch(url, { method: 'POST', body: form, headers: { accept: 'application/json' } })
  return successOf(response.status, await response.json().catch(() => null)).data
}
