import { expect, it } from 'vitest'
import { lateZip, zipOf } from './zip.ts'

const NOW = new Date('2026-11-23T02:00:00Z')
const MEGABYTE = 1024 * 1024

it('企业自己上传的大文件打包：轮到哪个读哪个，读的人停下就不再读，内容与一次打成的相同', async () => {
  const files = Array.from({ length: 8 }, (_, at) => ({ name: `证照/${at}.pdf`, content: Buffer.alloc(2 * MEGABYTE, at) }))
  let read = 0
  const late = files.map(({ name, content }) => ({
    name,
    read: async () => {
      read += 1
      return content
    },
  }))
  const pieces: Buffer[] = []
  const zip = lateZip(late, NOW)
  for await (const piece of zip) {
    pieces.push(piece as Buffer)
    const taken = pieces.reduce((sum, one) => sum + one.length, 0)
    // What lies ready is a piece or two, never the rest of the files.
    expect(read).toBeLessThanOrEqual(Math.ceil(taken / (2 * MEGABYTE)) + 1)
    expect((piece as Buffer).length).toBeLessThanOrEqual(MEGABYTE)
  }
  expect(Buffer.concat(pieces).equals(zipOf(files, NOW))).toBe(true)
})

it('打包途中文件没有了：不给一份缺了的', async () => {
  const zip = lateZip([{ name: '没有了.pdf', read: async () => null }], NOW)
  await expect(zip.toArray()).rejects.toThrow('没有了.pdf')
})
