import type { DrawRecordWire, DrawWire, PrizeWire } from '#contract/draw.ts'
import { type DrawChances, hiddenName } from '#domain/draw.ts'
import type { DrawRow, PrizeRow } from './store.ts'
import type { RecordView } from './views.ts'

/** Drawn from the prize's name and kind where it has no picture of its own. */
export const prizeImage = (prize: { id: number; image: string }) => prize.image || `/img/points/prize-${prize.id}.svg`

export const prizeWire = ({ id, kind, name, remarks, image }: Pick<PrizeRow, 'id' | 'kind' | 'name' | 'remarks' | 'image'>): PrizeWire => ({
  id,
  kind,
  name,
  remarks,
  image: prizeImage({ id, image }),
})

export const drawWire = (draw: DrawRow, prizes: readonly PrizeRow[], chances: DrawChances, why: string): DrawWire => ({
  id: draw.id,
  is_join: why === '' ? 0 : 1,
  name: draw.name,
  remarks: draw.remarks,
  rule: draw.rule,
  image: draw.image,
  starts_at: draw.startsAt.toISOString(),
  ends_at: draw.endsAt.toISOString(),
  chances: chances.left,
  why,
  prizes: prizes.map(prizeWire),
})

/** Another company is shown by its place and its sort only. */
export const recordWire = (record: RecordView, viewerCompanyId: number): DrawRecordWire => ({
  id: record.id,
  draw_id: record.drawId,
  draw_name: record.drawName,
  company: record.companyId === viewerCompanyId ? record.companyName : hiddenName(record.companyName, record.city),
  name: record.name,
  remarks: record.remarks,
  kind: record.kind,
  at: record.at.toISOString(),
})
