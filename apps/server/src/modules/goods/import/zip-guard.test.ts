import { describe, expect, it } from 'vitest'
import { workbookOf, zipOf } from '../../../../test/hostile.ts'
import { inspectZip } from './zip-guard.ts'

const MB = 1024 * 1024
const bomb = Buffer.alloc(20 * MB)
const part = (name: string, content: Buffer = Buffer.from('<x/>')) => ({ name, content })
const whole = zipOf([part('xl/workbook.xml'), part('xl/worksheets/sheet1.xml', bomb)])
const END = 22

const changed = (bytes: Buffer, change: (bytes: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}
const places = (bytes: Buffer, mark: string): number[] => {
  const found: number[] = []
  for (let at = bytes.indexOf(mark, 0, 'hex'); at >= 0; at = bytes.indexOf(mark, at + 4, 'hex')) found.push(at)
  return found
}
const ENTRY = '504b0102'

/** A harmless archive, and behind it another one whose end lacks its last byte, which the reader of workbooks does not miss. */
function twoEnds(): Buffer {
  const good = zipOf([part('xl/workbook.xml')])
  const moved = changed(whole, (bytes) => {
    for (const at of places(bytes, ENTRY)) bytes.writeUInt32LE(bytes.readUInt32LE(at + 42) + good.length, at + 42)
    bytes.writeUInt32LE(bytes.readUInt32LE(bytes.length - END + 16) + good.length, bytes.length - END + 16)
  })
  return Buffer.concat([good, moved]).subarray(0, -1)
}

const inspected = (bytes: Buffer) =>
  inspectZip(bytes, 12 * MB, '展开后过大').then(
    () => 'read',
    (error: Error) => error.message,
  )

describe('压缩包先看清楚再读', () => {
  it('照实写的：小的读，展开后过大的不读', async () => {
    expect(await inspected(workbookOf({ 一: '' }))).toBe('read')
    expect(await inspected(whole)).toBe('展开后过大')
  })

  it.each([
    ['目录说没有压缩，里面压缩了', changed(whole, (bytes) => bytes.writeUInt16LE(0, (places(bytes, ENTRY).at(-1) ?? 0) + 10))],
    ['一处说两个部分，一处说一个', changed(whole, (bytes) => bytes.writeUInt16LE(1, bytes.length - END + 10))],
    ['两个结尾，后一个不完整', twoEnds()],
    ['压缩包里的压缩包', zipOf([part('xl/workbook.xml'), part('Index.zip', zipOf([part('Index/Document.iwa', bomb)]))])],
    ['别的程序的表格，自有一层压缩', zipOf([part('xl/workbook.xml'), part('Index/Document.iwa')])],
  ])('两处说法不一、或还有一层的不读：%s', async (_, bytes) => {
    expect(await inspected(bytes)).toMatch(/打不开这个工作簿|Numbers/)
  })
})
