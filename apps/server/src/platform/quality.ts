import { forbidden } from './errors.ts'
import type { Viewer } from './viewer.ts'

/** The mark on an account of the quality department, until staff have roles. */
export const QUALITY_ROLE = '质管'

/** What quality alone may decide (药品经营质量管理规范 arts. 17, 91). */
export function onlyQuality({ isStaff, staffRole }: Pick<Viewer, 'isStaff' | 'staffRole'>, deed: string): void {
  if (!isStaff || staffRole !== QUALITY_ROLE) throw forbidden(`只有质管部可以${deed}`)
}
