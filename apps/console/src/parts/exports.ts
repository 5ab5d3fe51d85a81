import { urlOf } from '#api-client/request.ts'
import type { ExportJobWire } from '#contract/export-jobs.ts'

export const isUnderWay = ({ state }: Pick<ExportJobWire, 'state'>): boolean => state === 'waiting' || state === 'running'

/** Fetched by the browser itself, which writes it to the disk as it comes. */
export const exportFileUrl = (id: number): string => urlOf('/api/staff/export/:id/file', { params: { id } })
