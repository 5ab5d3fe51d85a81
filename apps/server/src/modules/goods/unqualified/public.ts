/** 不合格药品: found or refused at the door, judged by quality, gone by two. */
export { keepRejected, report as reportUnqualified } from './service.ts'
export { type UnqualifiedRow, unqualifiedRows } from './views.ts'
