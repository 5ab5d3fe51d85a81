import { urlOf } from '#api-client/request.ts'
import { EXPORT_LISTS } from '#contract/constants.ts'
import type { ExportJobWire, ExportKind } from '#contract/export-jobs.ts'

export const isUnderWay = ({ state }: Pick<ExportJobWire, 'state'>): boolean => state === 'waiting' || state === 'running'

/** Fetched by the browser itself, which writes it to the disk as it comes. */
export const exportFileUrl = (id: number): string => urlOf('/api/staff/export/:id/file', { params: { id } })

const KINDS = new Map(Object.entries(EXPORT_LISTS).map(([kind, path]): [string, ExportKind] => [path, kind as ExportKind]))
/** As which file a list can be had, by the path of its call. */
export const exportKindOf = (path: string): ExportKind | undefined => KINDS.get(path)
