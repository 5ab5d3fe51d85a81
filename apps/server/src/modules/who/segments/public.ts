/** Segments: companies by what is known of them, saved under a name. Who is in one is asked when it matters. */

export type { Facts } from './facts.ts'
export { segmentRoutes } from './routes.ts'
export { segmentsOf } from './segment-store.ts'
export { isInSegment, segmentMembers } from './segment-views.ts'
export { segmentFacts } from './service.ts'
