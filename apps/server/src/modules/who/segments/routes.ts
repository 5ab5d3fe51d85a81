import { PAGE_SIZE } from '#contract/constants.ts'
import { staffSegment, staffSegmentAdd, staffSegmentLook, staffSegmentRemove, staffSegmentSave, staffSegments } from '#contract/segments.ts'
import type { ModuleContext } from '../../../context.ts'
import { addSegment, lookAtSegment, removeSegment, saveSegment, segmentOf, segmentsPage } from './service.ts'

export function segmentRoutes({ serve, deps: { database } }: ModuleContext): void {
  serve(staffSegments, ({ query: { keywords = '', page = 1, per_page: perPage = PAGE_SIZE } }) =>
    segmentsPage(database, { keywords, page, perPage }),
  )
  serve(staffSegmentLook, ({ viewer, query, now }) => lookAtSegment(database, viewer, query.facts, now))
  serve(staffSegment, ({ params }) => segmentOf(database.db, params.id))
  serve(staffSegmentAdd, async ({ viewer, body, now, say }) => {
    const segment = await addSegment(database, viewer, body, now)
    say('客群已保存')
    return segment
  })
  serve(staffSegmentSave, async ({ viewer, params, body, now, say }) => {
    const segment = await saveSegment(database, viewer, params.id, body, now)
    say('客群已保存')
    return segment
  })
  serve(staffSegmentRemove, async ({ viewer, params, body, now, say }) => {
    await removeSegment(database, viewer, params.id, body.version, now)
    say('客群已删除')
    return {}
  })
}
