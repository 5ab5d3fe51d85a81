import { successOf } from '#api-client/request.ts'
import type { DataOf } from '#contract/call.ts'

export type Uploaded = DataOf<typeof import('#contract/reports.ts')['staffReportUpload']>['list'][number]

/** Files of one request: few enough that the progress moves. */
export const AT_ONCE = 5

/** Runs of at most so many, in their order. */
export const runsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** With the folder it lay in: a folder of a goods may say the code, and the file only the batch. */
export const nameOf = (file: Pick<File, 'name'> & { webkitRelativePath?: string }): string => file.webkitRelativePath || file.name

/** POST /api/staff/report/upload: each file is answered by itself. */
export async function uploadReports(files: readonly File[]): Promise<Uploaded[]> {
  const form = new FormData()
  for (const file of files) form.append('file', file, nameOf(file))
  const response = await fetch('/api/staff/report/upload', { method: 'POST', body: form, headers: { accept: 'application/json' } })
  return (successOf(response.status, await response.json().catch(() => null)).data as { list: Uploaded[] }).list
}
