import { beforeAll, describe, expect, it } from 'vitest'
import { testSigner } from '../../../../test/signer.ts'
import { makeSigned, signExisting, stepsOf } from './drawing/paper.ts'
import { checkPaper, makeDemoCertificate } from './public.ts'

const AT = new Date('2026-11-22T02:00:00Z')
let root: Uint8Array
let signer: Awaited<ReturnType<typeof testSigner>>['signer']
let paper: Uint8Array

beforeAll(async () => {
  ;({ signer, root } = await testSigner())
  const options = { title: '核验', author: '示例医药有限公司', footer: '核验', madeAt: AT }
  const steps = stepsOf((page) => page.paragraph('药品出库单'))
  paper = (await makeSigned(options, steps, { key: signer.key, reason: '出库', field: 'Shop', at: AT })).bytes
})

const changed = (at: number): Uint8Array => {
  const copy = new Uint8Array(paper)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('我们自己的签名核验', () => {
  it('签好的单据：有效、覆盖全文、连到根证书，签名人与时间可读', async () => {
    const { good, signatures, faults } = await checkPaper(paper, [root])
    expect(faults).toEqual([])
    expect(good).toBe(true)
    expect(signatures).toMatchObject([{ subject: '示例医药有限公司（演示）', signedAt: AT, valid: true, coversAll: true, trusted: true }])
  })

  it('没有签名、不是 PDF：说没有签名', async () => {
    expect(await checkPaper(Buffer.from('%PDF-1.7 …'), [root])).toEqual({ signatures: [], good: false, faults: ['文件没有电子签名'] })
  })

  it('改任何一处、末尾加内容、截短：都不通过', async () => {
    const text = Buffer.from(paper).toString('latin1')
    for (const at of [20, text.indexOf('/Title') + 12, paper.length - 8])
      expect((await checkPaper(changed(at), [root])).good, `${at}`).toBe(false)
    const longer = await checkPaper(Buffer.concat([paper, Buffer.from('\n% later')]), [root])
    expect(longer.faults).toEqual(['最后一个签名之后文件又被添加了内容'])
    expect((await checkPaper(paper.subarray(0, paper.length - 10), [root])).good).toBe(false)
  })

  it('字节范围里多留空隙（可藏别的内容）：不合规', async () => {
    const text = Buffer.from(paper).toString('latin1')
    const [whole = '', length = ''] = /\/ByteRange\s*\[0 (\d+)/.exec(text.replace(/\s+/g, ' ')) ?? []
    expect(whole).not.toBe('')
    const wide = Buffer.from(text.replace(` ${length} `, ` ${Number(length) - 1} `), 'latin1')
    expect((await checkPaper(wide, [root])).faults).toEqual(['签名的字节范围不合规'])
  })

  it('别人的根证书：不受信任；签名时证书不在有效期：不受信任', async () => {
    const other = await makeDemoCertificate('别家医药', new Date('2026-01-01T00:00:00Z'))
    expect((await checkPaper(paper, [other.root])).signatures[0]).toMatchObject({ valid: true, trusted: false })
    const early = new Date('2025-06-01T00:00:00Z')
    const { bytes } = await signExisting(paper, { key: signer.key, reason: '早了', field: 'Early', at: early })
    expect((await checkPaper(bytes, [root])).signatures.map((one) => one.trusted)).toEqual([true, false])
  })

  it('第二个签名加在后面：两个都有效，第一个不再覆盖全文，最后一个覆盖', async () => {
    const { bytes } = await signExisting(paper, { key: signer.key, reason: '需方', field: 'Buyer', at: AT })
    const { good, signatures } = await checkPaper(bytes, [root])
    expect(good).toBe(true)
    expect(signatures.map((one) => [one.valid, one.coversAll])).toEqual([
      [true, false],
      [true, true],
    ])
    expect(Buffer.from(bytes.subarray(0, paper.length)).equals(paper)).toBe(true)
  })
})
