import { createCipheriv } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pdfOf, scriptedPdfs, streamOf } from '../../../../test/hostile.ts'
import { pdfFault } from './check-pdf.ts'

describe('PDF 里的对象流', () => {
  it('不论用什么方式压缩、筛选器写成什么样，藏着脚本的都不收', () => {
    const taken = [...scriptedPdfs()].filter(([, file]) => pdfFault(file) === null).map(([name]) => name)
    expect(taken).toEqual([])
  })

  it('字典再长、前面垫多少空白和注释，里面的脚本照样看得到；看不完的不收，也不占着线程', () => {
    const script = deflateSync(
      Buffer.concat([Buffer.alloc(400_000, ' '), Buffer.from('9 0 << /Type /Catalog /OpenAction << /S /JavaScript /JS (x) >> >>')]),
    )
    const hidden = (filling: string) =>
      pdfOf([streamOf(`/Type/ObjStm /N 1 /X(stream\n) ${filling} /First 400000 /Filter/FlateDecode`, script)])
    for (const filling of [
      ' '.repeat(20_000),
      `%${'x'.repeat(30_000)}\n`,
      `/Y (${'('.repeat(9_000)}${')'.repeat(9_000)})`,
      '/Z 1 '.repeat(9_000),
      ' '.repeat(600_000),
    ])
      expect(pdfFault(hidden(filling)), filling.slice(0, 9)).not.toBeNull()
    const long = pdfOf([`<< /Type /Pages /Kids [${'9 0 R '.repeat(20_000)}] >>`])
    expect(pdfFault(long)).toBeNull()
    // Processor time: another process on the machine is no fault of this one.
    for (const beginning of ['%\n', '1 0 obj%\n', '1 0 obj%', '1 0 obj ', '1 0 obj<<', '1 0 obj<<>>%', '1 0 obj<</A(', '1 0 obj<<<']) {
      const before = process.threadCpuUsage()
      pdfFault(pdfOf([beginning.repeat(Math.floor(4_000_000 / beginning.length))]))
      const { user, system } = process.threadCpuUsage(before)
      expect((user + system) / 1000, beginning).toBeLessThan(1_500)
    }
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

  it('几兆字节的扫描件里碰巧出现的几个字节不算脚本和动作，照收', () => {
    // What a compressed picture holds looks like chance; the bytes that made real scans be refused are among it.
    const chance = Buffer.concat([...'abcdefgh'].flatMap((salt) => [scan(salt), Buffer.from('ff2f3344a70c2f584641e93c737667c1', 'hex')]))
    const picture = streamOf('/Type /XObject /Subtype /Image /Filter /DCTDecode', Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), chance]))
    expect(pdfFault(pdfOf([picture]))).toBeNull()
  })

  it.each([
    ['立体模型', '<< /Type /Annot /Subtype /3D /3DD 9 0 R >>'],
    ['立体模型的名称写成编码', '<< /Type /Annot /Subtype /3D /#33DD 9 0 R >>'],
    ['表单', '<< /AcroForm << /XFA[9 0 R] >> >>'],
    ['脚本', '<< /S/JavaScript/JS(app.alert\\(1\\)) >>'],
    ['脚本后面是注释', '<< /S /JavaScript%\n/JS 9 0 R >>'],
  ])('仍不收：%s', (_case, object) => expect(pdfFault(pdfOf([object]))).toBe('活动内容'))
})

/** Half a megabyte that is the same at every run. */
const scan = (salt: string) => createCipheriv('aes-128-ctr', salt.repeat(16), '0'.repeat(16)).update(Buffer.alloc(512 * 1024))

describe('照片和字体的字节', () => {
  const withBytes = (bytes: string) => pdfOf([streamOf('/Subtype /Image /Filter /DCTDecode', Buffer.from(bytes, 'latin1'))])

  it('碰巧像短名字、像网页的，照收', () => {
    for (const bytes of ['/3D\x9e', '/3D ', '/3D/', '/XFA\x01', '/XFA\xfe', '/Sound\x81', '<svG\x07', '<sVg\xe5'])
      expect(pdfFault(withBytes(`\xff\xd8${bytes}\x12`)), JSON.stringify(bytes)).toBeNull()
  })

  it.each([
    '<< /Type /Annot /Subtype /3D /3DD 9 0 R >>',
    '<< /Type /Annot /Subtype/3D>>',
    '<< /Type /Annot /Subtype\n/3D /X 1 >>',
    '<< /Type /Annot /Subtype 8 0 R /3DD<< >> >>',
    '<< /Type /3D /Subtype /U3D >>',
    '<< /XFA[(template) 9 0 R] >>',
    '<< /XFA 9 0 R >>',
    '<< /S /Sound(x) >>',
    '<< /S/Launch/F(cmd.exe) >>',
    '<< /S /Movie%x\n >>',
    '<< /S /JavaScript\0/JS 9 0 R >>',
    '<< /S /JavaScript\x80/JS 9 0 R >>',
    '<< /S /Launch\xff>>',
  ])('真的活动内容照样不收：%s', (object) => expect(pdfFault(pdfOf([object]))).toBe('活动内容'))

  it.each(['<svg onload=x>', '<SVG/onload=x>', '<svg>', '<script>', '<script\tsrc=x>', '<html\n>', '<!doctype html>', '<?php x'])(
    '真的网页照样不收：%s',
    (words) => expect(pdfFault(pdfOf([`<< /X (${words}) >>`]))).toBe('夹带其他内容'),
  )
})
