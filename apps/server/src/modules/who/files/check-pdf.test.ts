import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pdfOf, scriptedPdfs, streamOf } from '../../../../test/hostile.ts'
import { pdfFault } from './check-pdf.ts'

describe('PDF 里的对象流', () => {
  it('不论用什么方式压缩、筛选器写成什么样，藏着脚本的都不收', () => {
    const taken = [...scriptedPdfs()].filter(([, file]) => pdfFault(file) === null).map(([name]) => name)
    expect(taken).toEqual([])
  })

  it.each([
    ['没有别的对象', []],
    [
      '压缩的对象流，里面只有页面',
      [streamOf('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(Buffer.from('9 0 << /Type /Font >>')))],
    ],
    [
      '筛选器写成只有一个的数组',
      [streamOf('/Type /ObjStm /N 1 /First 4 /Filter [/FlateDecode]', deflateSync(Buffer.from('9 0 << /Type /Font >>')))],
    ],
    ['照片', [streamOf('/Type /XObject /Subtype /Image /Filter /DCTDecode', Buffer.from('ffd8ffe0', 'hex'))]],
    [
      '书签后面的照片',
      [
        '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 1 >>',
        streamOf('/Subtype /Image /Filter /DCTDecode', Buffer.from('ffd8ffe0', 'hex')),
      ],
    ],
    [
      '书签后面的颜色说明',
      ['<< /Type /Outlines /First 6 0 R /Last 6 0 R >>', streamOf('/N 3 /Filter /FlateDecode', deflateSync(Buffer.alloc(3_000, 5)))],
    ],
    [
      '内容用十六进制写的页面',
      [streamOf('/Filter [/ASCIIHexDecode /FlateDecode]', Buffer.from(`${deflateSync(Buffer.from('q Q')).toString('hex')}>`))],
    ],
  ])('普通的 PDF 照收：%s', (_case, objects) => expect(pdfFault(pdfOf(objects))).toBeNull())
})
