import { expect, it } from 'vitest'
import type { DueLine } from './count.ts'
import { type Filled, receivingBody, receivingProblems } from './receiving-draft.ts'

const line = (id: number, due: number) => ({ id, due, cold_chain: 0 }) as DueLine
const form = { lines: [line(1, 0), line(2, 50)], cold_chain: 0 as const }
const counted = { short: 0, damaged: 0, wrong: 0, refused: 0, refusedFor: 'quality' as const, note: '' }
const filled = (more: Partial<Filled> = {}): Filled => ({
  draft: {},
  words: { received_by: '王收货', inspected_by: '李验收', arrived_on: '2026-11-22', temperature: '', remark: '' },
  photos: { damaged_files: [], wrong_files: [], quality_files: [] },
  uploading: false,
  sendBack: true,
  ...more,
})

it('收货登记：没有差异直接可交；姓名、日期、冷链温度缺了各说各的', () => {
  expect(receivingProblems(form, filled())).toEqual({})
  const words = { received_by: '王', inspected_by: '', arrived_on: '', temperature: '五度', remark: '' }
  expect(Object.keys(receivingProblems(form, filled({ words })))).toEqual(['received_by', 'inspected_by', 'arrived_on', 'temperature'])
  expect(receivingProblems({ ...form, cold_chain: 1 }, filled())).toEqual({ temperature: '冷链商品请填写到货时的温度' })
})

it('破损要照片，拒收其他原因要说明，说明落在要登记的那一行；照片还在传时不能交', () => {
  const draft = { 2: { ...counted, damaged: 2, refused: 1, refusedFor: 'other' as const } }
  expect(receivingProblems(form, filled({ draft, uploading: true }))).toEqual({
    'lines.0.note': '请写明拒收的原因',
    damaged_files: '请至少上传一张照片',
    lines: '照片还在上传，请稍候',
  })
})

it('只交要登记的行和用得上的照片', () => {
  const draft = { 2: { ...counted, damaged: 2 } }
  const photos = { damaged_files: [{ id: 7 }], wrong_files: [{ id: 8 }], quality_files: [] }
  const body = receivingBody(form, filled({ draft, photos, sendBack: false }))
  expect(body).toMatchObject({ send_back: 0, damaged_files: [7], lines: [{ id: 2, accepted: 48, damaged: 2 }] })
  expect(body).not.toHaveProperty('wrong_files')
})
